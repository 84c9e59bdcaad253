/**
 * A time in ISO 8601 as UTC milliseconds.
 *
 * @returns undefined for none, and for one of a day that no calendar has, such as 31 February
 */
export function parseTime(text: string): number | undefined {
  const at = Date.parse(text)
  // `2026-02-31` parses as a day in March, so its day has to come out as it stands in the text.
  const day = text.slice(0, 10)
  const midnight = Date.parse(day)
  if (Number.isNaN(at) || Number.isNaN(midnight)) return undefined
  return new Date(midnight).toISOString().startsWith(day) ? at : undefined
}
