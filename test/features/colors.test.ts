import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const TOKENS = readFileSync(join(import.meta.dir, '../../public/ui/tokens.css'), 'utf8')
/** WCAG 2.2, 1.4.3 and 1.4.11. */
const MIN_CONTRAST = { text: 4.5, edge: 3 }
/** What is written on each color. */
const TEXT_ON: Readonly<Record<string, readonly string[]>> = {
  ground: ['text', 'muted', 'accent', 'ok', 'warn', 'bad'],
  panel: ['text', 'muted', 'accent', 'ok', 'warn', 'bad'],
  card: ['text', 'muted', 'accent', 'ok', 'warn', 'bad'],
  soft: ['text', 'muted', 'accent', 'bad'],
  accent: ['on-accent'],
}
const CODE = ['code-keyword', 'code-number', 'code-name', 'ok', 'muted']
const FIELDS_ON = ['ground', 'panel', 'card']

/** Rules of the file by their selectors, with the colors that each sets. */
const RULES = [...TOKENS.matchAll(/(:root[^{]*)\{([^{}]*)\}/g)].map(
  ([, selector = '', body = '']) => ({
    selector: selector.trim(),
    colors: Object.fromEntries(
      [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    ),
  }),
)
const [LIGHT = {}, DARK = {}] = [':root', ':root[data-theme="dark"]'].map(
  (one) => RULES.find(({ selector }) => selector === one)?.colors,
)

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('the colors of tokens.css have the contrast that WCAG asks for, in light and in dark', () => {
  const low: string[] = []
  const pairs = [
    ...Object.entries(TEXT_ON).flatMap(([ground, texts]) =>
      texts.map((text) => [ground, text, MIN_CONTRAST.text] as const),
    ),
    ...CODE.map((text) => ['card', text, MIN_CONTRAST.text] as const),
    ...FIELDS_ON.map((ground) => [ground, 'edge', MIN_CONTRAST.edge] as const),
  ]
  for (const [theme, colors] of Object.entries({ light: LIGHT, dark: DARK }))
    for (const [ground, text, least] of pairs) {
      const value = contrast(colors[ground] ?? '', colors[text] ?? '')
      if (!(value >= least)) low.push(`${theme}: ${text} on ${ground}: ${value.toFixed(2)}`)
    }
  expect(low).toEqual([])
})

test('the two ways to the dark colors say the same', () => {
  const dark = RULES.filter(({ colors }) => colors['ground'] === DARK['ground'])
  expect(dark).toHaveLength(2)
  expect(dark[0]?.colors).toEqual(dark[1]?.colors ?? {})
})
