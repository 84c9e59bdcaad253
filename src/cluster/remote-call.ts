import { type CallMessage, failureOf, unreachable } from './messages.ts'

/**
 * Events of one call that the caller has not read yet; about as many bytes. @limit node-unread MiB
 */
export const MAX_UNREAD_CHARACTERS = 16 * 1024 ** 2

type End = { result: NonNullable<CallMessage['result']> } | { error: unknown }

interface RemoteCallOptions {
  id: string
  node: string
  instance: string
  /** Called where too much waits for its reader, who may never read on. */
  onOverflow: () => void
}

/** A call of this API node on a worker node, with what has arrived of it. */
export class RemoteCall {
  readonly id: string
  readonly node: string
  readonly instance: string
  /** Whether it is in the queue of its worker node. */
  isSent = false
  /** Announcements of its worker node in a row that did not list it. */
  missed = 0
  readonly #batches: { events: readonly unknown[]; characters: number }[] = []
  #characters = 0
  #sequence = 0
  #end: End | undefined
  #isOver = false
  #wake = Promise.withResolvers<void>()

  readonly #onOverflow: () => void

  constructor({ id, node, instance, onOverflow }: RemoteCallOptions) {
    this.#onOverflow = onOverflow
    this.id = id
    this.node = node
    this.instance = instance
  }

  /** Whether the worker node has ended it. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Takes a message of the worker node. Drops one that came before. */
  receive({ sequence, events, result, failure }: CallMessage, characters: number): void {
    if (this.#end !== undefined || sequence < this.#sequence) return
    this.missed = 0
    const isNext = sequence === this.#sequence
    this.#sequence += 1
    if (!isNext) this.fail(unreachable(`A part of what worker node ${this.node} sent is lost`))
    else if (failure !== undefined) {
      this.#isOver = true
      this.fail(failureOf(failure))
    } else if (result !== undefined) {
      this.#isOver = true
      this.#finish({ result })
    } else if (events !== undefined) this.#take(events, characters)
  }

  /** Ends it with an error; the events that have arrived are still read. */
  fail(error: unknown): void {
    this.#finish({ error })
  }

  /**
   * Yields the events in order.
   *
   * @returns What the worker node sent at the end
   * @throws The error of the end
   */
  async *events(): AsyncGenerator<readonly unknown[], NonNullable<CallMessage['result']>> {
    for (;;) {
      const batches = this.#batches.splice(0)
      this.#characters = 0
      const [first] = batches
      if (first !== undefined)
        yield batches.length === 1 ? first.events : batches.flatMap(({ events }) => events)
      else if (this.#end === undefined) {
        await this.#wake.promise
        this.#wake = Promise.withResolvers()
      } else if ('error' in this.#end) throw this.#end.error
      else return this.#end.result
    }
  }

  #take(events: readonly unknown[], characters: number): void {
    this.#characters += characters
    if (this.#characters > MAX_UNREAD_CHARACTERS) {
      this.#batches.length = 0
      this.#onOverflow()
      this.fail(unreachable('The answer was cancelled: it is read more slowly than it is made'))
    } else {
      this.#batches.push({ events, characters })
      this.#wake.resolve()
    }
  }

  #finish(end: End): void {
    this.#end ??= end
    this.#wake.resolve()
  }
}
