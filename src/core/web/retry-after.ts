/** The most that a host is believed. See Limits. */
export const MAX_LEFT_ALONE_MS = 60 * 60_000

/**
 * How long a busy server asks to wait. RFC 9110, 10.2.3: seconds, or a date
 *
 * @param now Unix time in milliseconds
 * @returns Milliseconds; undefined where the header is absent or says nothing
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_LEFT_ALONE_MS)
}
