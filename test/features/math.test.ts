import { expect, test } from 'bun:test'
import { readMarkdown } from '../../public/ui/markdown/bounded-lexer.ts'
import { IncrementalLexer } from '../../public/ui/markdown/incremental-lexer.ts'
import { isMath } from '../../public/ui/markdown/math-tokens.ts'
import { readFormula } from '../../public/ui/markdown/read-formula.ts'

/** Texts with the formulas in them. */
const CASES: [string, ...string[]][] = [
  ['It costs $5.'],
  ['From $5 to $8.'],
  ['$5-$8 each'],
  ['$5 (or $8)'],
  ['I have $5, or 10$ more.'],
  ['$1,000 and $2,000'],
  ['10$ and 20$'],
  ['US$ 5 and A$ 7'],
  ['$HOME/bin:$PATH'],
  ['`$x$` is code'],
  [String.raw`\$x\$ is escaped`],
  ['a $ b $ c'],
  ['$$ alone'],
  ['$x$', 'x'],
  ['Let $x_1$ and $x_2$ be', 'x_1', 'x_2'],
  ['$a + b = c$, so', 'a + b = c'],
  ['It costs $5 if $n>1$.', 'n>1'],
  [String.raw`$2\,\$$ is a price`, String.raw`2\,\$`],
  ['$$E = mc^2$$', 'E = mc^2'],
  ['$$\na\n= b\n$$\n\nText', 'a\n= b'],
  [String.raw`so \(a*b\) and \(c*d\)`, 'a*b', 'c*d'],
  [String.raw`\[\sum_{i=1}^n i\]`, String.raw`\sum_{i=1}^n i`],
]

test('formulas are found in a text, and prices are not', () => {
  for (const [text, ...formulas] of CASES)
    expect([text, ...found(text)]).toEqual([text, ...formulas])
})

test('a text with formulas is read the same whether it comes at once or in pieces', () => {
  const block = '$$\n- a\n\\begin{aligned}\n# b\n- c\n> d\n***\n\\end{aligned}\n$$'
  const text = `A\n\nB\n\n${block}\n\nC $x$ D\n\n| a |\n|-|\n| $y$ |\n\nE\n\nF`
  const lexer = new IncrementalLexer()
  let tokens: unknown
  for (let end = 1; end <= text.length; end += 1) tokens = lexer.read(text.slice(0, end), true)
  expect(JSON.stringify(tokens)).toBe(JSON.stringify(new IncrementalLexer().read(text, false)))
  expect(JSON.stringify(tokens)).toContain('"type":"math"')
})

test('TeX that is more than a formula is refused, and stays as text', () => {
  const refused = [
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\url{JaVaScRiPt:alert(1)}`,
    String.raw`\includegraphics{https://example.org/x.png}`,
    String.raw`\htmlData{x=</s><script>alert(1)</script>}{x}`,
    String.raw`\class{a}{x}`,
    String.raw`\style{color:red}{x}`,
    String.raw`\def\a{\a\a}\a`,
    String.raw`\def\a{xx}\def\b{\a\a\a\a}\def\c{\b\b\b\b}\def\d{\c\c\c\c}\d\d\d\d\d\d\d\d\d\d`,
    String.raw`\frac{1`,
  ]
  for (const tex of refused) expect([tex, readFormula(tex, false)]).toEqual([tex, undefined])
  expect(readFormula(String.raw`\frac{1}{2}`, true)).toBeDefined()
})

test('openers that are not closed, and marks within marks, take a time that grows with the text', () => {
  const hostile = [
    String.raw`\[a`,
    '$$a',
    String.raw`\[a\n`.replaceAll('\\n', '\n'),
    '$$a\n',
    String.raw`\(a`,
    String.raw`$\a`,
    'x $a ',
    '> ',
    '- ',
    '[',
    '*a ',
    '`a ',
  ]
  const texts = hostile.map((one) => one.repeat(10_000 / one.length))
  texts.push(`\\[${'a'.repeat(200_000)}`, `$$${'a'.repeat(200_000)}`)
  texts.push(`- a\n${'b\n'.repeat(5_000)}`)
  texts.push(Array.from({ length: 150 }, (_, at) => '`'.repeat(at + 1)).join(' a '))
  for (const text of texts) {
    const started = process.cpuUsage().user
    new IncrementalLexer().read(text, false)
    // Some milliseconds; where each opener is looked for to the end, minutes.
    expect([text.slice(0, 9), (process.cpuUsage().user - started) / 1e6 < 5]).toEqual([
      text.slice(0, 9),
      true,
    ])
  }
})

test('plain lines behind a list take little longer than as many items', () => {
  const least = (text: string) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const started = process.cpuUsage().user
        readMarkdown(text)
        return process.cpuUsage().user - started
      }),
    )
  const [plain, items] = [`- a\n${'word\n'.repeat(2_000)}`, '- word\n'.repeat(2_000)]
  // Three times as long; where each line is looked through for a heading, twenty times.
  expect(least(plain) / least(items)).toBeLessThan(9)
  // Headings are still found, in a list and behind one.
  const tokens = readMarkdown('- Title\n  ===\n\nOther\n---\n')
  expect(JSON.stringify(tokens).match(/"type":"(?:list|heading)"/g)).toEqual([
    '"type":"list"',
    '"type":"heading"',
    '"type":"heading"',
  ])
})

test('a formula is not closed over another opener, and what is escaped in it is one sign', () => {
  expect(found(String.raw`\(a and \(b\)`)).toEqual(['b'])
  expect(found(String.raw`\[a \\[2pt] b\]`)).toEqual([String.raw`a \\[2pt] b`])
  expect(found(`\\[${'a'.repeat(8_000)}\\]`)).toEqual(['a'.repeat(8_000)])
  expect(found(`\\[${'a'.repeat(8_001)}\\]`)).toEqual([])
  expect(found('Text\n$$\na\n$$\nmore')).toEqual(['a'])
})

test('a paragraph that is too long keeps its words', () => {
  const words = `*a* ${'word '.repeat(5_000)}end`
  expect(new IncrementalLexer().read(words, false)).toMatchObject([
    { type: 'paragraph', tokens: [{ type: 'text', text: words }] },
  ])
})

function found(text: string): string[] {
  const formulas: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const token = value as { type: string }
    if (isMath(token)) formulas.push(token.text)
    else for (const part of Object.values(value)) visit(part)
  }
  visit(new IncrementalLexer().read(text, false))
  return formulas
}
