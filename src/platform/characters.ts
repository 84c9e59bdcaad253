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
