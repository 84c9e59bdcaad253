import { NO_ENGINE_RETRY_AFTER_SECONDS } from '../../core/engines/no-engine-error.ts'
import { EngineFailure } from '../../engines/contract/failure.ts'
import { pauseFor } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { WorkClock } from './work-log.ts'

/**
 * Waits before a model that could not answer is asked again; the last is repeated.
 * @limit worker-retry seconds
 */
export const WORKER_RETRY_MS: readonly number[] = [1_000, 2_000, 5_000, 10_000, 20_000]
/**
 * Failures in a row that no engine has explained, before a job fails with them.
 * @limit worker-unexplained count
 */
export const MAX_UNEXPLAINED_FAILURES = 4

interface WaitOptions {
  /** In milliseconds; at least one. */
  retryMs: readonly number[]
  /** Bounds the tries: a wait takes of the job's time. */
  clock: WorkClock
  /** Ends a wait early: that of the job, or of the clock. */
  signal: AbortSignal
  /** Called at the start of each wait with what is waited for. */
  onWait: (reason: string) => void
}

/**
 * Asks until an engine answers. A failure that passes by itself, as a server that starts again or a
 * quota that is about to come back, is waited for within the time of the job. One that no engine
 * explains may never pass, so it ends the job when it has come a few times in a row.
 *
 * @throws {AppError} `no_engine` when the time is used up, or would be before a quota comes back,
 * or with the engine's words; what else the question fails with; the signal's reason
 */
export async function waitForEngine<answer>(
  ask: () => Promise<answer>,
  { retryMs, clock, signal, onWait }: WaitOptions,
): Promise<answer> {
  let last: AppError | undefined
  let unexplained = 0
  try {
    for (let round = 0; ; round += 1) {
      try {
        return await ask()
      } catch (error) {
        const failure = passing(error)
        if (failure === undefined || isTooLate(failure, clock.leftMs)) throw error
        unexplained = isUnexplained(failure) ? unexplained + 1 : 0
        if (unexplained === MAX_UNEXPLAINED_FAILURES) throw error
        last = failure
        onWait(failure.message)
      }
      clock.start()
      await pauseFor(retryMs[Math.min(round, retryMs.length - 1)] ?? 0, signal)
    }
  } catch (error) {
    if (last === undefined || error !== clock.signal.reason) throw error
    const seconds = Math.round(clock.usedMs / 1000)
    throw new AppError(
      'no_engine',
      `${last.message}. The worker has waited for one until its time of ${seconds} seconds was used up`,
      { cause: last },
    )
  } finally {
    clock.stop()
  }
}

/** A failure that may be gone at the next try; undefined for any other. */
function passing(error: unknown): AppError | undefined {
  if (!(error instanceof AppError)) return undefined
  if (error.code === 'no_engine' && error.retryAfterSeconds !== undefined) return error
  // The model was there when the job was accepted: its server may be starting again.
  return error.code === 'model_not_found' ? error : undefined
}

function isUnexplained({ cause }: AppError): boolean {
  return cause instanceof EngineFailure && cause.verdict === 'unknown'
}

/** Only a quota has a later time than the usual one, which is then known. */
function isTooLate({ retryAfterSeconds = 0 }: AppError, leftMs: number): boolean {
  return retryAfterSeconds > NO_ENGINE_RETRY_AFTER_SECONDS && retryAfterSeconds * 1000 > leftMs
}
