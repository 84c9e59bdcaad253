const SPACE = 0x20
const DELETE = 0x7f
const LAST_CONTROL = 0x9f
const REPLACEMENT = 0xfffd
const [TAB, LINE_FEED, FORM_FEED, RETURN, ESCAPE] = [9, 10, 12, 13, 27]
/** Control characters that text files have. */
const USUAL: ReadonlySet<number> = new Set([TAB, LINE_FEED, FORM_FEED, RETURN, ESCAPE])
const PRIVATE_USE = { first: 0xe000, last: 0xf8ff }

/** Characters that no writer means: control, replacement and private-use characters. */
export function countJunk(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) if (isJunk(text.charCodeAt(at))) count += 1
  return count
}

function isJunk(unit: number): boolean {
  if (unit < SPACE) return !USUAL.has(unit)
  if (unit >= DELETE && unit <= LAST_CONTROL) return true
  return unit === REPLACEMENT || (unit >= PRIVATE_USE.first && unit <= PRIVATE_USE.last)
}
