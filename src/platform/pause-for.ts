import { abortable } from './abortable.ts'

/**
 * Waits for a time.
 *
 * @throws The signal's reason when it aborts
 */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await abortable(promise, signal)
  } finally {
    clearTimeout(timer)
  }
}
