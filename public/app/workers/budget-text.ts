import { ApiError, errorMessage } from '../../ui/api.ts'
import { duration } from '../../ui/format.ts'
import type { WorkerBudget } from './types.ts'

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** What is left of today's budget. */
export function budgetText({ left, limit, resets_at: resets }: WorkerBudget): string {
  return `${left} of ${limit} jobs left today; starts again at ${clock(Date.parse(resets))}`
}

/** Why nothing can be started, and from when on it can. */
export function spentText({ limit, resets_at: resets }: WorkerBudget, now = Date.now()): string {
  const seconds = Math.max(1, Math.round((Date.parse(resets) - now) / 1000))
  return `All ${limit} jobs of today are used. ${freeAgainText(seconds, now)}`
}

/** A refusal to start a job, with when it may be tried again. */
export function refusedText(error: unknown, now = Date.now()): string {
  const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return wait === undefined
    ? errorMessage(error)
    : `${errorMessage(error)} ${freeAgainText(wait, now)}`
}

function freeAgainText(seconds: number, now: number): string {
  const wait = duration(seconds)
  return seconds < 600
    ? `Try again in ${wait}.`
    : `Try again at ${clock(now + seconds * 1000)}, in ${wait}.`
}

/** In the time of the reader. @param at UTC milliseconds */
function clock(at: number): string {
  return CLOCK.format(new Date(at))
}
