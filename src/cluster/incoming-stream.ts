import { tryParseJson } from '../platform/json.ts'
import type { Session } from './connection.ts'
import type { Keys } from './messages.ts'

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
