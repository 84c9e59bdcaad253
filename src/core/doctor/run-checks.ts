import { deadline } from '../../platform/deadline.ts'
import { EventLoopYielder } from '../../platform/event-loop-yielder.ts'
import { type Check, type Finding, finding } from './finding.ts'

/** Time of one check. @limit doctor-check seconds */
export const CHECK_TIMEOUT_MS = 10_000

interface RunOptions {
  timeoutMs?: number
  /** Gives up all of them. */
  signal?: AbortSignal | undefined
}

/**
 * Runs checks at the same time. One that hangs or fails is a finding of its own, and holds up no
 * other.
 *
 * @returns The findings in the order of the checks
 */
export async function runChecks(
  checks: readonly Check[],
  { timeoutMs = CHECK_TIMEOUT_MS, signal }: RunOptions = {},
): Promise<Finding[]> {
  const yielder = new EventLoopYielder()
  const running: Promise<readonly Finding[]>[] = []
  for (const check of checks) {
    // Some start programs: all of them in one turn would hold up every request.
    await yielder.pause()
    running.push(runCheck(check, check.timeoutMs ?? timeoutMs, signal))
  }
  return (await Promise.all(running)).flat()
}

async function runCheck(
  { id, run }: Check,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<readonly Finding[]> {
  const stop = new AbortController()
  try {
    return await deadline(
      // Within a promise, so that a check that throws at once is caught as well.
      Promise.try(() => run(stop.signal)),
      timeoutMs,
      {
        signal,
        onTimeout: () => [finding(id, 'warning', 'check_timeout', { seconds: timeoutMs / 1000 })],
      },
    )
  } catch (error) {
    return [failureOf(id, error)]
  } finally {
    stop.abort()
  }
}

function failureOf(id: string, error: unknown): Finding {
  const { code, path, message = error }: Record<string, unknown> = Object(error)
  return code === 'EACCES' || code === 'EPERM'
    ? finding(id, 'warning', 'check_denied', { path: String(path) })
    : finding(id, 'warning', 'check_failed', { reason: String(message) })
}
