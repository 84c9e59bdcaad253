import { expect, test } from 'bun:test'
import { isSpeakable, splitText } from '../../../src/features/speech/split-text.ts'

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

test('splitText keeps every word in order, whatever the text', () => {
  const texts = [
    'One. Two! Three? Four',
    'word '.repeat(2000),
    `${'x'.repeat(3000)} and ${'y'.repeat(10)}`,
    'A heading\n\n- first item\n- second item\n\nThe end of it, finally.',
    '“Stop!” she said — twice. Dr. Smith paid $3.50 at 5 p.m., then left.',
    '今天天气很好。我们去公园吧！好不好？'.repeat(60),
    '*** … ***\nHello 👋🏽 there 👩‍👩‍👧.\r\nBye ***',
    `${'😀'.repeat(500)} end`,
    'Trailing dots... ... ... and  many   spaces\t\ttabs',
  ]
  for (const text of texts) {
    const pieces = [...splitText(text)]
    const spoken = pieces.map(({ text: own, pauseMs }) => own + (pauseMs === 0 ? '' : ' ')).join('')
    expect(wordsOf(spoken)).toEqual(wordsOf(text))
    expect(pieces.every((piece) => isSpeakable(piece.text))).toBe(true)
    expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(600)
  }
})

test('splitText begins with a short piece and goes on with longer ones', () => {
  const sentence = 'The river rises in the hills above the town and runs to the sea. '
  const lengths = [...splitText(sentence.repeat(60))].map(({ text }) => text.length)
  expect(lengths[0]).toBe(sentence.length - 1)
  expect(lengths[1]).toBeLessThanOrEqual(200)
  expect(Math.max(...lengths)).toBeGreaterThan(400)
  const [first] = splitText(`${'so it goes on and on, without an end in sight, '.repeat(20)}.`)
  expect(first?.text.length).toBeLessThanOrEqual(140)
  expect(first?.text).toEndWith(',')
})

test('splitText pauses longest between paragraphs, and not at all within a word', () => {
  const long = 'All of this is one sentence that fills a piece of its own, more or less. '.repeat(2)
  const pauses = [...splitText(`${long}\n\n${long}${'z'.repeat(900)}. End`)].map(
    ({ text, pauseMs }) => ({ start: text.slice(0, 3), pauseMs }),
  )
  expect(pauses[0]).toEqual({ start: 'All', pauseMs: 300 })
  expect(pauses[1]).toEqual({ start: 'All', pauseMs: 600 })
  expect(pauses.map(({ pauseMs }) => pauseMs)).toContain(0)
  expect(pauses.at(-1)?.pauseMs).toBe(150)
})

test('splitText gives nothing for a text that nobody can say', () => {
  expect([...splitText(' \n … 👋 *** ')]).toEqual([])
})
