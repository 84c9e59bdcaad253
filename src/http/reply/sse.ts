import { expectedError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import { HTTP_LIMITS } from '../limits.ts'
import type { Connection } from '../server/connection.ts'
import { errorBody } from './error-body.ts'

/** The sixth sign of life in a row is a data event: a minute after the last one. */
export const IDLE_FRAME_TICKS = 6

/** Headers of every stream: no proxy may hold it back, change it or keep it. */
const HEADERS = {
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export interface SseOptions {
  /**
   * The last frames of a stream that has failed, also where its client has left before. Unexpected
   * failures are in the log already.
   */
  failure: (error: unknown) => string | Promise<string>
  /** A frame that is known before the others are asked for: it leaves with the headers. */
  firstFrame?: string | undefined
  /** Of the frames; by default that of server-sent events. */
  contentType?: 'text/event-stream' | 'application/x-ndjson'
  /** A data event to send after a minute without one; for clients that count only data as life. */
  idleFrame?: () => string
  /** How often a silent stream says a comment. */
  keepaliveMs?: number
  /** What the comment says beside its name; no line breaks. Null for the idle frame in its place. */
  keepaliveNote?: (() => string | undefined) | null
  /** Called once, when the last byte has been handed over or the client has left. */
  onClose: () => void
}

/** One event: a JSON document on one line. */
export function dataFrame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

/**
 * The last event of a stream of records, which is none of them. A browser reconnects after it.
 */
export function failureFrame(error: unknown): string {
  const { code, message } = expectedError(error) ?? {
    code: 'internal' as const,
    message: 'Internal server error',
  }
  return `event: error\n${dataFrame(errorBody('json', code, redact(message)))}`
}

/**
 * Sends frames as they come, with comments in between while they do not. What the frames throw is
 * told in the stream, as its status has been sent. The caller is authorized again at every keepalive
 * interval: the stream of a key, session or user that has ended since ends as a failed one.
 *
 * @param frames Ready events, each ended by an empty line
 */
export function sseResponse(
  connection: Connection,
  frames: AsyncIterable<string>,
  {
    failure,
    firstFrame,
    contentType = 'text/event-stream',
    idleFrame,
    keepaliveMs = HTTP_LIMITS.keepaliveMs,
    keepaliveNote,
    onClose,
  }: SseOptions,
): Response {
  const iterator = frames[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let keepalive: Timer | undefined
  let authorization: Timer | undefined
  let silentTicks = 0
  let closed = false
  let isCancelled = false
  let isRefused = false

  function close() {
    if (closed) return
    closed = true
    clearInterval(keepalive)
    clearInterval(authorization)
    onClose()
  }

  /** Without a message for the error, the connection breaks off, which is no end either. */
  async function fail(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown) {
    connection.failed?.(error)
    // Asked for where the client has left as well: what an answer has come to may be stored with it.
    const last = await Promise.try(failure, error).finally(close)
    if (isCancelled) return
    controller.enqueue(encoder.encode(last))
    controller.close()
  }

  async function reauthorize(controller: ReadableStreamDefaultController<Uint8Array>) {
    try {
      await connection.reauthorize?.()
    } catch (error) {
      if (closed || isRefused) return
      isRefused = true
      await fail(controller, error).catch((cause) => controller.error(cause))
      iterator.return?.().catch(() => {})
    }
  }

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (firstFrame) controller.enqueue(encoder.encode(firstFrame))
      keepalive = setInterval(() => {
        // A client that does not read needs no signs of life; they would only pile up.
        if ((controller.desiredSize ?? 0) <= 0) return
        silentTicks += 1
        const idle = keepaliveNote === null || silentTicks % IDLE_FRAME_TICKS === 0
        controller.enqueue(
          encoder.encode(idle && idleFrame ? idleFrame() : keepaliveFrame(keepaliveNote?.())),
        )
      }, keepaliveMs)
      // An interval of its own, as frames put off the keepalive of a busy stream.
      authorization = setInterval(() => void reauthorize(controller), keepaliveMs)
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (closed || isRefused) return
        if (done) {
          close()
          controller.close()
          return
        }
        // A comment among the frames is no data either.
        if (!value.startsWith(':')) silentTicks = 0
        keepalive?.refresh()
        controller.enqueue(encoder.encode(value))
      } catch (error) {
        if (!isRefused) await fail(controller, error)
      }
    },
    cancel() {
      isCancelled = true
      close()
      // A generator returns only after the frame that it waits for, so this is not awaited.
      iterator.return?.().catch(() => {})
    },
  })
  return new Response(stream, {
    headers: { 'content-type': `${contentType}; charset=utf-8`, ...HEADERS },
  })
}

/** A comment, which clients ignore: it keeps the connection open. @param note No line breaks */
export function keepaliveFrame(note: string | undefined): string {
  return note === undefined ? ': keepalive\n\n' : `: keepalive, ${note}\n\n`
}
