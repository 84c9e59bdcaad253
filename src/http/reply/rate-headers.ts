/** State of a rate limit for one caller. */
interface RateState {
  limit: number
  remaining: number
  resetSeconds: number
}

/**
 * Tells a client the state of its rate limit; of several limits the one nearest to its end. Form:
 * draft-ietf-httpapi-ratelimit-headers, of three fields.
 *
 * @param headers Of the answer under way
 */
export function setRateHeaders(
  headers: Record<string, string | number>,
  { limit, remaining, resetSeconds }: RateState,
): void {
  const earlier = headers['ratelimit-remaining']
  if (earlier !== undefined && Number(earlier) < remaining) return
  headers['ratelimit-limit'] = String(limit)
  headers['ratelimit-remaining'] = String(remaining)
  headers['ratelimit-reset'] = String(resetSeconds)
}
