import type { Cue } from '../../src/platform/subtitles/cue.ts'
import { writeSrt } from '../../src/platform/subtitles/write-subtitles.ts'
import { seededRandom } from './seeded-random.ts'

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
export function subtitleFile(number: number): { srt: string; cues: Cue[]; kind: string } {
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
