import { matches } from '../platform/check.ts'
import { tryParseJson } from '../platform/try-parse-json.ts'
import { ClientFailure, SignedOut, TemporaryFailure } from './failure.ts'
import { ErrorBody } from './schema.ts'

/** The error for a response without success, with a message for the user. */
export async function refusalOf(response: Response, url: string): Promise<ClientFailure> {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    return new ClientFailure(
      `${url} sends to ${headers.get('location')}: sign in with the address that you are meant to use`,
    )
  }
  const value = await readJson(response)
  const { detail, code } = matches(ErrorBody, value) ? value : { detail: '', code: undefined }
  const wait = /^\d{1,5}$/.exec(headers.get('retry-after') ?? '')?.[0]
  const again = wait === undefined ? {} : { afterSeconds: Number(wait) }
  const later = wait === undefined ? 'try again later' : `try again in ${wait} s`
  if (status === 401)
    return new SignedOut(`Not signed in at ${url} any more: sign in again with hearth login`)
  if (code === 'pending_approval')
    return new ClientFailure('The owner has not approved your account yet')
  if (status === 429) return new TemporaryFailure(`Too many requests at once: ${later}`, again)
  // Without a time to ask again, only the owner can help.
  if (code === 'not_installed' || (code === 'no_engine' && wait === undefined))
    return new ClientFailure(detail)
  if (code === 'no_engine')
    return new TemporaryFailure(detail.replace('try again later', later), again)
  if (status >= 500) return new TemporaryFailure(detail || `${url} is not up (${status})`, again)
  return new ClientFailure(detail || `${url} does not answer like a Hearth (${status})`)
}

/**
 * Parses a body as JSON; undefined when it is not JSON.
 *
 * @throws {TemporaryFailure} when the body is incomplete
 */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new TemporaryFailure('The connection broke', { cause })
  })
  return tryParseJson(text).value
}
