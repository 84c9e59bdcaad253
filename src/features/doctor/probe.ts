import { boundedText } from '../../platform/bounded-text.ts'
import type { CodedText } from '../../platform/coded-text.ts'
import { codeOf } from '../../platform/errors.ts'
import { fetchReasonText } from '../../platform/fetch-reason.ts'
import { randomId } from '../../platform/ids.ts'

/** A server that answers later is as good as none; less than the time of a check. */
const ANSWER_MS = 5_000

/** A signal that also aborts when an answer would come too late. */
export function answerSignal(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
}

/** What answers at an address. */
export type ProbeResult =
  | { kind: 'hearth' }
  /** Hearth, or a proxy before it, refuses the `Host` of the request. */
  | { kind: 'misdirected' }
  | { kind: 'other'; status: number }
  | { kind: 'none'; reason: string | CodedText; refused: boolean }

/** Asks for `GET /health` and recognizes Hearth by the id of the request, which it sends back. */
export async function probeHearth(base: string, signal: AbortSignal): Promise<ProbeResult> {
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
    const code = codeOf(error)
    return {
      kind: 'none',
      reason: fetchReasonText(error),
      refused: code === 'ConnectionRefused' || code === 'ECONNREFUSED',
    }
  }
}
