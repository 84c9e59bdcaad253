/** How an answer is sent that takes long to be made. */
export interface LateOptions {
  contentType: string
  /**
   * When it is started at the latest, as proxies give up where nothing comes for so long; undefined
   * where nobody does.
   */
  afterMs: number | undefined
  /** How often it is shown to go on, from then on. */
  everyMs: number
  /** How every such answer begins; sent when it is started. */
  head: string
  /** Called when the client has left before the end. */
  onLeave: () => void
}

/**
 * Answers with a text when it is there. Where that takes too long for the proxies in between, the
 * answer is started and line breaks are sent until the text is there: it must be of a kind in which
 * they say nothing behind its head. A failure after that breaks the connection.
 *
 * @throws What the text fails with, unless the answer was started
 */
export async function lateResponse(text: Promise<string>, options: LateOptions): Promise<Response> {
  const { contentType, afterMs } = options
  const late = Promise.withResolvers<undefined>()
  const timer =
    afterMs === undefined ? undefined : setTimeout(() => late.resolve(undefined), afterMs)
  try {
    const soon = await Promise.race([text, late.promise])
    return new Response(soon ?? slowStream(text, options), {
      headers: { 'content-type': contentType },
    })
  } finally {
    clearTimeout(timer)
  }
}

function slowStream(
  text: Promise<string>,
  { everyMs, head, onLeave }: LateOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let ticks: Timer | undefined
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`${head}\n`))
      ticks = setInterval(() => controller.enqueue(encoder.encode('\n')), everyMs)
      text.then(
        (whole) => {
          clearInterval(ticks)
          controller.enqueue(encoder.encode(whole.slice(head.length)))
          controller.close()
        },
        (error: unknown) => {
          clearInterval(ticks)
          controller.error(error)
        },
      )
    },
    cancel() {
      clearInterval(ticks)
      onLeave()
    },
  })
}
