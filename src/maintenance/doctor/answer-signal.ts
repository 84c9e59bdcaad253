/** A server that answers later is as good as none; less than the time of a check. */
const ANSWER_MS = 5_000

/** A signal that also aborts when an answer would come too late. */
export function answerSignal(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
}
