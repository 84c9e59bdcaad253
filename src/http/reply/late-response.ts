import type { Connection, HttpContext } from '../server/connection.ts'
import { textAnswer } from './text-stream.ts'

/** How an answer is sent that takes long to be made. */
export interface LateOptions {
  /** Whether it can be had again at once: in time, a large one takes of the memory for all bodies. */
  isRepeatable?: boolean
  contentType: string
  /**
   * When it is started at the latest, as proxies give up where nothing comes for so long; undefined
   * where nobody does.
   */
  afterMs: number | undefined
  /** How often it is shown to go on, from then on; the caller is then checked again. */
  everyMs: number
  /** How every such answer begins; sent when it is started. */
  head: string
  /** Called when the client has left, or is refused, before the end. */
  onLeave: () => void
}

/**
 * Answers with a text when it is there. Where that takes too long for the proxies in between, the
 * answer is started and line breaks are sent until the text is there: it must be of a kind in which
 * they say nothing behind its head. A failure after that breaks the connection, as does a caller who
 * is no longer let in.
 *
 * @throws What the text fails with, unless the answer was started; {AppError} `busy` where it is
 * repeatable and too many large answers are being sent
 */
export async function lateResponse(
  context: HttpContext,
  text: Promise<string>,
  options: LateOptions,
): Promise<Response> {
  const { contentType, afterMs, isRepeatable = false } = options
  const late = Promise.withResolvers<undefined>()
  const timer =
    afterMs === undefined ? undefined : setTimeout(() => late.resolve(undefined), afterMs)
  try {
    const soon = await Promise.race([text, late.promise])
    if (soon !== undefined && isRepeatable) return textAnswer(context, soon, contentType)
    return new Response(soon ?? slowStream(context.connection, text, options), {
      headers: { 'content-type': contentType },
    })
  } finally {
    clearTimeout(timer)
  }
}

function slowStream(
  connection: Connection,
  text: Promise<string>,
  { everyMs, head, onLeave }: LateOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let ticks: Timer | undefined
  let hasEnded = false
  const end = () => {
    hasEnded = true
    clearInterval(ticks)
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`${head}\n`))
      const fail = (error: unknown) => {
        end()
        controller.error(error)
      }
      ticks = setInterval(() => {
        controller.enqueue(encoder.encode('\n'))
        Promise.try(() => connection.reauthorize?.()).catch((error: unknown) => {
          if (hasEnded) return
          fail(error)
          onLeave()
        })
      }, everyMs)
      text.then((whole) => {
        if (hasEnded) return
        end()
        controller.enqueue(encoder.encode(whole.slice(head.length)))
        controller.close()
      }, fail)
    },
    cancel() {
      end()
      onLeave()
    },
  })
}
