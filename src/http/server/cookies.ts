/** A cookie that only this host and no script can read. */
export interface CookieSettings {
  /** Sent over TLS and to this host only; its name then starts with `__Host-`. */
  secure: boolean
  /** Seconds; 0 deletes it. */
  maxAge: number
}

/** The name that a cookie has in the browser. */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}

/**
 * A cookie that the request carries.
 *
 * @returns undefined when there is none, or more than one: which of them is ours is unknown
 */
export function readCookie(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const values = pairs.flatMap((pair) =>
    pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : [],
  )
  return values.length === 1 ? values[0] : undefined
}

/** The value of `Set-Cookie`. */
export function setCookie(name: string, value: string, { secure, maxAge }: CookieSettings): string {
  const parts = [`${cookieName(name, secure)}=${value}`, 'Path=/', `Max-Age=${maxAge}`]
  return [...parts, 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ')
}
