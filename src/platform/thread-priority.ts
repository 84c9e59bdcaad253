import { setPriority } from 'node:os'
import { currentThread } from './thread-time.ts'

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
