import { afterEach, expect, jest, test } from 'bun:test'
import { failureFrame, sseResponse } from '../../src/http/reply/sse.ts'
import { AppError } from '../../src/platform/errors.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { fakeEngine, hanging } from '../support/engines.ts'
import { contextOf } from '../support/http-context.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const KEEPALIVE = ': keepalive\n\n'

afterEach(() => {
  jest.useRealTimers()
})

/** Frames that a test hands out one by one. */
function handFrames() {
  const stream = new TransformStream<string, string>()
  const writer = stream.writable.getWriter()
  return {
    frames: stream.readable,
    say: (frame: string) => writer.write(frame),
    end: () => writer.close(),
  }
}

/** Reads a response as it comes: what has come since the last look. */
function readerOf(response: Response) {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const pump = async () => {
    for (;;) {
      const piece = await reader?.read()
      if (piece === undefined || piece.done) return
      text += decoder.decode(piece.value, { stream: true })
    }
  }
  const ended = pump()
  return {
    ended,
    leave: () => reader?.cancel(),
    /** Lets what is under way arrive; no timer is involved. */
    async taken(): Promise<string> {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      const found = text
      text = ''
      return found
    },
  }
}

test('sseResponse() sends a comment every 10 s of silence, and a data event instead after 60 s', async () => {
  jest.useFakeTimers()
  const source = handFrames()
  const response = sseResponse(contextOf().connection, source.frames, {
    failure: failureFrame,
    idleFrame: () => 'data: {}\n\n',
    onClose: () => {},
  })
  const reader = readerOf(response)
  const heard: string[] = []
  for (let second = 10; second <= 130; second += 10) {
    jest.advanceTimersByTime(10_000)
    heard.push(await reader.taken())
  }
  const minute = [KEEPALIVE, KEEPALIVE, KEEPALIVE, KEEPALIVE, KEEPALIVE, 'data: {}\n\n']
  expect(heard).toEqual([...minute, ...minute, KEEPALIVE])
  await reader.leave()
})

test('sseResponse() counts the silence from the last data event', async () => {
  jest.useFakeTimers()
  const source = handFrames()
  const response = sseResponse(contextOf().connection, source.frames, {
    failure: failureFrame,
    idleFrame: () => 'data: {}\n\n',
    onClose: () => {},
  })
  const reader = readerOf(response)
  jest.advanceTimersByTime(55_000)
  await reader.taken()
  await source.say('data: 1\n\n')
  expect(await reader.taken()).toBe('data: 1\n\n')
  jest.advanceTimersByTime(9_999)
  expect(await reader.taken()).toBe('')
  jest.advanceTimersByTime(1)
  expect(await reader.taken()).toBe(KEEPALIVE)
  jest.advanceTimersByTime(49_999)
  expect(await reader.taken()).toBe(KEEPALIVE.repeat(4))
  jest.advanceTimersByTime(1)
  expect(await reader.taken()).toBe('data: {}\n\n')
  await reader.leave()
})

test('sseResponse() calls onClose once and stops its timer when the stream ends or is cancelled', async () => {
  jest.useFakeTimers()
  let closed = 0
  const onClose = () => {
    closed += 1
  }
  const source = handFrames()
  const ending = readerOf(
    sseResponse(contextOf().connection, source.frames, { failure: failureFrame, onClose }),
  )
  await source.say('data: 1\n\n')
  await source.end()
  await ending.ended
  expect(await ending.taken()).toBe('data: 1\n\n')
  expect(closed).toBe(1)
  const leaving = readerOf(
    sseResponse(contextOf().connection, handFrames().frames, { failure: failureFrame, onClose }),
  )
  await leaving.leave()
  expect(closed).toBe(2)
  expect(jest.getTimerCount()).toBe(0)
})

test('sseResponse() ends the stream of a caller who is refused by now, also while events keep coming', async () => {
  jest.useFakeTimers()
  const { connection } = contextOf()
  let refused = false
  connection.reauthorize = () => {
    if (refused) throw new AppError('account_refused', 'This account is suspended')
  }
  let closed = 0
  const source = handFrames()
  const onClose = () => {
    closed += 1
  }
  const reader = readerOf(
    sseResponse(connection, source.frames, { failure: failureFrame, onClose }),
  )
  await source.say('data: 1\n\n')
  jest.advanceTimersByTime(9000)
  refused = true
  await source.say('data: 2\n\n')
  expect([await reader.taken(), closed]).toEqual(['data: 1\n\ndata: 2\n\n', 0])
  jest.advanceTimersByTime(1000)
  await reader.ended
  expect(await reader.taken()).toBe(
    'event: error\ndata: {"detail":"This account is suspended","code":"account_refused"}\n\n',
  )
  expect([closed, jest.getTimerCount()]).toEqual([1, 0])
})

test('sseResponse() queues no comments while nobody reads', async () => {
  jest.useFakeTimers()
  const response = sseResponse(contextOf().connection, handFrames().frames, {
    failure: failureFrame,
    onClose: () => {},
  })
  jest.advanceTimersByTime(600_000)
  const reader = readerOf(response)
  expect(await reader.taken()).toBe(KEEPALIVE)
  await reader.leave()
})

test('POST /v1/chat/completions sends an empty delta after 60 s without a data event', async () => {
  const engine = fakeEngine('quiet', hanging(), { timeoutMs: 600_000 })
  await using service = createTestApp({ engines: [engine] })
  jest.useFakeTimers()
  const body = { model: 'auto', stream: true, messages: [{ role: 'user', content: 'Talk' }] }
  const asked = service.asOwner('POST', '/v1/chat/completions', body)
  let response: Response | undefined
  void asked.then((answer) => {
    response = answer
  })
  while (response === undefined) {
    jest.advanceTimersByTime(100)
    await Promise.resolve()
  }
  const reader = readerOf(response)
  expect(await reader.taken()).toContain('{"role":"assistant","content":""}')
  jest.advanceTimersByTime(60_000)
  const [last = '', ...comments] = (await reader.taken()).split('\n\n').filter(Boolean).reverse()
  expect(comments).toEqual(Array(5).fill(': keepalive'))
  expect(JSON.parse(last.replace('data: ', ''))).toMatchObject({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: null }],
  })
  await reader.leave()
})

test('GET /api/conversations/{id}/events ends with its session, its key and its user', async () => {
  await using service = createTestApp()
  const ends: Record<string, (user: ReturnType<typeof makeUser>) => unknown> = {
    unauthorized: ({ token }) => service.services.sessions.end(token),
    account_refused: ({ change }) => change({ status: 'suspended' }),
  }
  const key = service.makeKey()
  const streams: [code: string, end: () => unknown, Response][] = []
  const open = async (headers: Record<string, string>) => {
    const conversation = await pickFrom(
      await service.request('/api/conversations', jsonInit('POST', {}, headers)),
      'id',
    )
    return service.request(`/api/conversations/${conversation}/events`, { headers })
  }
  jest.useFakeTimers()
  const revoke = () => service.services.keys.revoke(key.id, AUDIT_ACTOR)
  streams.push(['unauthorized', revoke, await open({ authorization: key.authorization })])
  for (const [code, end] of Object.entries(ends)) {
    const user = makeUser(service.services, { email: `${code}@example.test` })
    streams.push([code, () => end(user), await open(user.headers)])
  }
  jest.advanceTimersByTime(10_000)
  for (const [, end] of streams) end()
  jest.advanceTimersByTime(10_000)
  for (const [code, , response] of streams)
    expect(await response.text()).toEndWith(`"code":"${code}"}\n\n`)
})
