import { tryParseJson } from '../platform/json.ts'
import type { Session } from './connection.ts'
import type { CallResult } from './contract.ts'
import { type CallMessage, failureOf, type Keys, unreachable } from './messages.ts'

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

/** A read waits so long, so that the end of a connection is noticed. */
const BLOCK_MS = 5_000
const MAX_ENTRIES = 500

interface ReaderOptions {
  keys: Keys
  apiNode: string
  /** Takes a list of messages of calls, with the size of its text. */
  onMessages: (messages: readonly unknown[], characters: number) => void
  /** Takes what a worker node says of itself. */
  onAnnouncement: (value: unknown) => void
}

/** Reads what worker nodes send to an API node: messages of calls, and announcements. */
export class IncomingStream {
  readonly #options: ReaderOptions
  /** The last entry that was read; kept over a loss of the connection. */
  #lastMessage = '0'

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** Makes the stream where it is not there, without which nobody writes to it. */
  async create(redis: Bun.RedisClient): Promise<void> {
    const name = this.#options.keys.incoming(this.#options.apiNode)
    const isThere: unknown = await redis.send('EXISTS', [name])
    if (!isThere) await redis.send('XADD', [name, '*', 'm', '[]'])
  }

  /** Reads until the session is lost. */
  async read(session: Session, onReady: () => Promise<void>): Promise<void> {
    const { keys, apiNode } = this.#options
    const incoming = keys.incoming(apiNode)
    const reader = await session.open()
    let lastAnnouncement = await lastIdOf(session.redis, keys.workers)
    await onReady()
    while (!session.lost.aborted) {
      const reply: unknown = await reader.send('XREAD', [
        ...['COUNT', String(MAX_ENTRIES), 'BLOCK', String(BLOCK_MS)],
        ...['STREAMS', incoming, keys.workers, this.#lastMessage, lastAnnouncement],
      ])
      // Messages first: the announcement of a node that has ended a call came behind its end.
      for (const [id, text] of entriesOf(reply, incoming)) {
        this.#lastMessage = id
        const { value } = tryParseJson(text)
        if (Array.isArray(value)) this.#options.onMessages(value, text.length)
      }
      for (const [id, text] of entriesOf(reply, keys.workers)) {
        lastAnnouncement = id
        this.#options.onAnnouncement(tryParseJson(text).value)
      }
    }
  }

  /** Deletes what was read. */
  async trim(redis: Bun.RedisClient): Promise<void> {
    const { keys, apiNode } = this.#options
    const bound = ['MINID', this.#lastMessage]
    await redis.send('XTRIM', [keys.incoming(apiNode), ...bound])
  }
}

async function lastIdOf(redis: Bun.RedisClient, stream: string): Promise<string> {
  const reply: unknown = await redis.send('XREVRANGE', [stream, '+', '-', 'COUNT', '1'])
  const id: unknown = Array.isArray(reply) ? reply[0]?.[0] : undefined
  return typeof id === 'string' ? id : '0'
}

/** Ids and texts of the entries of one stream in a reply to `XREAD`. */
function entriesOf(reply: unknown, stream: string): [id: string, text: string][] {
  const entries: unknown = Reflect.get(Object(reply), stream)
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown): [string, string][] => {
    const [id, fields]: unknown[] = Array.isArray(entry) ? entry : []
    const text: unknown = Array.isArray(fields) ? fields[1] : undefined
    return typeof id === 'string' && typeof text === 'string' ? [[id, text]] : []
  })
}

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
