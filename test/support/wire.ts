interface Exchange {
  status: number
  headers: Headers
  /** Milliseconds since `startWire`. */
  startedMs: number
  answeredMs: number
  /** The body received so far. */
  text: string
}

/**
 * A `fetch` that records requests and responses without changing them.
 *
 * @param onText Called at each piece with the text of the answer so far
 */
export function startWire(
  onAnswer: (status: number) => void = () => undefined,
  onText: (text: string) => void = () => undefined,
) {
  const startedAt = performance.now()
  const exchanges: Exchange[] = []
  const tapped = async (...request: Parameters<typeof fetch>): Promise<Response> => {
    const startedMs = performance.now() - startedAt
    const response = await fetch(...request)
    const { status, headers } = response
    const answeredMs = performance.now() - startedAt
    const exchange: Exchange = { status, headers, startedMs, answeredMs, text: '' }
    exchanges.push(exchange)
    onAnswer(status)
    return tap(response, (text) => {
      exchange.text += text
      onText(exchange.text)
    })
  }
  return {
    fetch: Object.assign(tapped, { preconnect: fetch.preconnect }),
    exchanges,
    get statuses() {
      return exchanges.map(({ status }) => status)
    },
    /** Seconds between the first answer and the client's next request. */
    get pauseSeconds() {
      const [first, second] = exchanges
      if (first === undefined || second === undefined) return 0
      return (second.startedMs - first.answeredMs) / 1000
    },
  }
}

function tap(response: Response, keep: (text: string) => void): Response {
  if (response.body === null) return response
  const decoder = new TextDecoder()
  const copy = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      keep(decoder.decode(bytes, { stream: true }))
      controller.enqueue(bytes)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(copy), { status, statusText, headers })
}
