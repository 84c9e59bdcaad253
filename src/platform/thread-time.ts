import { readFileSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { deadline } from './deadline.ts'

/**
 * Of work that gives way to the serving thread, as of a program that `nice` has started: about a
 * tenth of a busy processor. At 19 it would have a hundredth, and a backup of a few files take minutes.
 */
export const LOW_PRIORITY = 10

/**
 * Lets the other threads of this process go first, where the system tells the threads apart (Linux).
 * For threads that compute for long beside the one that serves.
 */
export function lowerThreadPriority(): void {
  const thread = currentThread()
  if (thread === undefined || thread === process.pid) return
  try {
    setPriority(thread, LOW_PRIORITY)
  } catch {
    // Not permitted: the thread is as the others.
  }
}

const NANOSECONDS_PER_MS = 1e6
/** The system updates the processor time of a running thread in steps of about this size. */
const STEP_MS = 10

/** The longest that another thread of this process may compute. */
export interface ThreadLimit<fallback> {
  /** Processor time of the thread; of the clock where the system does not count it. */
  cpuMs: number
  /** Time of the clock, however little of it the thread was given; by default 12 times as long. */
  wallMs?: number
  /** Ends the wait early: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Returns the value to use after a limit, or throws. */
  onTimeout: () => fallback
}

// A thread of low priority gets a hundredth of a busy machine.
const WALL_FACTOR = 12

/** The system's number of the thread that calls; undefined where threads have none (not Linux). */
export function currentThread(): number | undefined {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    return Number.isInteger(thread) ? thread : undefined
  } catch {
    return undefined
  }
}

/**
 * Processor time that a thread of this process has used, in ms; undefined when it has ended, and
 * where the system does not count it.
 *
 * See `schedstat` in proc_pid_schedstat of the Linux kernel: nanoseconds on a processor come first.
 * A kernel without these statistics says 0.
 */
export function threadCpuMs(thread: number): number | undefined {
  try {
    const [spent] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')
    const ms = Number(spent) / NANOSECONDS_PER_MS
    return ms > 0 ? ms : undefined
  } catch {
    return undefined
  }
}

/**
 * Waits for what another thread computes, up to a limit of that thread's processor time: on a busy
 * machine it may get little of it within a second. The thread itself is not stopped.
 *
 * @param spentMs Processor time of that thread so far; undefined where the system does not count it
 */
export async function threadDeadline<value, fallback>(
  promise: Promise<value>,
  spentMs: () => number | undefined,
  { cpuMs, wallMs = cpuMs * WALL_FACTOR, signal, onTimeout }: ThreadLimit<fallback>,
): Promise<value | fallback> {
  const started = performance.now()
  const before = spentMs()
  let waitMs = cpuMs
  for (;;) {
    const result = await deadline(
      promise.then((value) => ({ value })),
      waitMs,
      { signal, onTimeout: () => undefined },
    )
    if (result !== undefined) return result.value
    const now = spentMs()
    const left = before === undefined || now === undefined ? 0 : cpuMs - (now - before)
    const wallLeft = wallMs - (performance.now() - started)
    if (left <= 0 || wallLeft <= 0) return onTimeout()
    waitMs = Math.min(Math.max(left, STEP_MS), wallLeft)
  }
}
