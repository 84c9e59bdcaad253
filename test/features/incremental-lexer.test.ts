import { expect, test } from 'bun:test'
import { lexer } from 'marked'
import { IncrementalLexer } from '../../public/ui/markdown/incremental-lexer.ts'

const TEXT = [
  '# Title\n\nA paragraph of *some* words,\nover two lines.\n',
  '- one\n\n  that goes on\n- two\n  1. inner\n\nAfter the list.\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n',
  '> a quote\nthat goes on lazily\n\n```js\nconst x = 1\n\nconst y = 2\n```\n',
  'The end, with `code` and a [link](https://example.org/).',
].join('\n')

const shape = (tokens: readonly { type: string; raw: string }[]) =>
  tokens.map(({ type, raw }) => ({ type, raw }))

test('a text that grew a sign at a time has the tokens of the whole text at its end', () => {
  const growing = new IncrementalLexer()
  for (let length = 1; length <= TEXT.length; length += 1) growing.read(TEXT.slice(0, length), true)
  expect(shape(growing.read(TEXT, false))).toEqual(shape(lexer(TEXT)))
})

test('a definition at the end changes links before it', () => {
  const growing = new IncrementalLexer()
  const text = `See [this].\n\n${'A paragraph.\n\n'.repeat(9)}[this]: https://example.org/\n`
  for (let length = 1; length <= text.length; length += 1) growing.read(text.slice(0, length), true)
  const [first] = growing.read(text, false)
  expect(JSON.stringify(first)).toContain('https://example.org/')
})
