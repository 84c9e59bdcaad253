interface Exchange {
  status: number
  headers: Headers
  /** Milliseconds since the wire was made. */
  startedMs: number
  answeredMs: number
  /** What has come of the answer so far. */
  text: string
}

/**
 * A `fetch` for a client that keeps what went over the wire, and changes nothing of it.
 *
 * @param onText Gets the whole text of an answer so far, at each piece
 */
export function startWire(
  onAnswer: (status: number) => void = () => undefined,
  onText: (text: string) => void = () => undefined,
) {
  const begun = performance.now()
  const exchanges: Exchange[] = []
  const tapped = async (...request: Parameters<typeof fetch>): Promise<Response> => {
    const startedMs = performance.now() - begun
    const response = await fetch(...request)
    const { status, headers } = response
    const answeredMs = performance.now() - begun
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
