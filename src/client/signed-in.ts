import type { Credential, Credentials } from './credentials.ts'
import { ClientFailure, SignedOut } from './failure.ts'
import type { Model } from './schema.ts'
import { Service, serviceUrl } from './service.ts'
import type { Terminal } from './terminal.ts'

/** Written at the head of the file that a service hands out; not declared in a clone. */
declare const HEARTH_SERVER: string

/** Whether this program is the single file that a service hands out, without a clone around it. */
export const IS_SINGLE_FILE = typeof HEARTH_SERVER === 'string'

/** Address of the service that handed this file out; undefined in a clone. */
export const SERVED_FROM: string | undefined =
  typeof HEARTH_SERVER === 'string' && HEARTH_SERVER !== '' ? HEARTH_SERVER : undefined

const DAY_MS = 86_400_000
/** A shorter remaining time is reported to the user. */
const EXPIRY_WARNING_DAYS = 14

/** What the commands of a signed-in user need. */
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
 * Finds the service and its credential.
 *
 * @param given An address of the command line
 * @throws {SignedOut} when this machine is not signed in there
 */
export function signedIn(
  { credentials, signal }: CommandContext,
  given: string | undefined,
): SignedIn {
  const url = given === undefined ? credentials.defaultUrl() : serviceUrl(given)
  const credential = url === undefined ? undefined : credentials.get(url)
  if (url === undefined || credential === undefined) {
    const where = url === undefined ? 'anywhere' : `at ${url}`
    const address = given ?? SERVED_FROM ?? '<address>'
    throw new SignedOut(`This machine is not signed in ${where}: hearth login ${address}`)
  }
  return { url, credential, service: new Service({ url, token: credential.access_token, signal }) }
}

/** A command whose answer can be JSON. */
interface Shown {
  url?: string
  json: boolean
}

/** Shows who is signed in. The service extends the sign-in to 90 days. */
export async function whoami(context: CommandContext, { url: given, json }: Shown): Promise<void> {
  const { url, credential, service } = signedIn(context, given)
  const { account, device, expires_at } = await service.whoami()
  context.credentials.renew(url, { ...credential, expires_at })
  if (json) {
    context.terminal.printJson({ account, device, service: url, expires_at })
    return
  }
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
 * Ends the sign-in at the service, then removes its credential.
 *
 * @throws {ClientFailure} when the service cannot be reached; the credential stays stored for another
 * attempt
 */
export async function logout(context: CommandContext, given: string | undefined): Promise<void> {
  const { url, service } = signedIn(context, given)
  try {
    await service.logout()
  } catch (error) {
    // A credential that the service does not know has already ended.
    if (!(error instanceof SignedOut)) {
      throw new ClientFailure(
        `Still signed in, because the service could not be told (${error instanceof Error ? error.message : String(error)}); if the service no longer exists, remove its entry from ${context.credentials.path}`,
        { cause: error },
      )
    }
  }
  context.credentials.remove(url)
  context.terminal.print(`Signed out at ${url}`)
}

/** Prints only the credential, for `$(hearth token)`. */
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

/** Lists the models: their names, in a terminal with what they can do, or JSON with everything. */
export async function printModels(
  { terminal, ...context }: CommandContext,
  { url, json }: Shown,
): Promise<void> {
  const models = await signedIn({ terminal, ...context }, url).service.models()
  if (json) {
    terminal.printJson(models)
    return
  }
  const width = Math.max(...models.map(({ id }) => id.length))
  const lineOf = (model: Model) => `${model.id.padEnd(width)}  ${factsOf(model)}`.trimEnd()
  terminal.print(models.map((one) => (terminal.isInteractive ? lineOf(one) : one.id)).join('\n'))
}

/** Such as `32,768 tokens, vision, tools`. */
function factsOf({ context_length, capabilities = [] }: Model): string {
  const length = context_length == null ? [] : [`${context_length.toLocaleString('en-US')} tokens`]
  // Each model completes text.
  return [...length, ...capabilities.filter((one) => one !== 'completion')].join(', ')
}
