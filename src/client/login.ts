import { clockTime } from '../platform/clock-time.ts'
import type { Credentials } from './credentials.ts'
import { ClientFailure, TemporaryFailure } from './failure.ts'
import { type PollAnswer, requireSecureUrl, Service } from './service.ts'
import type { Terminal } from './terminal.ts'

/** Default poll interval. RFC 8628, 3.5 */
const DEFAULT_INTERVAL_SECONDS = 5
const SLOWER_SECONDS = 5
/**
 * Clocks of virtual machines run up to a third fast, and a client that polls early must slow down.
 */
const MARGIN = 1.2
const MARGIN_AFTER_SLOW_DOWN = 1.4

interface ApprovalOptions {
  poll: () => Promise<PollAnswer>
  /** Seconds, as reported by the service. */
  interval: number | undefined
  expiresIn: number
  /** Milliseconds; only differences count. */
  now: () => number
  sleep: (ms: number) => Promise<void>
  /**
   * Called when the service becomes unreachable, with the reason, and when it answers again,
   * without one.
   */
  onOutage: (outage: string | undefined) => void
}

/**
 * Polls until the user has decided in the browser.
 *
 * @throws {ClientFailure} when the user denied, when the code has expired, or when the service
 * refuses
 */
export async function awaitApproval(options: ApprovalOptions) {
  const { poll, expiresIn, now, sleep, onOutage } = options
  const end = now() + expiresIn * 1000
  let interval = options.interval ?? DEFAULT_INTERVAL_SECONDS
  let margin = MARGIN
  let isFailing = false
  let pause = 0
  for (;;) {
    const wait = Math.max(interval * margin, pause) * 1000
    await sleep(Math.max(0, Math.min(wait, end - now())))
    const answer = await tryPoll(poll)
    const outage = answer.state === 'unreachable' ? answer.reason : undefined
    if ((outage !== undefined) !== isFailing) onOutage(outage?.message)
    isFailing = outage !== undefined
    pause = outage?.afterSeconds ?? 0
    if (answer.state === 'granted') return answer
    if (answer.state === 'error') {
      if (answer.error === 'slow_down') {
        interval = answer.interval ?? interval + SLOWER_SECONDS
        margin = MARGIN_AFTER_SLOW_DOWN
      } else if (answer.error === 'authorization_pending') {
        interval = answer.interval ?? interval
      } else throw approvalError(answer.error, answer.detail)
    }
    if (now() >= end) throw approvalError('expired_token', '')
  }
}

type PollResult = PollAnswer | { state: 'unreachable'; reason: TemporaryFailure }

async function tryPoll(poll: () => Promise<PollAnswer>): Promise<PollResult> {
  try {
    return await poll()
  } catch (error) {
    if (!(error instanceof TemporaryFailure)) throw error
    return { state: 'unreachable', reason: error }
  }
}

function approvalError(error: string, detail: string): ClientFailure {
  switch (error) {
    case 'access_denied':
      return new ClientFailure('The sign-in was denied in the browser')
    case 'expired_token':
      return new ClientFailure('The code has expired: start again with hearth login')
    case 'invalid_grant':
      return new ClientFailure('The code is not valid any more: start again with hearth login')
    default:
      return new ClientFailure(detail)
  }
}

const CLOCK_MS = 1000

export interface LoginOptions {
  url: string
  /** Name of this machine on the approval page. */
  device: string
  insecure: boolean
  credentials: Credentials
  terminal: Terminal
  signal: AbortSignal
  /** Opens a page; resolves to whether a browser was started. */
  browse: (page: string) => Promise<boolean>
  now: () => number
  sleep: (ms: number) => Promise<void>
}

/**
 * Signs this machine in by the device flow: the user types a short code in any browser. RFC 8628
 */
export async function login(options: LoginOptions): Promise<void> {
  const { url, credentials, terminal, signal, now } = options
  // Read first, so that an unusable file is reported before the user approves.
  const previous = credentials.get(url)
  if (!options.insecure) await requireSecureUrl(url)
  const service = new Service({ url, signal })
  const verifier = randomVerifier()
  const started = await service.start(options.device, await challengeOf(verifier))

  terminal.print(`Open   ${started.verification_uri}`)
  terminal.print(`Type   ${started.user_code}`)
  terminal.print('Continue only if the page shows this code and the name of this machine.')
  if (await options.browse(started.verification_uri))
    terminal.print('Your browser should show the page.')

  const granted = await withCountdown(options, started.expires_in, () =>
    awaitApproval({
      poll: () => service.poll(started.device_code, verifier),
      interval: started.interval,
      expiresIn: started.expires_in,
      now,
      sleep: options.sleep,
      onOutage: (outage) =>
        terminal.note(outage ? `${outage}; still trying` : 'The service answers again'),
    }),
  )
  const expiresAt = new Date(now() + granted.expires_in * 1000).toISOString()
  try {
    credentials.save(url, { access_token: granted.access_token, expires_at: expiresAt })
  } catch (error) {
    await endSignIn(new Service({ url, token: granted.access_token, signal }))
    throw error
  }
  terminal.print(await signedInAs(options, granted.access_token, expiresAt))
  terminal.print("Try: hearth chat 'Hello'")
  if (previous !== undefined)
    await endSignIn(new Service({ url, token: previous.access_token, signal }))
}

/** Says who is signed in; without the account when the service does not tell it now. */
async function signedInAs(
  { url, signal }: LoginOptions,
  token: string,
  expiresAt: string,
): Promise<string> {
  const until = expiresAt.slice(0, 'YYYY-MM-DD'.length)
  try {
    const { account, device } = await new Service({ url, token, signal }).whoami()
    return `Signed in as ${account} on ${device}, at ${url}, until ${until}`
  } catch (error) {
    if (!(error instanceof ClientFailure)) throw error
    return `Signed in at ${url}, until ${until}`
  }
}

/** Shows the remaining time while it waits, in a terminal; elsewhere one line. */
async function withCountdown<value>(
  { terminal, now }: LoginOptions,
  seconds: number,
  wait: () => Promise<value>,
): Promise<value> {
  const expiresAtMs = now() + seconds * 1000
  const show = () =>
    terminal.progress(`${clockTime(Math.round((expiresAtMs - now()) / 1000))} left`)
  terminal.print('Waiting for you in the browser')
  show()
  const timer = setInterval(show, CLOCK_MS)
  try {
    return await wait()
  } finally {
    clearInterval(timer)
    terminal.settle()
  }
}

/** Ends a sign-in that is not used, which would stay in the list of devices for 90 days. */
async function endSignIn(unused: Service): Promise<void> {
  try {
    await unused.logout()
  } catch (error) {
    // It has already ended, or will expire: the command itself has succeeded or reported its error.
    if (!(error instanceof ClientFailure)) throw error
  }
}

/** 256 random bits. RFC 7636, 4.1 */
function randomVerifier(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return Buffer.from(digest).toString('base64url')
}
