import { Changes } from './changes.ts'
import { serveLocal } from './serve-local.ts'

/** A list with a promise for reaching a length. */
export function collect<item>() {
  const items: item[] = []
  const changes = new Changes()
  return {
    items,
    add(item: item) {
      items.push(item)
      changes.notify()
    },
    async until(length: number): Promise<item[]> {
      await changes.until(() => items.length >= length)
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
  const server = serveLocal(async (request) => {
    const answer = answers[Math.min(received.items.length, answers.length - 1)] ?? 200
    request.signal.addEventListener('abort', () => disconnected.resolve())
    received.add({
      body: await request.text(),
      headers: request.headers,
      path: new URL(request.url).pathname,
    })
    if (answer === 'never') return new Promise<Response>(() => {})
    return new Response('said', { status: answer, headers: { location: '/elsewhere' } })
  })
  return {
    received,
    /** Resolves when a sender has closed its connection before the answer. */
    disconnected: disconnected.promise,
    url: `${server.origin}/path-of-the-owner`,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}
