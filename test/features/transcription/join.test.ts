import { expect, test } from 'bun:test'
import {
  type HeardPart,
  joinedText,
  languageOf,
  shifted,
  type TranscriptSegment,
  tailOf,
} from '../../../src/features/transcription/transcript.ts'
import { startCpuTime } from '../../support/stopwatch.ts'

function heard(texts: readonly string[], language: string | null = 'en'): HeardPart {
  const segments: TranscriptSegment[] = texts.map((text) => ({ start: 0, end: 1, text }))
  return { type: 'heard', engine: 'a', model: null, language, segments }
}

test('times are shifted, never go back, and stay within their part', () => {
  const segments = [
    { start: 0, end: 2.0004, text: ' one ' },
    { start: 1, end: 99, text: 'two', words: [{ word: ' two', start: 1, end: Number.NaN }] },
    { start: 3, end: 4, text: '  ' },
  ]
  expect(shifted({ segments }, { start: 60, end: 65 })).toEqual([
    { start: 60, end: 62, text: 'one' },
    { start: 62, end: 65, text: 'two', words: [{ word: 'two', start: 62, end: 62 }] },
  ])
})

test('texts are joined by blanks, but not in scripts that have none', () => {
  expect(joinedText([{ text: 'Hello,' }, { text: 'world.' }])).toBe('Hello, world.')
  expect(joinedText([{ text: '你好。' }, { text: '世界' }])).toBe('你好。世界')
  expect(joinedText([{ text: 'GPT' }, { text: '世界' }])).toBe('GPT 世界')
})

test('texts of a script without blanks are joined in time that grows with their number', () => {
  const segments = Array.from({ length: 200_000 }, (_, at) => ({ start: at, end: at, text: '好' }))
  const cpuMs = startCpuTime()
  expect(joinedText(segments)).toHaveLength(segments.length)
  // Copied for each segment, they take ten seconds.
  expect(cpuMs()).toBeLessThan(5_000)
})

test('the prompt of a part is the end of the text before, from the start of a word', () => {
  expect(tailOf([])).toBeUndefined()
  expect(tailOf([heard(['a']), heard([])])).toBeUndefined()
  const tail = tailOf([heard(['word '.repeat(100).trim()])]) ?? ''
  expect([tail.startsWith('word '), tail.length <= 200]).toEqual([true, true])
})

test('the language is that of the first part in which something is spoken', () => {
  expect(languageOf([heard([], 'nn'), heard(['hallo'], 'de'), heard(['hi'], 'en')])).toBe('de')
  expect(languageOf([heard([], 'nn')])).toBeNull()
})
