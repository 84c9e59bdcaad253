/**
 * Nobody needs more levels, and deeper values break those who walk them by recursion.
 *
 * @limit json-depth count
 * @limit outside-json-depth count
 */
export const MAX_JSON_DEPTH = 200
/**
 * Of what another program or server sends: some 80 MB in memory. @limit outside-json-values count
 */
export const MAX_JSON_VALUES = 1_000_000

/** Of JSON from outside. */
export const JSON_BOUNDS: JsonBounds = { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_JSON_VALUES }

/** Result of {@link tryParseJson}; a failure has the parser's error and no value. */
export type ParsedJson =
  | { ok: true; value: unknown }
  | {
      ok: false
      value: undefined
      error: unknown
      /** The bound that it exceeds. Absent when it is not JSON. */
      excess?: JsonExcess
    }

/**
 * Parses text that may not be JSON. Never throws.
 *
 * @param bounds More is refused before it is parsed; by default 200 levels and 1,000,000 values
 */
export function tryParseJson(text: string, bounds = JSON_BOUNDS): ParsedJson {
  const excess = jsonExcess(text, bounds)
  if (excess !== undefined) {
    const words = excess === 'depth' ? 'is nested too deep' : 'holds too many values'
    return { ok: false, value: undefined, error: new Error(`The JSON ${words}`), excess }
  }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, value: undefined, error }
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** How much a text of JSON may hold. */
interface JsonBounds {
  /** Levels of nesting. */
  maxDepth: number
  maxValues: number
}

/** Which bound a text of JSON exceeds. */
type JsonExcess = 'depth' | 'values'

/**
 * Whether a text of JSON is nested too deep or holds too many values, without reading it into
 * memory. A value may take two bytes to send and a hundred to hold, so that a bound of bytes alone
 * bounds nothing, and those who walk a deep value by recursion run out of stack.
 *
 * @returns undefined when it holds no more than the bounds
 */
export function jsonExcess(
  text: string,
  { maxDepth, maxValues }: JsonBounds,
): JsonExcess | undefined {
  // A level takes two characters, and a value at least one.
  if (text.length <= 2 * maxDepth && text.length <= maxValues) return undefined
  // Each value but the first comes after a comma or as the first of a list or object; an empty one
  // counts twice.
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1
        if (depth > maxDepth) return 'depth'
        values += 1
        if (values > maxValues) return 'values'
        break
      case COMMA:
        values += 1
        if (values > maxValues) return 'values'
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1
        break
    }
  }
  return undefined
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
