import { expect, test } from 'bun:test'
import { decodePage } from '../../../src/media/pages/read-page.ts'

/** Of each encoding, the bytes of the characters that two bytes have, and of those that one has. */
const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/**
 * Encodes text in a legacy encoding or UTF-16, which the platform only decodes.
 *
 * @param label Of the Encoding Standard
 * @throws {Error} for a character that the encoding does not have in one or two bytes
 */
function encodeText(text: string, label: string): Uint8Array<ArrayBuffer> {
  if (label === 'utf-8') return new TextEncoder().encode(text)
  if (label.startsWith('utf-16')) {
    const bytes = Buffer.from(text, 'utf16le')
    return Uint8Array.from(label === 'utf-16be' ? bytes.swap16() : bytes)
  }
  const table = tables.get(label) ?? tableOf(label)
  tables.set(label, table)
  const bytes = [...text].flatMap((character) => {
    const found = table.get(character)
    if (found === undefined) throw new Error(`${label} has no ${character}`)
    return found
  })
  return Uint8Array.from(bytes)
}

function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const decoder: TextDecoder = Reflect.construct(TextDecoder, [label])
  const table = new Map<string, readonly number[]>()
  const add = (sequences: readonly (readonly number[])[]) => {
    const lines = decoder
      .decode(Uint8Array.from(sequences.flatMap((bytes) => [...bytes, 0x0a])))
      .split('\n')
    for (const [index, bytes] of sequences.entries()) {
      const [character, ...more] = lines[index] ?? ''
      const isOne = character !== undefined && character !== '\ufffd' && more.length === 0
      if (isOne && !table.has(character)) table.set(character, bytes)
    }
  }
  const all = Array.from({ length: 256 }, (_, byte) => byte)
  const high = all.slice(0x81, 0xff)
  table.set('\n', [0x0a])
  add(all.filter((byte) => byte !== 0x0a).map((byte) => [byte]))
  if (/^(?:big5|euc|gb|shift)/.test(label))
    add(high.flatMap((lead) => all.slice(0x40, 0xff).map((trail) => [lead, trail])))
  return table
}

const TEXTS = {
  english: 'The river rose by two metres – the “lower” road is closed. Après-ski in Zürich.',
  german:
    'Der Fluss stieg in der Nacht um zwei Meter, sagte der Wärter, und die Straße ist gesperrt.',
  french:
    'La rivière est montée de deux mètres dans la nuit, a déclaré le gardien, et la route est fermée.',
  czech:
    'Řeka v noci stoupla o dva metry, řekl hlídač, a dolní cesta, která byla už předtím uzavřená, je pod vodou.',
  polish:
    'W nocy rzeka podniosła się o dwa metry, powiedział strażnik, a dolna droga jest zamknięta.',
  russian: 'Ночью река поднялась на два метра, сказал сторож, и нижняя дорога закрыта.',
  japanese: '夜のうちに川は二メートル上がったと番人は言った。下の道路は閉鎖されている。',
  korean: '밤사이 강물이 이 미터 불어났다고 관리인이 말했다. 아래 도로는 폐쇄되었다.',
  simplified: '守卫说，夜里河水上涨了两米，下面的道路已经关闭。我们现在不知道什么时候开放。',
  traditional: '守衛說，夜裡河水上漲了兩公尺，下面的道路已經關閉。我們現在不知道什麼時候開放。',
}
/** With the language that the page names. */
const CHARSETS: readonly (readonly [label: string, lang: string, text: string])[] = [
  ['utf-8', 'ja', TEXTS.japanese],
  ['windows-1250', 'cs', TEXTS.czech],
  ['windows-1251', 'ru', TEXTS.russian],
  ['windows-1252', 'en', TEXTS.english],
  ['iso-8859-2', 'pl', TEXTS.polish],
  ['iso-8859-15', 'fr', TEXTS.french],
  ['koi8-r', 'ru', TEXTS.russian],
  ['shift_jis', 'ja', TEXTS.japanese],
  ['euc-jp', 'ja', TEXTS.japanese],
  ['euc-kr', 'ko', TEXTS.korean],
  ['gb18030', 'zh', TEXTS.simplified],
  ['big5', 'zh', TEXTS.traditional],
  ['utf-16le', 'de', TEXTS.german],
  ['utf-16be', 'ru', TEXTS.russian],
]

function page(text: string, lang: string, head = '', before = '<!doctype html>'): string {
  return `${before}<html lang="${lang}"><head>${head}<title>${text}</title><style>p { color: red }</style></head><body><p>${text}</p></body></html>`
}

function decoded(html: string, label: string, charset?: string): string {
  return decodePage(encodeText(html, label), charset)
}

test.each(CHARSETS)('%s is decoded, no matter who names it', (label, lang, text) => {
  const ways: Record<string, string> = {
    header: decoded(page(text, lang), label, label),
    'quoted in capitals': decoded(page(text, lang), label, ` ${label.toUpperCase()} `),
    'server default': decoded(page(text, lang), label, 'ISO-8859-1'),
    nonsense: decoded(page(text, lang), label, 'x-nonsense'),
    nobody: decoded(page(text, lang), label),
    'header that is wrong': decoded(page(text, lang), label, 'utf-8'),
    meta: decoded(page(text, lang, `<meta charset="${label}">`), label),
    'http-equiv': decoded(
      page(
        text,
        lang,
        `<!-- ${'x'.repeat(2000)} --><meta http-equiv="Content-Type" content="text/html; charset=${label}">`,
      ),
      label,
    ),
    'XML declaration': decoded(
      page(text, lang, '', `<?xml version="1.0" encoding="${label}"?>`),
      label,
    ),
  }
  expect(Object.entries(ways).filter(([, html]) => !html.includes(`<p>${text}</p>`))).toEqual([])
})

test('a byte order mark goes before all else, and is no part of the text', () => {
  for (const label of ['utf-8', 'utf-16le', 'utf-16be'])
    for (const charset of [undefined, 'windows-1251', 'utf-16be'])
      expect(decoded(`\ufeff${page(TEXTS.russian, 'ru')}`, label, charset)).toBe(
        page(TEXTS.russian, 'ru'),
      )
})

test('UTF-8 is known whatever else is said, and keeps its text beside a damaged character', () => {
  for (const charset of ['windows-1252', 'windows-1251', 'gb18030', 'shift_jis', 'utf-16'])
    expect(decoded(page(TEXTS.french, 'fr', '<meta charset="big5">'), 'utf-8', charset)).toContain(
      TEXTS.french,
    )
  const damaged = Buffer.concat([
    encodeText(page(TEXTS.japanese, 'ja'), 'utf-8'),
    Buffer.of(0xe6, 0x20),
  ])
  for (const charset of [undefined, 'utf-8'])
    expect(decodePage(Uint8Array.from(damaged), charset)).toContain(TEXTS.japanese)
  // ASCII is the same in all of them but UTF-16, which is often said of it.
  expect(decoded('<p>Plain words</p>', 'utf-8', 'utf-16')).toBe('<p>Plain words</p>')
})

test('characters that an encoding does not have are no reason to leave it', () => {
  const bytes = Buffer.concat([encodeText(TEXTS.korean, 'euc-kr'), Buffer.of(0xff, 0x20)])
  expect(decodePage(Uint8Array.from(bytes), 'euc-kr')).toContain(TEXTS.korean)
})
