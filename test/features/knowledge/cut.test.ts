import { expect, test } from 'bun:test'
import { cutSpeech, cutText, PIECE_WORDS } from '../../../src/features/knowledge/cut.ts'

const words = (count: number, word = 'word') => `${word} `.repeat(count).trim()

test('cutText cuts at headings, and says which ones are above a piece', () => {
  const text = [
    '# House',
    words(70),
    '## Heating',
    words(80, 'warm'),
    '### Boiler',
    'Short.',
    '## Roof',
    words(90, 'tile'),
  ].join('\n\n')
  const pieces = [...cutText(text)]
  expect(pieces.map(({ heading }) => heading)).toEqual([
    'House',
    'House › Heating',
    'House › Heating › Boiler',
  ])
  // What is short is not a piece alone, and says the next heading itself.
  expect(pieces[2]?.text).toStartWith('Short.\n\nRoof\n\ntile')
})

test('cutText divides what is long at paragraphs, sentences and words, and loses none', () => {
  const paragraphs = Array.from({ length: 20 }, (_, at) => words(50, `p${at}`)).join('\n\n')
  const sentences = Array.from({ length: 100 }, (_, at) => `${words(9, `s${at}`)} end.`).join(' ')
  const endless = 'x'.repeat(20_000)
  const unspaced = '今日はいい天気ですね。'.repeat(1_000)
  for (const text of [paragraphs, sentences, endless, unspaced, words(2_000)]) {
    const pieces = [...cutText(text)]
    expect(pieces.length).toBeGreaterThan(2)
    for (const { text: piece } of pieces) {
      expect(piece.split(/\s+/).length).toBeLessThanOrEqual(PIECE_WORDS * 1.25)
      expect(piece.length).toBeLessThan(3_000)
    }
    const whole = pieces.map(({ text: piece }) => piece).join('')
    expect(whole.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  }
  expect([...cutText(' \n\n# Only a heading\n')]).toEqual([])
})

test('cutText keeps pages apart where the reader of documents says where they begin', () => {
  const text = `[Page 1]\n${words(40)}\n\n[Page 2]\n${words(40)}\n\n[Page 3]\n7\n\n[Page 4]\n${words(500)}`
  const pages = [...cutText(text, { hasPages: true })].map(({ page }) => page)
  expect(pages).toEqual([1, 2, 3, 4])
  const [first] = cutText(text)
  expect(first?.page).toBeUndefined()
  expect(first?.text).toContain('[Page 1]')
  const slides = [
    ...cutText(`Slide 1:\n${words(20)}\n\nSlide 2:\n${words(20)}`, { hasPages: true }),
  ]
  expect(slides.map(({ page }) => page)).toEqual([1, 2])
})

test('cutSpeech joins what was spoken, and keeps the second at which each piece begins', () => {
  const segments = Array.from({ length: 30 }, (_, at) => ({ start: at * 5, text: words(10) }))
  const pieces = [...cutSpeech(segments)]
  expect(pieces.map(({ seconds }) => seconds)).toEqual([0, 60, 120])
  expect([...cutSpeech([])]).toEqual([])
})
