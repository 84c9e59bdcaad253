import type { CallResult } from './contract.ts'

/**
 * Reads a call to its end.
 *
 * @param onBatch Gets each batch of events; by default they are dropped
 * @throws What the call throws
 */
export async function finishCall(
  call: AsyncGenerator<readonly unknown[], CallResult>,
  onBatch: (batch: readonly unknown[]) => void = () => {},
): Promise<CallResult> {
  for (;;) {
    const next = await call.next()
    if (next.done === true) return next.value
    onBatch(next.value)
  }
}
