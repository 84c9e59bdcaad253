import type { Lease } from '../../core/tasks/admission.ts'
import type { Decision } from '../../core/tools/step.ts'
import { AppError } from '../../platform/errors.ts'

/** How long a person is waited for before a call is refused. @limit chat-confirm seconds */
export const CONFIRM_MS = 600_000
/** Answers of one owner that wait for a decision at a time. @limit chat-confirms count */
export const MAX_WAITING_CONFIRMS = 8

interface Waiting {
  owner: string
  callId: string
  resolve: (decision: Decision) => void
}

/** Replies that wait until their person has allowed a call or refused it. */
export class Confirmations {
  readonly #waitMs: number
  readonly #leases = new Map<string, Lease>()
  readonly #waiting = new Map<string, Waiting>()
  readonly #abort = new AbortController()

  constructor({ waitMs }: { waitMs: number }) {
    this.#waitMs = waitMs
  }

  /** Others are admitted in place of the reply while it waits. @returns Called at its end */
  start(replyId: string, lease: Lease | undefined): Disposable {
    if (lease !== undefined) this.#leases.set(replyId, lease)
    return { [Symbol.dispose]: () => this.#leases.delete(replyId) }
  }

  /** Whether an owner may be asked once more now. */
  hasRoom(owner: string): boolean {
    const own = [...this.#waiting.values()].filter((one) => one.owner === owner)
    return own.length < MAX_WAITING_CONFIRMS
  }

  /**
   * Waits for the decision about a call.
   *
   * @param shown Shows it, once a decision can be taken
   * @throws The signal's reason; {AppError} `stopping`
   */
  async decide(
    { replyId, callId, owner }: { replyId: string; callId: string; owner: string },
    signal: AbortSignal,
    shown: () => Promise<void> | undefined,
  ): Promise<Decision> {
    const { promise, resolve, reject } = Promise.withResolvers<Decision>()
    // It may be rejected before it is waited for.
    promise.catch(() => {})
    const ends = AbortSignal.any([signal, this.#abort.signal])
    const leave = () => reject(ends.reason)
    const timer = setTimeout(() => resolve('late'), this.#waitMs)
    ends.addEventListener('abort', leave, { once: true })
    using _ = this.#leases.get(replyId)?.pause()
    try {
      ends.throwIfAborted()
      this.#waiting.set(replyId, { owner, callId, resolve })
      await shown()
      return await promise
    } finally {
      clearTimeout(timer)
      ends.removeEventListener('abort', leave)
      this.#waiting.delete(replyId)
    }
  }

  isWaiting(replyId: string, callId: string): boolean {
    return this.#waiting.get(replyId)?.callId === callId
  }

  /** Has no effect where the call waits for none. */
  answer(replyId: string, callId: string, decision: Decision): void {
    if (this.isWaiting(replyId, callId)) this.#waiting.get(replyId)?.resolve(decision)
  }

  /** Ends the waits when the service stops. */
  close(): void {
    this.#abort.abort(
      new AppError('stopping', 'The service was stopped before the answer was whole'),
    )
  }
}
