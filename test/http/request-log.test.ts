import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../src/platform/log.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { jsonInit, startService } from '../support/service.ts'
import { handStream, startUpstream, wholeAnswer } from '../support/upstream.ts'

const CHAT = '/v1/chat/completions'
const FACTS = {
  engine: 'local',
  model: 'test-model',
  account: 'local',
  queueMs: expect.any(Number),
}

function startLogged(upstream: string) {
  const folder = tempFolder()
  const fd = join(folder.path, 'log')
  const log = createLog('info', { fd })
  // A failure is in time for a status of its own, on a busy machine too.
  const service = startService({ upstream, log, limits: { headersGraceMs: 60_000 } })
  return {
    service,
    authorization: service.makeKey().authorization,
    /** The lines of requests so far. */
    requests(): unknown[] {
      log.flush()
      const lines = readFileSync(fd, 'utf8').trim().split('\n')
      return lines
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line))
        .filter((line) => pick(line, 'msg') === 'request')
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

function chat(stream: boolean) {
  return { model: 'local', stream, messages: [{ role: 'user', content: 'words of a prompt' }] }
}

test('the line of an answer has engine, model, account and wait, and no words of it', async () => {
  await using upstream = startUpstream(() => wholeAnswer('words of an answer'))
  await using logged = startLogged(upstream.url)
  const { url } = logged.service
  const headers = { authorization: logged.authorization }
  await fetch(url + CHAT, jsonInit('POST', chat(false), headers))
  await fetch(`${url}/api/ai/generate`, jsonInit('POST', { prompt: 'words of a prompt' }, headers))
  await fetch(`${url}/auth-check`, { headers })
  const lines = logged.requests()
  expect(lines).toMatchObject([
    { route: CHAT, status: 200, actor: 'tester', ...FACTS },
    { route: '/api/ai/generate', status: 200, actor: 'tester', ...FACTS },
    { route: '/auth-check', status: 200 },
  ])
  expect(lines.map((line) => pick(line, 'failure'))).toEqual([undefined, undefined, undefined])
  expect(pick(lines[2], 'engine')).toBeUndefined()
  expect(JSON.stringify(lines)).not.toContain('words of')
})

test('the line of a stream is written at its end, with the time of the whole answer', async () => {
  await using upstream = startUpstream()
  const hand = handStream()
  upstream.script(() => hand.response)
  await using logged = startLogged(upstream.url)
  const init = jsonInit('POST', chat(true), { authorization: logged.authorization })
  const asked = fetch(logged.service.url + CHAT, init)
  await hand.say('Hello')
  const response = await asked
  const headersAt = performance.now()
  expect(logged.requests()).toEqual([])
  while (performance.now() - headersAt < 20) await hand.say(' more')
  await hand.finish()
  await response.text()
  const [line] = logged.requests()
  expect(line).toMatchObject({ route: CHAT, status: 200, ...FACTS })
  expect(pick(line, 'ms')).toBeGreaterThan(20)
})

test('the line of a stream whose client has left is 499, and has the engine as well', async () => {
  await using upstream = startUpstream()
  const hand = handStream()
  upstream.script(() => hand.response)
  await using logged = startLogged(upstream.url)
  const abort = new AbortController()
  const init = jsonInit('POST', chat(true), { authorization: logged.authorization })
  const asked = fetch(logged.service.url + CHAT, { ...init, signal: abort.signal })
  await hand.say('Hello')
  await asked
  abort.abort()
  while (logged.requests().length === 0) await Bun.sleep(1)
  expect(logged.requests()).toMatchObject([
    { route: CHAT, status: 499, ...FACTS, failure: 'cancelled' },
  ])
})

test('the line of a failed answer says which engine failed last, and why', async () => {
  await using upstream = startUpstream(() => new Response('broken', { status: 500 }))
  await using logged = startLogged(upstream.url)
  for (const stream of [false, true]) {
    const init = jsonInit('POST', chat(stream), { authorization: logged.authorization })
    const answer = await fetch(logged.service.url + CHAT, init)
    expect(answer.status).toBe(stream ? 200 : 503)
    await answer.text()
  }
  expect(logged.requests()[0]).toMatchObject({ status: 503, ...FACTS, failure: 'transient' })
  expect(logged.requests()[1]).toMatchObject({ route: CHAT, status: 200, failure: 'transient' })
})

test('the line of a job’s events is written when they end', async () => {
  await using upstream = startUpstream()
  const gate = Promise.withResolvers<void>()
  upstream.script(async () => {
    await gate.promise
    return wholeAnswer('done')
  })
  await using logged = startLogged(upstream.url)
  const { url } = logged.service
  const headers = { authorization: logged.authorization }
  const body = { prompt: 'p', async: true }
  const made = await fetch(`${url}/api/ai/generate`, jsonInit('POST', body, headers))
  const id = pick(await made.json(), 'job_id')
  const events = await fetch(`${url}/api/ai/generate/${id}/events`, { headers })
  expect(logged.requests()).toHaveLength(1)
  gate.resolve()
  await events.text()
  expect(logged.requests()[1]).toMatchObject({ route: '/api/ai/generate/:id/events', status: 200 })
})
