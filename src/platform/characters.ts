/** Counts Unicode code points, the unit of every character bound. See Limits. */
export function countCharacters(text: string): number {
  // In plain ASCII the numbers of bytes, UTF-16 units and code points are equal.
  if (Buffer.byteLength(text) === text.length) return text.length
  let pairs = 0
  for (let i = 0; i < text.length - 1; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdbff) continue
    const next = text.charCodeAt(i + 1)
    if (next >= 0xdc00 && next <= 0xdfff) {
      pairs += 1
      i += 1
    }
  }
  return text.length - pairs
}

/** The first code points of a text. */
export function firstCharacters(text: string, count: number): string {
  let end = 0
  for (let left = count; left > 0 && end < text.length; left -= 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}
