/** Of each encoding, the bytes of the characters that two bytes have, and of those that one has. */
const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/**
 * Encodes text in a legacy encoding or UTF-16, which the platform only decodes.
 *
 * @param label Of the Encoding Standard
 * @throws {Error} for a character that the encoding does not have in one or two bytes
 */
export function encodeText(text: string, label: string): Uint8Array<ArrayBuffer> {
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
