const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b

/**
 * Whether a text of JSON holds more than so many values, without reading it into memory. A value
 * may take two bytes to send and a hundred to hold, so that a bound of bytes alone bounds nothing.
 */
export function holdsMore(text: string, maxValues: number): boolean {
  // Each but the first comes after a comma or as the first of a list or object; an empty one counts
  // twice.
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case COMMA:
      case OPEN_LIST:
      case OPEN_OBJECT:
        values += 1
        if (values > maxValues) return true
        break
    }
  }
  return false
}

/** Where a string's closing quote stands, or where the text ends. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

/** An odd number of backslashes before it. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1
  return (at - before) % 2 === 1
}
