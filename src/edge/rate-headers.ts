/** Where somebody stands against a limit of so many a minute. */
interface RateState {
  limit: number
  remaining: number
  resetSeconds: number
}

/** Headers that tell a client where it stands. Form: draft-ietf-httpapi-ratelimit-headers, of three fields. */
export function rateHeaders({ limit, remaining, resetSeconds }: RateState): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  }
}
