import { type JsonBounds, type JsonExcess, jsonExcess } from './json-size.ts'

/** Nobody needs more levels, and deeper values break those who walk them by recursion. */
export const MAX_JSON_DEPTH = 200
/** Of what another program or server sends: some 80 MB in memory. See Limits. */
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
