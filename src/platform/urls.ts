import { bareHost, isLoopbackAddress, isPrivateAddress, normalizeAddress } from './networks.ts'

/** Parses a URL; undefined when the text is none. `URL.parse` is missing in Node 20. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined
}

/** What {@link isHttpUrl} expects, in words. */
export const HTTP_URL = 'expected an address with http:// or https://, without user and password'

/** Whether a text is an http or https URL without credentials. */
export function isHttpUrl(text: string): boolean {
  const url = parseUrl(text)
  return (
    url !== undefined &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === ''
  )
}

/** Whether a URL's host is a public address. Host names are checked when they are resolved. */
export function isPublicUrl(text: string): boolean {
  const host = bareHost(new URL(text).hostname)
  return normalizeAddress(host) !== undefined && !isPrivateAddress(host)
}

/** Domains of pay-per-use APIs that people try first. */
const PAID_APIS = [
  'openai.com',
  'anthropic.com',
  'googleapis.com',
  'openrouter.ai',
  'mistral.ai',
  'groq.com',
  'deepseek.com',
  'together.xyz',
  'x.ai',
]

/**
 * Whether a URL names a well-known pay-per-use API. Others are refused when their name is resolved;
 * these can be refused in words at the start.
 */
export function isPaidApi(text: string): boolean {
  const { hostname } = new URL(text)
  return PAID_APIS.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
}

/**
 * Whether a URL's host is private without a DNS lookup: `localhost`, a loopback or a private
 * address.
 */
export function isPrivateUrl(url: URL): boolean {
  return url.hostname === 'localhost' || isPrivateAddress(bareHost(url.hostname))
}

/** Whether a URL's host is this machine: `localhost` or a loopback address. */
export function isLoopbackHost(url: URL): boolean {
  return url.hostname === 'localhost' || isLoopbackAddress(bareHost(url.hostname))
}

/** Decodes percent signs; undefined when what they encode is not UTF-8. */
export function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
