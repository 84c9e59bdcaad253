import { head, openRaw, piece, type RawClient } from './raw-client.ts'
import type { TestService } from './service.ts'

export const CHUNKED = 'Transfer-Encoding: chunked'
const CHAT = '/v1/chat/completions'
const GENERATE = '/api/ai/generate'

/** The head of a request of a fresh key. */
export function post({ makeKey }: TestService, path: string, ...headers: string[]): string {
  return head(`POST ${path} HTTP/1.1`, `Authorization: ${makeKey().authorization}`, ...headers)
}

/** Sends the same bytes repeatedly until the server has answered or closed the connection. */
export async function drip(client: RawClient, bytes: string, everyMs: number): Promise<void> {
  while (client.open && client.text === '') {
    await client.send(bytes)
    await Promise.race([Bun.sleep(everyMs), client.until((text) => text !== '')])
  }
}

/**
 * Sends bodies of every kind byte by byte, and one that sends nothing, all at the same time.
 *
 * @returns The answer to each, with the milliseconds until it
 */
export function sendSlowBodies(service: TestService, everyMs: number) {
  const lengths = [CHAT, CHAT, GENERATE, GENERATE].map((path, index) =>
    post(service, path, `Content-Length: ${index % 2 === 0 ? 1000 : 500_000}`),
  )
  const chunks = [CHAT, GENERATE].map((path) => post(service, path, CHUNKED))
  // Declared as large as allowed, because a large Content-Length must not extend the deadline.
  const large = post(service, CHAT, `Content-Length: ${60 * 1024 * 1024}`)
  const form = 'Content-Type: application/x-www-form-urlencoded'
  const devices = ['/api/code/devices/start', '/api/canvas/device/poll'].map((path) =>
    post(service, path, form, 'Content-Length: 4000'),
  )
  const silent = post(service, GENERATE, 'Content-Length: 1000')
  const opened = performance.now()
  const slow = async (request: string, bytes: string) => {
    using client = openRaw(service.port, request)
    await drip(client, bytes, everyMs)
    const { status, body } = await client.answer()
    return { status, code: String(JSON.parse(body).code), ms: performance.now() - opened }
  }
  return Promise.all([
    ...[...lengths, large].map((request) => slow(request, ' ')),
    ...chunks.map((request) => slow(request, piece(' '))),
    ...devices.map((request) => slow(request, 'a')),
    slow(silent, ''),
  ])
}
