/** A list with a promise for reaching a length. */
export function collect<item>() {
  const items: item[] = []
  const waiting: { length: number; resolve: () => void }[] = []
  return {
    items,
    add(item: item) {
      items.push(item)
      for (const { length, resolve } of waiting) if (items.length >= length) resolve()
    },
    async until(length: number): Promise<item[]> {
      if (items.length < length)
        await new Promise<void>((resolve) => waiting.push({ length, resolve }))
      return items
    },
  }
}

/**
 * A receiver on loopback: records its requests and answers with these responses, the last one
 * repeatedly.
 */
export function receiver(...answers: (number | 'never')[]) {
  const received = collect<{ body: string; headers: Headers; path: string }>()
  const disconnected = Promise.withResolvers<void>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    development: false,
    async fetch(request) {
      const answer = answers[Math.min(received.items.length, answers.length - 1)] ?? 200
      request.signal.addEventListener('abort', () => disconnected.resolve())
      received.add({
        body: await request.text(),
        headers: request.headers,
        path: new URL(request.url).pathname,
      })
      if (answer === 'never') return new Promise<Response>(() => {})
      return new Response('said', { status: answer, headers: { location: '/elsewhere' } })
    },
  })
  return {
    received,
    /** Resolves when a sender has closed its connection before the answer. */
    disconnected: disconnected.promise,
    url: `http://127.0.0.1:${server.port}/path-of-the-owner`,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
