import type { Origins } from './origins.ts'

/**
 * A cookie that only this host and no script can read. Over TLS its name starts with `__Host-`.
 */
export class HostCookie {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  /**
   * The value that a request carries.
   *
   * @returns undefined when there is none, or more than one: which of them is ours is unknown
   */
  read(origins: Origins, { headers }: Pick<Request, 'headers'>): string | undefined {
    const header = headers.get('cookie')
    if (header === null) return undefined
    const start = `${this.#nameFor(isSecure(origins, headers))}=`
    let value: string | undefined
    for (const part of header.split(';')) {
      const pair = part.trim()
      if (!pair.startsWith(start)) continue
      if (value !== undefined) return undefined
      value = pair.slice(start.length)
    }
    return value
  }

  /**
   * The value of `Set-Cookie` in the answer to a request.
   *
   * @param maxAge Seconds; 0 deletes it
   */
  set(
    origins: Origins,
    { headers }: Pick<Request, 'headers'>,
    value: string,
    maxAge: number,
  ): string {
    const secure = isSecure(origins, headers)
    const parts = [`${this.#nameFor(secure)}=${value}`, 'Path=/', `Max-Age=${maxAge}`]
    return [...parts, 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ')
  }

  #nameFor(secure: boolean): string {
    return secure ? `__Host-${this.#name}` : this.#name
  }
}

function isSecure(origins: Origins, headers: Headers): boolean {
  return origins.isSecure(headers.get('host'))
}
