import { expect, test } from 'bun:test'
import { nearestName } from '../../src/platform/nearest-name.ts'

test('nearestName() finds a mistyped name by edits or by its beginning, and nothing that is unlike', () => {
  const known = ['ollama', 'engine_a', 'engine_b', 'summarize']
  const typed = ['ollma', 'olalma', 'Ollama', 'engine_a1', 'sum', 'so', 'qwen', '']
  expect(typed.map((name) => nearestName(name, known))).toEqual([
    'ollama',
    'ollama',
    'ollama',
    'engine_a',
    'summarize',
    undefined,
    undefined,
    undefined,
  ])
  expect(nearestName('summarise', [])).toBeUndefined()
  // The time to compare them grows with the product of their lengths.
  expect(nearestName('a'.repeat(101), ['a'.repeat(100)])).toBeUndefined()
})
