import { expect, test } from 'bun:test'
import { type Cue, cuesOf } from '../../../src/media/subtitles/cues-of.ts'
import { readSubtitles } from '../../../src/media/subtitles/read-subtitles.ts'
import { countGraphemes } from '../../../src/media/subtitles/text-units.ts'
import { writeSrt, writeVtt } from '../../../src/media/subtitles/write-subtitles.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const ONE: Cue = { startMs: 1000, endMs: 2500, text: 'Hello' }
const TWO: Cue = { startMs: 5000, endMs: 7000, text: 'world' }

/** Files of two cues, ONE and TWO, as people and programs write them. */
const VARIANTS: Record<string, string> = {
  clean: '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:05,000 --> 00:00:07,000\nworld\n',
  'byte order mark, CRLF':
    '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\n\r\n2\r\n00:00:05,000 --> 00:00:07,000\r\nworld\r\n',
  'carriage returns':
    '1\r00:00:01,000 --> 00:00:02,500\rHello\r\r2\r00:00:05,000 --> 00:00:07,000\rworld',
  dots: '1\n00:00:01.000 --> 00:00:02.500\nHello\n\n2\n00:00:05.000 --> 00:00:07.000\nworld',
  'no numbers': '00:00:01,000 --> 00:00:02,500\nHello\n\n00:00:05,000 --> 00:00:07,000\nworld',
  'a number missing':
    '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n00:00:05,000 --> 00:00:07,000\nworld',
  'wrong numbers':
    '7\n00:00:01,000 --> 00:00:02,500\nHello\n\n3\n00:00:05,000 --> 00:00:07,000\nworld',
  'no blank line':
    '1\n00:00:01,000 --> 00:00:02,500\nHello\n2\n00:00:05,000 --> 00:00:07,000\nworld',
  'blank lines everywhere':
    '1\n\n00:00:01,000 --> 00:00:02,500\n\nHello\n\n2\n\n00:00:05,000 --> 00:00:07,000\n\nworld\n\n',
  'short milliseconds': '1\n00:00:01,0 --> 00:00:02,5\nHello\n\n2\n0:0:5 --> 0:0:7\nworld',
  'minutes and seconds': '00:01 --> 00:02.5\nHello\n\n00:05 --> 00:07\nworld',
  'odd arrows': '1\n00:00:01,000 -> 00:00:02,500\nHello\n\n2\n00:00:05,000 —> 00:00:07,000\nworld',
  'spaces of a translator':
    '1\n00: 00: 01, 000 -> 00: 00: 02, 500\nHello\n\n2\n00：00：05，000 → 00：00：07，000\nworld',
  coordinates:
    '1\n00:00:01,000 --> 00:00:02,500  X1:100 X2:200 Y1:3 Y2:4\nHello\n\n2\n00:00:05,000 --> 00:00:07,000\nworld',
  'a code fence':
    '```srt\n1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:05,000 --> 00:00:07,000\nworld\n```',
  'words before it':
    'Here are your subtitles:\n\n1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:05,000 --> 00:00:07,000\nworld',
  'text beside the times':
    '[00:00:01.000 --> 00:00:02.500]   Hello\n[00:00:05.000 --> 00:00:07.000]   world',
  SBV: '0:00:01.000,0:00:02.500\nHello\n\n0:00:05.000,0:00:07.000\nworld',
  VTT: 'WEBVTT - a title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE one\nof two lines\n\nintro\n00:01.000 --> 00:02.500 align:start position:10%\n<v Ann>Hello\n\nNOTE x\n\n00:05.000 --> 00:07.000\n<c.loud><00:05.500>world</c>',
}

test('readSubtitles reads every variant of a file alike', () => {
  for (const [name, text] of Object.entries(VARIANTS))
    expect([name, readSubtitles(text)]).toEqual([name, [ONE, TWO]])
})

test('readSubtitles decodes the references of WebVTT, and makes no tags of them', () => {
  const cue = (text: string) => `00:01.000 --> 00:02.500\n${text}\n`
  const text =
    'Tom &amp; Jerry&nbsp;&lt;3 &gt; &lrm;a&rlm; &#39;b&#x27; caf&eacute; &hellip; &amp;lt; AT&T'
  expect(readSubtitles(`WEBVTT\n\n${cue(text)}`)).toEqual([
    { ...ONE, text: "Tom & Jerry\u00a0<3 > \u200ea\u200f 'b' café … &lt; AT&T" },
  ])
  const [tag] = readSubtitles(`WEBVTT\n\n${cue('a &lt;i&gt; and <i>b</i>')}`)
  expect(tag?.text).toBe('a <\u200bi> and <i>b</i>')
  expect(readSubtitles(cue('Tom &amp; Jerry'))[0]?.text).toBe('Tom &amp; Jerry')
})

test('readSubtitles makes no words of cue settings, good or bad', () => {
  const settings = [
    'align:middle position: 50%',
    'align:start foo',
    'position:10%,line-left size:200%',
    'snapToLines',
    'align middle',
    'foo:bar line:a',
  ]
  for (const one of settings)
    expect([one, readSubtitles(`WEBVTT\n\n00:01.000 --> 00:02.500 ${one}\nHello\n`)]).toEqual([
      ...[one, [ONE]],
    ])
  const empty = 'WEBVTT\n\n00:01.000 --> 00:02.500 foo:bar line : 5\n\n'
  expect(readSubtitles(empty)).toEqual([{ ...ONE, text: '' }])
  // Models write the text there.
  const beside = 'WEBVTT\n\n00:01.000 --> 00:02.500 Hello\n\n00:05.000 --> 00:07.000 world\n'
  expect(readSubtitles(beside)).toEqual([ONE, TWO])
  const srt = '1\n00:00:01,000 --> 00:00:02,500 align:start position:10% x\nHello\n'
  expect(readSubtitles(srt)).toEqual([ONE])
})

test('readSubtitles keeps what looks odd and is text', () => {
  const text =
    '1\n00:00:03,000 --> 00:00:01,000\n42\n\nCatch 22\n\n2\n00:00:01,000 --> 00:00:02,000\n\n3\n00:00:02,000 --> 00:00:03,000\n12:30 -> 13:45 train\na <3 b &amp; c'
  expect(readSubtitles(text)).toEqual([
    { startMs: 3000, endMs: 1000, text: '42\nCatch 22' },
    { startMs: 1000, endMs: 2000, text: '' },
    { startMs: 2000, endMs: 3000, text: '12:30 -> 13:45 train\na <3 b &amp; c' },
  ])
  expect(readSubtitles('no times at all')).toEqual([])
})

test('what the writers write, the reader reads back as it was', () => {
  const random = seededRandom(13)
  const pick = <value>(values: readonly value[]) => values[Math.floor(random() * values.length)]
  const pieces = [
    'Hello',
    '42',
    '7',
    '<i>so</i>',
    '<3',
    '&',
    '&lt;',
    'NOTE',
    'STYLE',
    'WEBVTT',
    'x-->',
  ].concat([
    'שלום',
    '日本語。',
    '👩‍👩‍👧',
    'e\u0301',
    '- Yes',
    '12:30',
    '"',
    '\\N',
    '```x`',
    '1',
    '{b}',
    '>>',
  ])
  for (let round = 0; round < 300; round += 1) {
    const cues = Array.from({ length: Math.floor(random() * 8) }, (): Cue => {
      const startMs = Math.floor(random() * 4e8)
      const line = () => Array.from({ length: 1 + random() * 4 }, () => pick(pieces)).join(' ')
      const text = Array.from({ length: random() * 4 }, line).join('\n')
      return { startMs, endMs: Math.floor(random() * 4e8), text }
    })
    expect(readSubtitles(writeSrt(cues))).toEqual(cues)
    expect(readSubtitles(writeVtt(cues))).toEqual(cues)
  }
})

test('writeVtt leaves out what WebVTT has not, and writeSrt lets no text begin a cue', () => {
  const text = '{\\an8}<font color="red">a</font> < <B>b</B>'
  expect(writeVtt([{ ...ONE, text }])).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\na &lt; <b>b</b>\n',
  )
  const trap = { ...ONE, text: 'a\n\n\n00:00:01,000 --> 00:00:02,000' }
  expect(readSubtitles(writeSrt([trap, TWO]))).toHaveLength(2)
})

test('cuesOf makes cues within the bounds, with every word once and in order', () => {
  const random = seededRandom(7)
  const words =
    'the quick, brown fox. jumps over and a lazy dog while we all look at it? never!'.split(' ')
  const segments = Array.from({ length: 60 }, (_, index) => {
    const start = index * 6 + (index % 7 === 0 ? 0.9 : 0)
    const list = Array.from({ length: 12 }, (_, at) => {
      const word = words[Math.floor(random() * words.length)] ?? ''
      return { word: ` ${word}`, start: start + at * 0.4, end: start + at * 0.4 + 0.35 }
    })
    const text = list
      .map(({ word }) => word)
      .join('')
      .trim()
    return { start, end: start + 5, text, ...(index % 2 === 0 ? { words: list } : {}) }
  })
  const cues = cuesOf(segments)
  const join = (parts: readonly { text: string }[]) =>
    parts
      .map(({ text }) => text)
      .join(' ')
      .split(/\s+/)
  expect(join(cues)).toEqual(join(segments))
  cues.forEach(({ startMs, endMs, text }, index) => {
    const lines = text.split('\n')
    expect(lines.length).toBeLessThanOrEqual(2)
    for (const line of lines) expect(countGraphemes(line)).toBeLessThanOrEqual(42)
    expect(endMs - startMs).toBeGreaterThanOrEqual(1000)
    expect(endMs - startMs).toBeLessThanOrEqual(7000)
    expect((cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY) - endMs).toBeGreaterThanOrEqual(
      83,
    )
    expect((countGraphemes(text) / (endMs - startMs)) * 1000).toBeLessThanOrEqual(20)
  })
})

test("cuesOf breaks at sentences, splits unspaced text at its words, and follows the words' times", () => {
  const said = 'We went to the market in the morning. Nobody was there, because it was a holiday.'
  expect(cuesOf([{ start: 0, end: 6, text: said }]).map(({ text }) => text)).toEqual([
    'We went to the market in the morning.\nNobody was there, because it was a holiday.'.split(
      '\n',
    )[0] ?? '',
    'Nobody was there,\nbecause it was a holiday.',
  ])
  const [first, second] = cuesOf([
    {
      ...{ start: 0, end: 20, text: 'Hello. World.' },
      words: [
        { word: ' Hello.', start: 2, end: 3 },
        { word: ' World.', start: 12, end: 13 },
      ],
    },
  ])
  expect([first?.startMs, first?.endMs, second?.startMs]).toEqual([2000, 3000, 12_000])
  const chinese = '我们早上去了市场。那里没有人，因为那天是节日。'.repeat(3)
  const cues = cuesOf([{ start: 0, end: 18, text: chinese }])
  expect(cues.map(({ text }) => text.replaceAll('\n', '')).join('')).toBe(chinese)
  expect(cues.every(({ text }) => !/^[。，]|\n[。，]/.test(text))).toBe(true)
  expect(cuesOf([])).toEqual([])
})
