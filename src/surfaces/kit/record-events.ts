import { dataFrame, sseResponse } from '../../http/reply/sse.ts'

/**
 * Sends a record at each change, as server-sent events, until its last one.
 *
 * @param watch Gives the record at each change; its signal fires when the client has left
 */
export function recordEvents(watch: (left: AbortSignal) => AsyncIterable<object>): Response {
  const left = new AbortController()
  return sseResponse(frames(), { onClose: () => left.abort() })

  async function* frames(): AsyncGenerator<string> {
    for await (const record of watch(left.signal)) yield dataFrame(record)
  }
}
