import { expect, test } from 'bun:test'
import { Markdown } from '../../src/client/markdown.ts'
import { startCpuTime } from '../support/stopwatch.ts'

/** What is shown, with the escape sequences as names: `<1>` for `ESC[1m`. */
function shown(text: string, size = text.length): string {
  const markdown = new Markdown()
  let all = ''
  for (let at = 0; at < text.length; at += size) all += markdown.push(text.slice(at, at + size))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds escape sequences
  return (all + markdown.end()).replace(/\u001b\[(\d+)m/g, '<$1>')
}

const CASES: [string, string][] = [
  [
    'Plain text, 2 * 3 * 4, snake_case_name and a_b\n',
    'Plain text, 2 * 3 * 4, snake_case_name and a_b\n',
  ],
  ['Some **bold**, *thin* and ***both***.', 'Some <1>bold<0>, <3>thin<0> and <1><3>both<0>.'],
  ['_thin_ __bold__ ~~gone~~ ~one~', '<3>thin<0> <1>bold<0> <9>gone<0> ~one~'],
  ['**bold *both***', '<1>bold <3>both<0><1><0>'],
  ['*a **b** c*', '<3>a <1>b<0><3> c<0>'],
  ['Use `a * b` and ``x ` y``', 'Use <36>a * b<0> and <36>x ` y<0>'],
  ['**see `**` here**', '<1>see <36>**<0><1> here<0>'],
  ['an *open marker\nnext', 'an *open marker\nnext'],
  ['\\*no\\* C:\\dir', '*no* C:\\dir'],
  [
    '[Bun](https://bun.sh/a_(b) "site") [x] [y](z w)',
    '<4>Bun<0> (https://bun.sh/a_(b)) [x] [y](z w)',
  ],
  ['![plan](p.png)!', '<4>plan<0> (p.png)!'],
  ['# Top `x`\n## Sub\n#tag', '<1><4>Top <36>x<0><1><4><0>\n<1>Sub<0>\n#tag'],
  ['- one\n  * **two**\n+ three\n3. four\n12.5', '• one\n  • <1>two<0>\n• three\n3. four\n12.5'],
  ['> said\n>> twice', '<2>│ said<0>\n<2>│ │ twice<0>'],
  ['a\n\n---\n', 'a\n\n<2>────────────────────<0>\n'],
  ['| a | **b** |\n|---|---|', '| a | **b** |\n|---|---|'],
  [
    '```ts\nconst a = `**x**`\n\n  ``\n```\n*y*',
    '<2>```ts<0>\n<36>const a = `**x**`<0>\n\n<36>  ``<0>\n<2>```<0>\n<3>y<0>',
  ],
  ['1. run\n   ```\n   ls\n   ```', '1. run\n<2>   ```<0>\n<36>   ls<0>\n<2>   ```<0>'],
]

test('Markdown renders each form, and leaves what is none', () => {
  for (const [text, expected] of CASES) expect([text, shown(text)]).toEqual([text, expected])
})

test('Markdown shows the same whatever the pieces are', () => {
  for (const [text, expected] of CASES)
    for (const size of [1, 2, 3, 7])
      expect([text, size, shown(text, size)]).toEqual([text, size, expected])
})

test('Markdown shows text at once, and holds back only what an open marker may change', () => {
  const markdown = new Markdown()
  expect(markdown.push('Hello wor')).toBe('Hello wor')
  expect(markdown.push('ld, **bo')).toBe('ld, ')
  expect(markdown.push('ld** ')).toBe('\u001b[1mbold\u001b[0m ')
  expect(markdown.push('5*3')).toBe('5')
  // A marker without an end is shown as text in the end.
  expect(markdown.push('x'.repeat(500))).toStartWith('*3xxx')
  expect(markdown.end()).toBe('')
})

test('Markdown takes time in proportion to the text', () => {
  const markdown = new Markdown()
  const pieces = ['*a ', '[b](', '`c', '**_~~', '\\', '> ', '((((']
  const cpuMs = startCpuTime()
  for (const piece of pieces) markdown.push(piece.repeat(20_000))
  markdown.push(pieces.join('').repeat(3000))
  expect(cpuMs()).toBeLessThan(5000)
})
