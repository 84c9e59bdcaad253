import { expect, test } from 'bun:test'
import { endMessage } from '../../public/app/chat/end-message.ts'
import type { Message } from '../../public/app/chat/types.ts'
import { insertedAt } from '../../public/app/chat/voice/insert-text.ts'
import { spokenText } from '../../public/app/chat/voice/spoken-text.ts'
import { cueAt, fromSrt, toSrt, toText, toVtt } from '../../public/app/transcribe/cues.ts'
import { readSubtitles } from '../../src/media/subtitles/read-subtitles.ts'

const CUES = [
  { start: 0, end: 1.5, text: 'Good morning,\neverybody' },
  { start: 1.5, end: 3.25, text: '<b>12</b> & more' },
  { start: 3661.007, end: 3662, text: '' },
  { start: 90_000, end: 90_001, text: '  one\n\n2\n\nthree  ' },
]

test('toSrt and toVtt write what the service and fromSrt read again', () => {
  const srt = toSrt(CUES)
  const read = [
    CUES[0],
    CUES[1],
    { start: 3661.007, end: 3662, text: '' },
    { start: 90_000, end: 90_001, text: 'one\n2\nthree' },
  ]
  expect(fromSrt(srt)).toEqual(read as typeof CUES)
  expect(srt).toContain('3\n01:01:01,007 --> 01:01:02,000\n')
  const spoken = read.filter((cue) => cue?.text !== '')
  for (const text of [srt, toVtt(CUES)]) {
    const found = readSubtitles(text).filter(({ text: words }) => words !== '')
    expect(found.map(({ startMs, endMs }) => [startMs / 1000, endMs / 1000])).toEqual(
      spoken.map((cue) => [cue?.start ?? -1, cue?.end ?? -1]),
    )
  }
  expect(toVtt(CUES)).toContain('&lt;b&gt;12&lt;/b&gt; &amp; more')
  expect(toText(CUES)).toBe('Good morning, everybody\n<b>12</b> & more\n\none 2 three\n')
})

test('cueAt finds the cue that has started last', () => {
  expect([-1, 0, 1.4, 1.5, 3.3, 99_999].map((seconds) => cueAt(CUES, seconds))).toEqual([
    -1, 0, 0, 1, 1, 3,
  ])
  expect(cueAt([], 1)).toBe(-1)
})

test('insertedAt puts words in place of the selection, with spaces where they are missing', () => {
  const at = (value: string, selectionStart: number, selectionEnd = selectionStart) =>
    insertedAt({ value, selectionStart, selectionEnd }, 'new words')
  expect(at('', 0)).toEqual({ text: 'new words', caret: 9 })
  expect(at('before', 6)).toEqual({ text: 'before new words', caret: 16 })
  expect(at('one two', 4)).toEqual({ text: 'one new words two', caret: 14 })
  expect(at('one.', 3)).toEqual({ text: 'one new words.', caret: 13 })
  expect(at('one two three', 4, 7)).toEqual({ text: 'one new words three', caret: 13 })
})

test('spokenText leaves out the marks of Markdown, and code', () => {
  const markdown =
    '# Bread\n\nIt is **warm** and `soft`; see [the book](https://example.org).\n\n- mix\n  - well\n- bake!\n\n| Time | Step |\n|---|---|\n| 9 | mix |\n\n```js\nbake()\n```\n\n![A loaf](x.png) <i>so</i>\n\n---\n> Quoted'
  expect(spokenText(markdown).split('\n\n')).toEqual([
    'Bread.',
    'It is warm and soft; see the book.',
    'mix.',
    'well.',
    'bake!',
    'Time, Step.',
    '9, mix.',
    'Code, left out.',
    'A loaf so.',
    'Quoted.',
  ])
  expect(spokenText('')).toBe('')
  // What a page shows as a formula is said as it is written.
  expect(spokenText('It is $x_1$.')).toBe('It is $x_1$.')
})

test('spokenText reads what a hostile answer nests or repeats, in a bounded time and depth', () => {
  // Deeper than the stack.
  expect(spokenText(`${'> '.repeat(10_000)}so`)).toEndWith('so.')
  expect(spokenText(`${'['.repeat(5_000)}so`)).toEndWith('so.')
  const plain = 'word\n'.repeat(5_000)
  expect(spokenText(`- a\n${plain}`)).toHaveLength('a\n'.length + plain.length)
})

test('a screen reader is told an answer without its marks and with all its characters', () => {
  const content = '**Yes**: `snake_case` in C#, 2 * 3 > 5, ~10 | 20.\n\n- #1 of a_b_c'
  const messageOf = (content: string): Message => ({
    ...{ id: 'msg_1', conversation_id: 'con_1', parent_id: null, role: 'assistant' },
    ...{ status: 'complete', content },
    ...{
      attachments: [],
      steps: [],
      ...{ thoughts: null, thought_seconds: null },
      model: 'auto',
      answered_by: null,
      error: null,
      note: null,
    },
    ...{ created_at: '', finished_at: null, position: null, expected_wait_seconds: null },
  })
  expect(endMessage(messageOf(content))).toBe(
    'Answer: Yes: snake_case in C#, 2 * 3 > 5, ~10 | 20.\n\n#1 of a_b_c.',
  )
  expect(endMessage(messageOf('A List<String> of <T>.\n\n<div>'))).toBe(
    'Answer: A List<String> of <T>.\n\n<div>',
  )
  expect(endMessage(messageOf(`${'x'.repeat(599)}😀😀`))).toBe(
    `Answer: ${'x'.repeat(599)} … The answer goes on.`,
  )
})
