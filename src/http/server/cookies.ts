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
  const header = headers.get('cookie')
  if (header === null) return undefined
  const start = `${name}=`
  let value: string | undefined
  for (const part of header.split(';')) {
    const pair = part.trim()
    if (!pair.startsWith(start)) continue
    if (value !== undefined) return undefined
    value = pair.slice(start.length)
  }
  return value
}

/** The value of `Set-Cookie`. */
export function setCookie(name: string, value: string, { secure, maxAge }: CookieSettings): string {
  const parts = [`${cookieName(name, secure)}=${value}`, 'Path=/', `Max-Age=${maxAge}`]
  return [...parts, 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ')
}
