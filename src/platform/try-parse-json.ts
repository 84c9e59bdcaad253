/** What {@link tryParseJson} found; a failure has no value, and the parser's error. */
export type ParsedJson =
  | { ok: true; value: unknown }
  | { ok: false; value: undefined; error: unknown }

/** Parses text that may not be JSON: a failure is an answer, and nothing is thrown. */
export function tryParseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, value: undefined, error }
  }
}
