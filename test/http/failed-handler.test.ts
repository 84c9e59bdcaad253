import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readJson } from '../../src/http/body/json.ts'
import { listen } from '../../src/http/server/listeners.ts'
import { contextOf } from '../support/http-context.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

const BODY = JSON.stringify({ text: 'a'.repeat(100_000) })

/** An app that fails while it answers a failure, as Elysia then rejects. */
function start() {
  const { services, [Symbol.asyncDispose]: dispose } = createTestApp()
  const { log, metrics, config: settings } = services
  const app = new Elysia()
    .onError(() => {
      throw new Error('The handler of failures has failed')
    })
    .post(
      '/read',
      async ({ request }) => {
        await readJson(contextOf(request), Type.Object({ text: Type.String() }), 200_000)
        throw new Error('The handler has failed')
      },
      { parse: 'none' },
    )
  const listeners = listen({ app, log, metrics, settings })
  return {
    url: `http://127.0.0.1:${listeners.main.port}/read`,
    metrics,
    async [Symbol.asyncDispose]() {
      await listeners.stop()
      await dispose()
    },
  }
}

test('a request whose answer fails gives the memory of its body back, is counted, and gets a 500', async () => {
  await using service = start()
  const post = () => fetch(service.url, { ...jsonInit('POST', {}), body: BODY })
  const answers = await Promise.all(Array.from({ length: 20 }, post))
  const text = await service.metrics.text()
  expect(/hearth_request_body_bytes (\d+)/.exec(text)?.[1]).toBe('0')
  for (const answer of answers) {
    expect(answer.status).toBe(500)
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    expect(await answer.json()).toMatchObject({
      detail: 'Internal server error',
      code: 'internal',
    })
  }
  expect(text).toMatch(/hearth_http_requests_total\{[^}]*status="500"[^}]*\} 20/)
})
