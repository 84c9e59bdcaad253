import { AppError } from '../../platform/errors.ts'

const SCHEME = /^https?:\/\//i

/**
 * A recording at an address that a user gives.
 *
 * @throws {AppError} `invalid`
 */
export function recordingAt(url: string) {
  return { source: { type: 'url' as const, url }, name: nameIn(parsed(url)) }
}

/**
 * An address without its fragment, in which programs keep notes of their own.
 *
 * @throws {AppError} `invalid`
 */
export function withoutFragment(url: string): string {
  const whole = parsed(url)
  whole.hash = ''
  return whole.href
}

function parsed(url: string): URL {
  const found = SCHEME.test(url) ? URL.parse(url) : null
  if (found !== null) return found
  throw new AppError('invalid', 'Cannot use url: it must be an http or https address', {
    param: 'url',
  })
}

/** The last part of a path, or the host. */
function nameIn({ pathname, hostname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || hostname
  } catch {
    return last
  }
}
