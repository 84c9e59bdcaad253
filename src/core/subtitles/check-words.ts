import { visibleText } from '../../platform/subtitles/text-units.ts'

/**
 * Whether two texts, each given in parts, have the same words in the same order. White space of the
 * first must be white space in the second; the second may have more of it, as text without spaces
 * has where a line ends. Tags count for nothing.
 */
export function haveSameWords(before: readonly string[], after: readonly string[]): boolean {
  const text = visibleText(before.join('\n'))
  const other = visibleText(after.join('\n'))
  let at = 0
  let otherAt = 0
  for (;;) {
    let isSpaced = at === 0
    while (at < text.length && isSpace(text.charCodeAt(at))) {
      at += 1
      isSpaced = true
    }
    let isOtherSpaced = otherAt === 0
    while (otherAt < other.length && isSpace(other.charCodeAt(otherAt))) {
      otherAt += 1
      isOtherSpaced = true
    }
    if (at === text.length || otherAt === other.length)
      return at === text.length && otherAt === other.length
    if (isSpaced && !isOtherSpaced) return false
    if (text.charCodeAt(at) !== other.charCodeAt(otherAt)) return false
    at += 1
    otherAt += 1
  }
}

/** White space between words; no-break spaces are none. */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return false
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a && code !== 0x2007) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x205f ||
    code === 0x3000
  )
}
