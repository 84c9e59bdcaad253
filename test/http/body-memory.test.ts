import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { ownerOf } from '../../src/core/identity/actor.ts'
import { listen } from '../../src/http/server/listeners.ts'
import { createTestApp, jsonInit, PRIMARY_KEY, startService } from '../support/service.ts'

const PATH = '/v1/chat/completions'

test('bodies over the memory for all bodies get 429 before they are read, and it is given back', async () => {
  await using service = startService({ env: { BODY_MEMORY_BYTES: '1048576' } })
  const authorization = `Bearer ${PRIMARY_KEY}`
  const headers = { authorization }
  const { hostname, port } = new URL(service.url)
  const post = (characters: number) =>
    fetch(service.url + PATH, jsonInit('POST', { nothing: 'a'.repeat(characters) }, headers))
  const used = async () => {
    const text = await (await fetch(`${service.url}/metrics`, { headers })).text()
    return /hearth_request_body_bytes (\d+)/.exec(text)?.[1]
  }
  // Never sent to its end: what it declares is taken for as long as it is waited for.
  const sender = connect(Number(port), hostname)
  const closed = Promise.withResolvers<void>()
  sender.on('close', () => closed.resolve())
  sender.write(
    `POST ${PATH} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${authorization}\r\ncontent-length: 900000\r\n\r\n{`,
  )
  // Nothing else may hold memory when it arrives, or it is refused itself.
  while ((await used()) !== '900000') await setTimeout(10)
  const refused = await post(500_000)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ code: 'busy' })
  expect((await post(100)).status).toBe(422)
  sender.destroy()
  await closed.promise
  let after = await post(500_000)
  while (after.status === 429) after = await post(500_000)
  expect(after.status).toBe(422)
  expect((await post(1_100_000)).status).toBe(429)
  expect(await used()).toBe('0')
})

test('large answers take of the same memory until they are sent', async () => {
  await using service = createTestApp({ env: { BODY_MEMORY_BYTES: '1048576' } })
  const { app, services } = service
  // Straight to the app: what checks the answers of tests reads them whole.
  const { main, stop } = listen({
    ...{ app, log: services.log, metrics: services.metrics, settings: services.config },
  })
  const authorization = `Bearer ${PRIMARY_KEY}`
  const made = await service.asOwner('POST', '/api/conversations', {})
  const { id } = (await made.json()) as { id: string }
  services.stores.messages.insert({
    ...{ id: 'msg_1', conversationId: id, parentId: null, role: 'user', status: 'complete' },
    ...{ content: 'a word '.repeat(1.5 * 1024 ** 2), model: null, answeredBy: null, note: null },
    ...{
      errorCode: null,
      errorDetail: null,
      thoughts: null,
      thoughtMs: null,
      createdAt: 1,
      finishedAt: 1,
    },
  })
  const path = `/api/conversations/${id}`
  const owner = ownerOf({ kind: 'primary' })
  const result = { text: 'a word '.repeat(20_000), engine: 'local', model: 'small' }
  services.stores.jobs.insert(
    {
      ...{ seq: 1, id: 'gen_1', kind: 'generate', owner, status: 'succeeded', result },
      ...{ caller: { owner }, input: { prompt: 'hi' }, files: [], createdAt: 1, finishedAt: 1 },
    },
    undefined,
  )
  const job = () =>
    fetch(`${main.url.origin}/api/ai/generate/gen_1`, { headers: { authorization } })
  const get = (query = '', method = 'GET') =>
    fetch(`${main.url.origin}${path}${query}`, { method, headers: { authorization } })
  const read = async () => {
    const answer = await get()
    return [answer.status, (await answer.text()).length > 10 * 1024 ** 2]
  }
  // Reads nothing.
  const reader = connect(Number(main.port), main.hostname)
  const closed = Promise.withResolvers<void>()
  reader.on('close', () => closed.resolve())
  reader.write(
    `GET ${path} HTTP/1.1\r\nhost: ${main.url.host}\r\nauthorization: ${authorization}\r\n\r\n`,
  )
  await new Promise<void>((sent) => reader.once('connect', sent))
  reader.pause()
  let state = await read()
  while (state[0] === 200) state = await read()
  expect(state).toEqual([429, false])
  expect((await get('?limit=1')).headers.get('retry-after')).toBe('5')
  // Results of jobs, the history and stored responses are answered in the same way.
  expect((await job()).status).toBe(429)
  reader.destroy()
  await closed.promise
  while (state[0] === 429) state = await read()
  expect(state).toEqual([200, true])
  expect(await (await job()).json()).toMatchObject({ result })
  // The answer to a HEAD has no body that would take any.
  await get('', 'HEAD')
  expect(await read()).toEqual([200, true])
  await stop()
})
