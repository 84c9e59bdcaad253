import { expect, test } from 'bun:test'
import { failureFrame, sseResponse } from '../../src/http/reply/sse.ts'
import { AppError } from '../../src/platform/errors.ts'
import { conversationClient } from '../support/conversations.ts'
import { openApiOf } from '../support/described.ts'
import { createDevice } from '../support/devices.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { contextOf } from '../support/http-context.ts'
import { pick } from '../support/pick.ts'
import { jsonInit, PRIMARY_KEY, startService, type TestService } from '../support/service.ts'

const HEADERS = { authorization: `Bearer ${PRIMARY_KEY}` }
const STREAMED = ['text/event-stream', 'application/x-ndjson']
const CHAT = { model: 'local', stream: true, messages: [{ role: 'user', content: 'Hello' }] }
const RESPONSE = { model: 'local', stream: true, input: 'Hello', store: false }

/** What each route that answers with a model is asked, and a part of what tells the failure. */
const ANSWERS: Readonly<Record<string, readonly [body: object, told: string]>> = {
  '/v1/chat/completions': [CHAT, '"code":"internal"'],
  '/api/code/v1/chat/completions': [CHAT, '"code":"internal"'],
  '/v1/completions': [{ model: 'local', stream: true, prompt: 'Hello' }, '"code":"internal"'],
  '/v1/responses': [RESPONSE, 'event: response.failed'],
  '/api/code/v1/responses': [RESPONSE, 'event: response.failed'],
  '/v1/messages': [{ ...CHAT, max_tokens: 100 }, 'event: error'],
  '/api/code/v1/messages': [{ ...CHAT, max_tokens: 100 }, 'event: error'],
  '/api/chat': [CHAT, '"error":"The answer failed in an unexpected way"'],
  '/api/generate': [
    { model: 'local', stream: true, prompt: 'Hello' },
    '"error":"The answer failed in an unexpected way"',
  ],
}

/** Streams of sound and of recordings, whose failures their own tests drive: speech, openai-audio. */
const MEDIA = [
  '/audio/transcriptions',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
]

/** The log of a service, as its messages. */
function watchedService() {
  const errors: string[] = []
  const log = {
    ...{ debug() {}, info() {}, warn() {}, flush() {} },
    error: (_fields: object, message: string) => void errors.push(message),
  }
  const service = startService({ engines: [fakeEngine('local', saying('Hello'))], log })
  return Object.assign(service, { errors })
}

async function streamedPaths(service: TestService): Promise<string[]> {
  const paths = Object(pick(await openApiOf(service), 'paths'))
  return Object.keys(paths).filter((path) => {
    const text = JSON.stringify(paths[path])
    return STREAMED.some((type) => text.includes(`"${type}"`))
  })
}

const RECORD = {
  ...{ id: 'job_1', kind: 'generate', status: 'queued' as const, position: 1, createdAt: 0 },
  ...{
    expectedWaitMs: undefined,
    progress: undefined,
    startedAt: undefined,
    finishedAt: undefined,
  },
  ...{ expiresAt: undefined, result: undefined, error: undefined },
}

async function* throwing<item>(item: item): AsyncGenerator<item> {
  yield item
  throw new Error('a secret of the service')
}

test('every stream that fails in an unexpected way says so as its last event, and in the log', async () => {
  await using service = watchedService()
  const { conversations, db, jobs } = service.services
  const paths = await streamedPaths(service)
  const events = paths.filter((path) => path.endsWith('/events'))
  expect(paths.toSorted()).toEqual(
    [
      ...Object.keys(ANSWERS),
      // In the form of JSON-RPC: test/features/mcp
      '/mcp',
      ...MEDIA.filter((path) => paths.includes(path)),
      ...events,
    ].toSorted(),
  )
  expect(events.length).toBeGreaterThan(5)
  const device = createDevice(service)
  // After the model's whole text: its usage cannot be written.
  db.sqlite.run(
    `CREATE TRIGGER no_calls BEFORE INSERT ON model_calls BEGIN SELECT RAISE(ABORT, 'a secret'); END`,
  )
  const told = 'event: error\ndata: {"detail":"Internal server error","code":"internal"}\n\n'
  for (const [path, [body, expected]] of Object.entries(ANSWERS)) {
    const before = service.errors.length
    const headers = path.startsWith('/api/code/') ? device.headers : HEADERS
    const response = await fetch(service.url + path, jsonInit('POST', body, headers))
    const text = await response.text()
    expect([path, response.status, text]).toEqual([path, 200, expect.stringContaining(expected)])
    expect(text).not.toContain('secret')
    expect(service.errors.slice(before)).toContain('A stream failed in an unexpected way')
  }
  jobs.watch = () => ({ records: throwing(RECORD), close() {} })
  const deleted = { id: '1', event: { type: 'deleted' as const } }
  conversations.watch = () => ({ events: throwing(deleted), close() {} })
  const conversationId = (await conversationClient(service, HEADERS.authorization).begin()).slice(1)
  for (const path of events) {
    const before = service.errors.length
    const id = path.startsWith('/api/conversations') ? conversationId : 'job_1'
    const url = service.url + path.replace(/\{\w+\}/, id)
    const response = await fetch(url, { headers: HEADERS })
    const text = await response.text()
    expect([path, response.status, text]).toEqual([path, 200, expect.stringMatching(/^.+\n\n/s)])
    expect(text).toEndWith(told)
    expect(text).not.toContain('secret')
    expect(service.errors.slice(before)).toEqual(['A stream failed in an unexpected way'])
  }
})

test('an expected failure is told in its own words, and not logged as a fault', async () => {
  async function* frames() {
    yield 'data: 1\n\n'
    throw new AppError('busy', 'Too many at a time')
  }
  let closed = 0
  const onClose = () => {
    closed += 1
  }
  const { connection } = contextOf()
  const response = sseResponse(connection, frames(), { failure: failureFrame, onClose })
  expect(await response.text()).toBe(
    'data: 1\n\nevent: error\ndata: {"detail":"Too many at a time","code":"busy"}\n\n',
  )
  expect(closed).toBe(1)
})
