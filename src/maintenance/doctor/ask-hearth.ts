import { boundedText } from '../../platform/bounded-text.ts'
import { fetchReason } from '../../platform/fetch-reason.ts'
import { randomId } from '../../platform/ids.ts'
import { answerSignal } from './answer-signal.ts'

/** What answers at an address. */
export type Answerer =
  | { kind: 'hearth' }
  /** Hearth, or a proxy before it, refuses the `Host` of the request. */
  | { kind: 'misdirected' }
  | { kind: 'other'; status: number }
  | { kind: 'none'; reason: string; refused: boolean }

/** Asks for `GET /health` and recognizes Hearth by the id of the request, which it sends back. */
export async function askHearth(base: string, signal: AbortSignal): Promise<Answerer> {
  const id = randomId('doctor_')
  try {
    const response = await fetch(`${base.replace(/\/+$/, '')}/health`, {
      headers: { 'x-request-id': id },
      redirect: 'manual',
      signal: answerSignal(signal),
    })
    const text = await boundedText(response)
    if (text === undefined || response.headers.get('x-request-id') !== id)
      return { kind: 'other', status: response.status }
    if (response.status === 421) return { kind: 'misdirected' }
    // Stopping or a full disk are 503, with a code of Hearth's own.
    return text.includes('"status"') || text.includes('"code"')
      ? { kind: 'hearth' }
      : { kind: 'other', status: response.status }
  } catch (error) {
    signal.throwIfAborted()
    const code: unknown = Reflect.get(Object(error), 'code')
    return {
      kind: 'none',
      reason: fetchReason(error),
      refused: code === 'ConnectionRefused' || code === 'ECONNREFUSED',
    }
  }
}
