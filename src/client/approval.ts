import { ClientFailure, TemporaryFailure } from './failure.ts'
import type { PollAnswer } from './service.ts'

/** Default poll interval. RFC 8628, 3.5 */
const DEFAULT_INTERVAL_SECONDS = 5
const SLOWER_SECONDS = 5
/**
 * Clocks of virtual machines run up to a third fast, and a client that polls early must slow down.
 */
const MARGIN = 1.2
const MARGIN_AFTER_SLOW_DOWN = 1.4

export interface ApprovalOptions {
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
