import { EventSourceParserStream } from 'eventsource-parser/stream'
import { pick } from './pick.ts'
import type { TestApp } from './service.ts'

/** What a caller does with conversations, as JSON. */
export function conversationClient(service: Pick<TestApp, 'request'>, authorization: string) {
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    service.request(`/api/conversations${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    send,
    async json(method: string, path: string, body?: unknown): Promise<unknown> {
      const response = await send(method, path, body)
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return response.json()
    },
    /** Begins a conversation. @returns Its path */
    async begin(): Promise<string> {
      const response = await send('POST', '', {})
      return `/${pick(await response.json(), 'id')}`
    },
    /** The events of a conversation; close it at the end. */
    async watch(path: string, lastEventId?: string) {
      const response = await send(
        'GET',
        `${path}/events`,
        undefined,
        lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
      )
      if (response.body === null || !response.ok) throw new Error(`Status ${response.status}`)
      const reader = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
        .getReader()
      let lastId = lastEventId
      const next = async (): Promise<unknown> => {
        const { value, done } = await reader.read()
        if (done) return undefined
        lastId = value.id
        return JSON.parse(value.data)
      }
      return {
        next,
        get lastId() {
          return lastId
        },
        /** Reads events up to the first one with all of these fields. */
        async until(fields: Record<string, unknown>): Promise<unknown[]> {
          const seen: unknown[] = []
          for (;;) {
            const event = await next()
            if (event === undefined) throw new Error(`The stream ended: ${JSON.stringify(seen)}`)
            seen.push(event)
            if (Object.entries(fields).every(([path, value]) => pick(event, path) === value))
              return seen
          }
        },
        close: () => reader.cancel(),
      }
    },
  }
}
