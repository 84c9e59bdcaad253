import { serviceUrl } from './address.ts'
import type { Credential, Credentials } from './credentials.ts'
import { ClientFailure, SignedOut } from './failure.ts'
import { Service } from './service.ts'
import type { Terminal } from './terminal.ts'

const DAY_MS = 86_400_000
/** From when on a credential's end is worth a word. */
const EXPIRY_WARNING_DAYS = 14

/** What the commands of a signed-in person work with. */
export interface CommandContext {
  credentials: Credentials
  terminal: Terminal
  signal: AbortSignal
  now: () => number
}

interface SignedIn {
  url: string
  credential: Credential
  service: Service
}

/**
 * The service that is meant, and the sign-in there.
 *
 * @param given An address from the command line
 * @throws {SignedOut} where this machine is not signed in
 */
export function signedIn(
  { credentials, signal }: CommandContext,
  given: string | undefined,
): SignedIn {
  const url = given === undefined ? credentials.defaultUrl() : serviceUrl(given)
  const credential = url === undefined ? undefined : credentials.get(url)
  if (url === undefined || credential === undefined) {
    const where = url === undefined ? 'anywhere' : `at ${url}`
    throw new SignedOut(`This machine is not signed in ${where}: hearth login <address>`)
  }
  return { url, credential, service: new Service({ url, token: credential.access_token, signal }) }
}

/** Tells who is signed in; the service starts the 90 days anew. */
export async function whoami(context: CommandContext, given: string | undefined): Promise<void> {
  const { url, credential, service } = signedIn(context, given)
  const { account, device, expires_at } = await service.whoami()
  context.credentials.renew(url, { ...credential, expires_at })
  const days = Math.round((Date.parse(expires_at) - context.now()) / DAY_MS)
  context.terminal.print(
    [
      `Account  ${account}`,
      `Device   ${device}`,
      `Service  ${url}`,
      `Expires  ${expires_at} (in ${days} days)`,
    ].join('\n'),
  )
}

/**
 * Ends the sign-in at the service, then here.
 *
 * @throws {ClientFailure} where the service cannot be told; the sign-in is kept for another try
 */
export async function logout(context: CommandContext, given: string | undefined): Promise<void> {
  const { url, service } = signedIn(context, given)
  try {
    await service.logout()
  } catch (error) {
    // What the service does not know any more has ended there.
    if (!(error instanceof SignedOut)) {
      throw new ClientFailure(
        `Still signed in, for the service must be told (${error instanceof Error ? error.message : String(error)}); where it is gone for good, take it out of ${context.credentials.path}`,
        { cause: error },
      )
    }
  }
  context.credentials.forget(url)
  context.terminal.print(`Signed out at ${url}`)
}

/** Prints the credential alone, for `$(hearth token)`. */
export function printToken(context: CommandContext, given: string | undefined): void {
  const { url, credential } = signedIn(context, given)
  const left = Date.parse(credential.expires_at) - context.now()
  if (left <= 0)
    throw new SignedOut(`The sign-in at ${url} has expired: sign in again with hearth login`)
  context.terminal.print(credential.access_token)
  if (left < EXPIRY_WARNING_DAYS * DAY_MS)
    context.terminal.note(
      `It expires in ${Math.ceil(left / DAY_MS)} days: hearth whoami makes it 90 again`,
    )
}

export async function printModels(
  context: CommandContext,
  given: string | undefined,
): Promise<void> {
  const { service } = signedIn(context, given)
  context.terminal.print((await service.models()).join('\n'))
}
