import { AppError } from '../../platform/errors.ts'

/** Calls of one key at a time. @limit mcp-calls count */
export const MAX_CALLS_PER_KEY = 8
/** Of one call. @limit mcp-call-time seconds */
export const CALL_MS = 600_000

/** Whose call it is, and how its client names it. */
export interface CallName {
  /** The key, or the owner of a session. */
  key: string
  /** What the client was given when it connected; undefined for one that keeps none. */
  session: string | undefined
  /** Of JSON-RPC. */
  id: string | number
}

/** A call that is being made. */
export interface OpenCall extends Disposable {
  /** Fires when the client has gone or cancels, at the time limit, and when the service stops. */
  readonly signal: AbortSignal
  /** @param reason Its message is sent to the client */
  abort(reason: AppError): void
}

/**
 * The calls of all clients. Those of the protocol of 2025 cancel by another request, so a call is
 * found by its key, its session and its id; clients that keep no session leave their connection.
 */
export class Calls {
  readonly #callMs: number
  readonly #open = new Set<{ name: CallName; abort: AbortController }>()
  #isStopped = false

  constructor({ callMs = CALL_MS }: { callMs?: number } = {}) {
    this.#callMs = callMs
  }

  get size(): number {
    return this.#open.size
  }

  /**
   * @param signals Of the client
   * @throws {AppError} `busy`, `stopping`
   */
  open(name: CallName, signals: readonly AbortSignal[]): OpenCall {
    if (this.#isStopped) throw stopping()
    const ofKey = [...this.#open].filter((call) => call.name.key === name.key)
    if (ofKey.length >= MAX_CALLS_PER_KEY)
      throw new AppError(
        'busy',
        `${MAX_CALLS_PER_KEY} calls of this key are being made: wait for one of them`,
      )
    const abort = new AbortController()
    const call = { name, abort }
    const late = setTimeout(() => abort.abort(tooLong(this.#callMs)), this.#callMs)
    this.#open.add(call)
    return {
      signal: AbortSignal.any([...signals, abort.signal]),
      abort: (reason) => abort.abort(reason),
      [Symbol.dispose]: () => {
        clearTimeout(late)
        this.#open.delete(call)
      },
    }
  }

  /** Ends the calls that a client names; those of others stay, whatever they are called. */
  cancel({ key, session, id }: CallName): void {
    if (session === undefined) return
    for (const { name, abort } of this.#open)
      if (name.key === key && name.session === session && name.id === id)
        abort.abort(new AppError('cancelled', 'The call was cancelled'))
  }

  /** Ends all calls, and takes no more. */
  stop(): void {
    this.#isStopped = true
    for (const { abort } of this.#open) abort.abort(stopping())
  }
}

function stopping(): AppError {
  return new AppError('stopping', 'The service is stopping: call again in a moment')
}

function tooLong(ms: number): AppError {
  return new AppError('request_timeout', `The call took longer than ${ms / 1000} seconds`)
}
