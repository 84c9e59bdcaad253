// The English messages as a language that shows what is not translated and what has no room.

const LETTERS = new Map(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index) => [
    letter,
    [...'åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'][index] ?? letter,
  ]),
)
/** Names of parts of the page stay as they are. */
const PLACE = /(\{\w+\})/
/** German and French are about so much longer than English. */
const LONGER = 0.4

function lengthened(text: string): string {
  const accented = text
    .split(PLACE)
    .map((part, index) =>
      index % 2 === 1 ? part : Array.from(part, (letter) => LETTERS.get(letter) ?? letter).join(''),
    )
    .join('')
  const missing = Math.ceil(text.replace(PLACE, '').length * LONGER)
  return `${accented}${' ~~~~'.repeat(Math.ceil(missing / 5)).slice(0, missing)}`
}

/** Messages with accents and more letters; names of units and of the language stay. */
export function pseudo(value: unknown, key = ''): unknown {
  if ((key === 'language' && value === 'en') || key === 'units') return value
  if (typeof value === 'string') return lengthened(value)
  if (typeof value === 'function') return (...args: unknown[]) => lengthened(String(value(...args)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, pseudo(one, name)]))
}

/** The source of a folder's messages in that language; `path` is that of the English ones. */
export async function pseudoSource(path: string): Promise<string> {
  const english = await Bun.file(path).text()
  return `import { pseudo } from '${import.meta.path}'
${english.replace(/export const m\b/, 'const english').replaceAll('typeof m\n', 'typeof english\n')}
export const m = pseudo(english)
`
}
