import { setPriority } from 'node:os'
import { currentThread } from './thread-time.ts'

/** As of a program that was started by `nice`. */
const LOW = 10

/**
 * Lets the other threads of this process go first, where the system tells the threads apart (Linux).
 * For threads that compute for long beside the one that serves.
 */
export function lowerThreadPriority(): void {
  const thread = currentThread()
  if (thread === undefined || thread === process.pid) return
  try {
    setPriority(thread, LOW)
  } catch {
    // Not permitted: the thread is as the others.
  }
}
