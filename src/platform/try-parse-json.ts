/** Result of {@link tryParseJson}; a failure has the parser's error and no value. */
export type ParsedJson =
  | { ok: true; value: unknown }
  | { ok: false; value: undefined; error: unknown }

/** Parses text that may not be JSON. Never throws. */
export function tryParseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, value: undefined, error }
  }
}
