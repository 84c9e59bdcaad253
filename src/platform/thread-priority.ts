import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** As of a program that was started by `nice`. */
const LOW = 10

/**
 * Lets the other threads of this process go first, where the system tells the threads apart (Linux).
 * For threads that compute for long beside the one that serves.
 */
export function lowerThreadPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (Number.isInteger(thread) && thread !== process.pid) setPriority(thread, LOW)
  } catch {
    // Not Linux, or not permitted: the thread is as the others.
  }
}
