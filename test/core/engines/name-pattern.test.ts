import { expect, test } from 'bun:test'
import { MAX_MODEL_NAME_CHARACTERS, NamePattern } from '../../../src/core/engines/model-aliases.ts'

const matches = (pattern: string, name: string) => new NamePattern(pattern).matches(name)

test('each * stands for any characters, and none of them is used twice', () => {
  const found = ['*', 'gpt-*', '*-4o', 'gpt*4o', '**g**o**', 'g*t*4*', 'gpt-4o*', '*gpt-4o']
  expect(found.filter((pattern) => !matches(pattern, 'gpt-4o'))).toEqual([])
  const other = ['gpt*gpt*', 'gpt-4*4o', '*5*', 'a*', '*a', 'gpt-4o*o', 'g*-*-*', '?*', '.*']
  expect(other.filter((pattern) => matches(pattern, 'gpt-4o'))).toEqual([])
  expect(matches('a*', 'a\nb')).toBe(true)
})

test('a pattern of many stars takes no longer for a name that matches it almost', () => {
  const pattern = new NamePattern(`${'*a'.repeat(90)}*b`)
  const name = 'a'.repeat(MAX_MODEL_NAME_CHARACTERS)
  // A matcher that tries again has more than 10^60 ways here.
  expect(pattern.matches(name)).toBe(false)
  expect(pattern.matches(`${name}b`)).toBe(true)
})
