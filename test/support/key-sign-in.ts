import { PRIMARY_KEY, requestOf, type TestApp } from './service.ts'

export const KEY_PATH = '/login/key'

/** Where a request comes from. */
export interface From {
  host?: string
  /** The socket's peer. */
  address?: string
  /** Whether it arrives at the listener for tunnels and proxies. */
  viaProxy?: boolean
  headers?: Record<string, string>
}

/** Sends a request as a browser does whose page is of `host`; by default from this machine. */
export async function fromBrowser(
  { fetch }: Pick<TestApp, 'fetch'>,
  path: string,
  { host = 'localhost', address = '127.0.0.1', viaProxy = false, headers = {} }: From = {},
  init: RequestInit = {},
): Promise<Response> {
  const all = { accept: 'text/html', host, ...headers }
  const connection = { viaProxy, address, client: address }
  return await fetch(requestOf(path, { ...init, headers: all }, connection))
}

/** Submits the form for the Primary Key from a page of the given origin. */
export function submitKey(
  service: Pick<TestApp, 'fetch'>,
  { key = PRIMARY_KEY, origin = 'http://localhost' }: { key?: string; origin?: string } = {},
  from: From = {},
): Promise<Response> {
  const headers = { origin, ...from.headers }
  const body = new URLSearchParams({ key })
  return fromBrowser(service, KEY_PATH, { ...from, headers }, { method: 'POST', body })
}

/** The name and value of a session's cookie in an answer. */
export function cookieOf({ headers }: Response): string {
  return headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}
