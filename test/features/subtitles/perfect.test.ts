import { expect, test } from 'bun:test'
import { boundsOf } from '../../../src/features/subtitles/caption.ts'
import { haveSameWords, perfect } from '../../../src/features/subtitles/perfect.ts'
import { CUE_BOUNDS, type Cue } from '../../../src/media/subtitles/cues-of.ts'
import { readSubtitles } from '../../../src/media/subtitles/read-subtitles.ts'
import { writeSrt } from '../../../src/media/subtitles/write-subtitles.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const PLAIN = 'the quick brown fox, jumps over a lazy dog. while we all wait for it at home!'.split(
  ' ',
)
/** What subtitles are made of, by the kind of file. */
const WORDS: Record<string, readonly string[]> = {
  plain: PLAIN,
  tags: [
    ...PLAIN,
    '<i>so</i>',
    '<b>',
    '</b>',
    '<font color="#ff0 x">red',
    '</font>',
    '{\\an8}',
    '<u>',
  ],
  long: [...PLAIN, 'x'.repeat(40), 'Rindfleischetikettierungsüberwachungsgesetz'],
  rightToLeft: ['שלום', 'עליכם,', 'مرحبا', 'بالعالم.', '\u200fabc', 'كيف', 'حالك؟'],
  emoji: ['👩‍👩‍👧‍👦', '🇩🇪', 'e\u0301te\u0301', '👍🏽', 'ok', '❤️', 'fine.'],
  unspaced: ['我们早上去了市场。', '那里没有人，', '日本語を話します。', 'สวัสดีครับ', 'OK', '한국어'],
  odd: [
    '<3',
    '-->',
    '{',
    '<',
    '12',
    'kg',
    '—',
    '- Yes',
    '«\u00a0oui\u00a0»',
    '&amp;',
    '...',
    'Dr.',
    'I',
  ],
}
const KINDS = Object.keys(WORDS)

/** Ways to write a file that no writer should have. */
const SPOILERS: readonly ((srt: string) => string)[] = [
  (srt) => srt,
  (srt) => `\ufeff${srt.replaceAll('\n', '\r\n')}`,
  (srt) => srt.replace(/(\d{2}),(\d{3})/g, '$1.$2'),
  (srt) => srt.replace(/^\d+\n(?=\d{2}:)/gm, ''),
  (srt) => srt.replace(/^\d+\n(?=\d{2}:)/m, '9\n'),
  (srt) => srt.replaceAll(' --> ', ' -> '),
  (srt) => srt.replaceAll('\n\n', '\n\n\n'),
  (srt) => `\`\`\`srt\n${srt}\n\`\`\``,
]

/** A file made by rule: its kind of words and its faults follow from its number. */
function subtitleFile(number: number): { srt: string; cues: Cue[]; kind: string } {
  const random = seededRandom(number + 1)
  const kind = KINDS[number % KINDS.length] ?? 'plain'
  const words = WORDS[kind] ?? PLAIN
  const pick = () => words[Math.floor(random() * words.length)] ?? ''
  const line = () => Array.from({ length: 1 + random() * 9 }, pick).join(' ')
  let at = 0
  const cues = Array.from({ length: 5 + random() * 20 }, (): Cue => {
    at = Math.max(0, at + Math.floor(random() * 4000 - 400))
    const startMs = at
    const endMs = Math.max(0, startMs + Math.floor(random() * 4500 - 300))
    const text = Array.from({ length: random() < 0.05 ? 0 : 1 + random() * 3 }, line).join('\n')
    return { startMs, endMs, text }
  })
  const spoil = SPOILERS[number % SPOILERS.length]
  const srt = writeSrt(cues)
  return { srt: spoil?.(srt) ?? srt, cues, kind }
}

const FILES = 200
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const TAGS = /<\/?(?:i|b|u|font)(?: [^<>]*)?>|\{\\[^{}]*\}/g
const visible = (text: string) => text.replace(TAGS, '')
const ASCII = /^[ -~]*$/
const lengthOf = (text: string) => {
  const shown = visible(text)
  return ASCII.test(shown) ? shown.length : [...graphemes.segment(shown)].length
}
/** Everything but white space and tags, which no correction may touch. */
const letters = (texts: readonly string[]) => visible(texts.join('\n')).replace(/\s+/g, '')

function cue(start: number, end: number, text: string) {
  return { startMs: Math.round(start * 1000), endMs: Math.round(end * 1000), text }
}
const corrected = (...cues: readonly ReturnType<typeof cue>[]) => perfect(cues, CUE_BOUNDS)

test('perfect keeps every word of 200 files, keeps each bound or lists it', () => {
  const faults: string[] = []
  let right = 0
  for (let number = 0; number < FILES; number += 1) {
    const { srt, kind } = subtitleFile(number)
    const bounds = number % 2 === 0 ? CUE_BOUNDS : boundsOf({ maxLineCharacters: 30, maxLines: 3 })
    const cues = readSubtitles(srt)
    const { cues: result, unmet } = perfect(cues, bounds)
    const sorted = cues
      .filter(({ text }) => text !== '')
      .toSorted((a, b) => Math.min(a.startMs, a.endMs) - Math.min(b.startMs, b.endMs))
    const check = (isRight: boolean, fault: string) => {
      if (!isRight) faults.push(`${number} ${kind}: ${fault}`)
    }
    const texts = result.map(({ text }) => text)
    check(letters(texts) === letters(sorted.map(({ text }) => text)), 'words')
    check(Bun.deepEquals(readSubtitles(writeSrt(result)), result), 'reading back')
    result.forEach(({ startMs, endMs, text }, index) => {
      const listed = unmet.filter((one) => one.cue === index + 1).map(({ code }) => code)
      const isListed = (code: (typeof listed)[number]) => listed.includes(code)
      const lines = text.split('\n')
      const isLong = (part: string) => lengthOf(part) > bounds.maxLineCharacters
      check(endMs > startMs, 'duration')
      check(lines.length <= bounds.maxLines, 'lines')
      const hasLong = lines.some(isLong)
      check(hasLong === isListed('line_too_long'), `line length of ${text}`)
      check(!hasLong || text.split(/\s/).some(isLong), `a long line in ${text}`)
      check(endMs - startMs < bounds.minCueMs === isListed('too_short'), 'short')
      const isFast = lengthOf(text) * 1000 > bounds.maxCharactersPerSecond * (endMs - startMs)
      check(isFast === isListed('too_fast'), `speed of ${text}`)
      const next = result[index + 1]
      check(next === undefined || next.startMs - endMs >= bounds.minGapMs, 'gap')
      right += listed.length === 0 ? 1 : 0
    })
  }
  expect(faults).toEqual([])
  expect(right).toBeGreaterThan(500)
})

test('perfect puts cues in order and right, and says what it did', () => {
  const { cues, changes, unmet } = corrected(
    cue(5, 3, 'Second one.'),
    cue(8, 9, ''),
    cue(1, 4, 'First one.'),
    cue(10, 10.1, 'Alone.'),
  )
  expect(cues).toEqual([
    cue(1, 2.917, 'First one.'),
    cue(3, 5, 'Second one.'),
    cue(10, 11, 'Alone.'),
  ])
  expect(changes.map(({ code, cue, source }) => [code, cue, source])).toEqual([
    ['swapped_times', 2, 1],
    ['removed_empty', null, 2],
    ['moved', 1, 3],
    ['ended_earlier', 1, 3],
    ['ended_later', 3, 4],
  ])
  expect(unmet).toEqual([])
})

test('perfect leaves alone what is right', () => {
  const cues = [
    cue(1, 4, '<i>It was the best of times,\nit was the worst of times.</i>'),
    cue(4.083, 6, '- Who is it?\n- Me.'),
    cue(7, 9, '{\\an8}Later'),
  ]
  expect(perfect(cues, CUE_BOUNDS)).toEqual({ cues, changes: [], unmet: [] })
})

test('perfect splits at sentences, joins what is too short, and breaks lines where they may end', () => {
  const long = corrected(
    cue(
      0,
      9,
      '<i>We went to the market in the morning and nobody was there. That was because it was a holiday, as <b>we</b> heard later.</i>',
    ),
  )
  expect(long.cues.map(({ text }) => text)).toEqual([
    '<i>We went to the market in the morning\nand nobody was there.</i>',
    '<i>That was because it was a holiday,\nas <b>we</b> heard later.</i>',
  ])
  expect(long.changes.map(({ code }) => code)).toEqual(['split'])
  const short = corrected(cue(0, 0.3, 'Oh'), cue(0.35, 0.6, 'no!'), cue(3, 4, 'What?'))
  expect(short.cues).toEqual([cue(0, 1, 'Oh no!'), cue(3, 4, 'What?')])
  expect(short.changes.map(({ code, cue }) => [code, cue])).toEqual([['merged', 1]])
  const [weak] = corrected(cue(0, 5, 'We have been looking for the\nanswer of this question')).cues
  expect(weak?.text).toBe('We have been looking\nfor the answer of this question')
})

test('perfect lists what it cannot do', () => {
  const { unmet, cues } = corrected(
    cue(0, 1, 'x'.repeat(50)),
    cue(1, 2, 'A sentence that nobody can read in one second.'),
    cue(2, 3, 'Another one that nobody can read in one second.'),
  )
  expect(cues).toHaveLength(3)
  expect(unmet.map(({ cue, code }) => [cue, code])).toEqual([
    [1, 'line_too_long'],
    [1, 'too_short'],
    [1, 'too_fast'],
    [2, 'too_fast'],
  ])
})

test('perfect gives cues the words of a script, each once and in order', () => {
  const heard = [
    'Hallo my name is',
    'Jon and I leave in',
    'um yes',
    'London by the sea.',
    '<i>Good by.</i>',
  ]
  const cues = heard.map((text, index) => cue(index * 3, index * 3 + 2.5, text))
  const script = 'Hello! My name is\nJohn, and I live in London, by the sea. Goodbye.'
  const { cues: result, changes } = perfect(cues, CUE_BOUNDS, script)
  expect(result.map(({ startMs, text }) => [startMs, text])).toEqual([
    [0, 'Hello! My name is'],
    [3000, 'John, and I live in'],
    [9000, 'London, by the sea.'],
    [12_000, '<i>Goodbye.</i>'],
  ])
  expect(changes.map(({ code, source }) => [code, source])).toContainEqual(['not_in_script', 3])
})

test('perfect aligns a long script of which a tenth was heard wrong', () => {
  const random = seededRandom(5)
  const script: string[] = []
  const cues = Array.from({ length: 3000 }, (_, index) => {
    const words = Array.from({ length: 8 }, () => `w${Math.floor(random() * 900)}`)
    script.push(...words)
    const heard = words
      .map((word) => (random() < 0.1 ? `${word}x` : word))
      .filter(() => random() > 0.02)
    return cue(index * 4, index * 4 + 3, heard.join(' '))
  })
  const { cues: result } = perfect(cues, CUE_BOUNDS, script.join(' '))
  expect(
    haveSameWords(
      [script.join(' ')],
      result.map(({ text }) => text),
    ),
  ).toBe(true)
  const right = result.filter(({ startMs, text }) => {
    const at = (startMs / 4000) * 8
    return text.replace('\n', ' ') === script.slice(at, at + 8).join(' ')
  })
  expect(right.length).toBeGreaterThan(2700)
})

test('haveSameWords sees each lost, added, joined and moved word', () => {
  expect(haveSameWords(['a <i>b</i>\nc'], ['a', 'b c'])).toBe(true)
  expect(haveSameWords(['日本語'], ['日本\n語'])).toBe(true)
  expect(haveSameWords(['a b c'], ['a', 'c'])).toBe(false)
  expect(haveSameWords(['a b'], ['a b b'])).toBe(false)
  expect(haveSameWords(['a b'], ['ab'])).toBe(false)
  expect(haveSameWords(['a b'], ['b a'])).toBe(false)
})
