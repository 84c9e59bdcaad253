/** Where somebody stands against a limit of so many a minute. */
interface RateState {
  limit: number
  remaining: number
  resetSeconds: number
}

/**
 * Tells a client where it stands; of several limits the nearest. Form:
 * draft-ietf-httpapi-ratelimit-headers, of three fields.
 *
 * @param headers Of the answer under way
 */
export function setRateHeaders(
  headers: Record<string, string | number>,
  { limit, remaining, resetSeconds }: RateState,
): void {
  const told = headers['ratelimit-remaining']
  if (told !== undefined && Number(told) < remaining) return
  headers['ratelimit-limit'] = String(limit)
  headers['ratelimit-remaining'] = String(remaining)
  headers['ratelimit-reset'] = String(resetSeconds)
}
