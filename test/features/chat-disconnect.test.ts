import { expect, test } from 'bun:test'
import { pick, pickList } from '../support/pick.ts'
import { modelQueue } from '../support/queue-page.ts'
import { head, openRaw, piece, type RawClient } from '../support/raw-client.ts'
import { startService, type TestService } from '../support/service.ts'
import { startStopwatch } from '../support/stopwatch.ts'
import {
  defaultAnswer,
  handStream,
  lastText,
  type Script,
  startUpstream,
  type Upstream,
  type UpstreamRequest,
  wholeAnswer,
} from '../support/upstream.ts'

/** A client that has left must have freed everything well before the next keepalive, 10 s later. */
const FREE_WITHIN_MS = 5_000

const SURFACES = ['stream', 'whole', 'generate'] as const
type Surface = (typeof SURFACES)[number]
type Connect = (service: TestService, key: string, surface: Surface, text: string) => Client

interface Client {
  /** Resolves when so much has come, or the connection is over. */
  until: (text: string) => Promise<void>
  leave: () => void
}

const NOBODY = {
  running: [],
  waiting: [],
  lanes: [
    { name: 'heavy', width: 1, running: 0, waiting: 0 },
    { name: 'attachments', width: 2, running: 0, waiting: 0 },
  ],
  admission: {
    model: { admitted: 0, max: 8, max_per_owner: 2, waiting: 0, readmitted: 0, owners: {} },
  },
}

test('a client that disconnects while queued frees its lease, reaches no engine and is not recorded', async () => {
  const slow: string[] = []
  for (const [connect, surface] of everyClient()) {
    await using upstream = startUpstream()
    const hand = handStream()
    upstream.script((ask) => (lastText(ask) === 'first' ? hand.response : defaultAnswer(ask)))
    await using service = startService({ upstream: upstream.url })
    const { key } = service.makeKey()
    const first = connectRaw(service, key, 'stream', 'first')
    await hand.say('Hello')
    await first.until('Hello')
    const client = connect(service, key, surface, 'second')
    await until(async () => (await waiting(service)) === 1)
    client.leave()
    slow.push(
      ...(await late(
        surface,
        async () => (await waiting(service)) === 0 && admitted(service) === 1,
      )),
    )
    await hand.finish()
    await first.until('[DONE]')
    first.leave()
    await until(() => admitted(service) === 0)
    expect(upstream.requests.map(lastText)).toEqual(['first'])
    expect(await recorded(service)).toEqual([
      { surface: 'chat', outcome: 'succeeded', calls: 1, characters: 5 },
    ])
    expect(pick(await queueOf(service), 'admission')).toEqual(NOBODY.admission)
  }
  expect(slow).toEqual([])
})

test('a client that disconnects while the engine is silent frees everything and is recorded once', async () => {
  const slow: string[] = []
  for (const [connect, surface] of everyClient()) {
    await using upstream = startUpstream(never)
    await using service = startService({ upstream: upstream.url })
    const client = connect(service, service.makeKey().key, surface, 'silent')
    await upstream.until(() => upstream.requests.length === 1)
    // One streaming client leaves after its headers have come, the other before.
    if (surface === 'stream' && connect === connectRaw) await client.until('"assistant"')
    client.leave()
    slow.push(...(await late(surface, () => isFree(service, upstream))))
    expect(await recorded(service)).toEqual([
      { surface: nameOf(surface), outcome: 'cancelled', calls: 1, characters: 0 },
    ])
    expect(await queueOf(service)).toEqual(NOBODY)
  }
  expect(slow).toEqual([])
})

test('a client that disconnects during its answer frees everything and is recorded with the characters so far', async () => {
  const slow: string[] = []
  for (const [connect, surface] of everyClient()) {
    await using upstream = startUpstream()
    const hand = handStream()
    upstream.script(({ body }) => (body.stream ? hand.response : half()))
    await using service = startService({ upstream: upstream.url })
    const client = connect(service, service.makeKey().key, surface, 'cut off')
    await upstream.until(() => upstream.requests.length === 1)
    if (surface === 'stream') {
      await hand.say('Grüße 👋')
      await client.until('Gr')
    }
    client.leave()
    slow.push(...(await late(surface, () => isFree(service, upstream))))
    const characters = surface === 'stream' ? 7 : 0
    expect(await recorded(service)).toEqual([
      { surface: nameOf(surface), outcome: 'cancelled', calls: 1, characters },
    ])
    expect(await queueOf(service)).toEqual(NOBODY)
  }
  expect(slow).toEqual([])
})

test('a client that disconnects while its body arrives frees its lease', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const { key } = service.makeKey()
  const slow: string[] = []
  for (const path of ['/v1/chat/completions', '/api/ai/generate']) {
    const start = [`POST ${path} HTTP/1.1`, `Authorization: Bearer ${key}`] as const
    const declared = `${head(...start, 'Content-Length: 1000')}{`
    const chunked = head(...start, 'Transfer-Encoding: chunked') + piece('{')
    for (const request of [declared, chunked]) {
      const client = leaving(openRaw(service.port, request))
      await until(() => admitted(service) === 1)
      client.leave()
      slow.push(...(await late(path, () => admitted(service) === 0)))
    }
  }
  expect(slow).toEqual([])
  expect(upstream.requests).toEqual([])
  expect(await recorded(service)).toEqual([])
})

test('the next in the queue starts at once when the client before it disconnects', async () => {
  await using upstream = startUpstream()
  upstream.script((ask) => (lastText(ask) === 'first' ? never(ask) : defaultAnswer(ask)))
  await using service = startService({ upstream: upstream.url })
  const { key } = service.makeKey()
  const first = connectRaw(service, key, 'whole', 'first')
  await upstream.until(() => upstream.requests.length === 1)
  const second = connectRaw(service, key, 'whole', 'second')
  await until(async () => (await waiting(service)) === 1)
  const elapsed = startStopwatch()
  first.leave()
  await second.until('Hello from the local model.')
  expect(elapsed()).toBeLessThan(FREE_WITHIN_MS)
  expect(upstream.maxConcurrent).toBe(1)
  second.leave()
})

function everyClient(): [Connect, Surface][] {
  return [connectRaw, connectFetch].flatMap((connect) =>
    SURFACES.map((surface): [Connect, Surface] => [connect, surface]),
  )
}

function requestOf(surface: Surface, text: string): { path: string; body: string } {
  if (surface === 'generate')
    return { path: '/api/ai/generate', body: JSON.stringify({ prompt: text }) }
  const messages = [{ role: 'user', content: text }]
  return {
    path: '/v1/chat/completions',
    body: JSON.stringify({ model: 'local', stream: surface === 'stream', messages }),
  }
}

/** A client that leaves by closing its socket. */
function connectRaw({ port }: TestService, key: string, surface: Surface, text: string): Client {
  const { path, body } = requestOf(surface, text)
  const start = head(
    `POST ${path} HTTP/1.1`,
    `Authorization: Bearer ${key}`,
    `Content-Length: ${body.length}`,
  )
  return leaving(openRaw(port, start + body))
}

function leaving(client: RawClient): Client {
  return {
    until: async (text) => void (await client.until((heard) => heard.includes(text))),
    leave: () => client[Symbol.dispose](),
  }
}

/** A client that aborts its fetch. */
function connectFetch({ url }: TestService, key: string, surface: Surface, text: string): Client {
  const { path, body } = requestOf(surface, text)
  const heard = listener()
  const abort = new AbortController()
  const read = async () => {
    const response = await fetch(url + path, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}` },
      signal: abort.signal,
    })
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? [])
      heard.add(decoder.decode(bytes, { stream: true }))
  }
  read().catch(() => heard.end())
  return { until: heard.until, leave: () => abort.abort() }
}

function listener() {
  let heard = ''
  let over = false
  let more = Promise.withResolvers<void>()
  return {
    add(text: string) {
      heard += text
      more.resolve()
    },
    end() {
      over = true
      more.resolve()
    },
    async until(text: string) {
      while (!heard.includes(text) && !over) {
        more = Promise.withResolvers()
        await more.promise
      }
    },
  }
}

/** @returns A complaint with the figure when it took too long */
async function late(what: string, condition: () => boolean | Promise<boolean>): Promise<string[]> {
  const elapsed = startStopwatch()
  await until(condition)
  const ms = elapsed()
  if (process.env['SHOW_MS']) console.log(what, ms.toFixed(1))
  return ms < FREE_WITHIN_MS ? [] : [`${what}: ${ms.toFixed(1)} ms`]
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}

async function isFree(service: TestService, upstream: Upstream): Promise<boolean> {
  const [lane] = await service.services.queue.lanes()
  return admitted(service) === 0 && lane?.running.length === 0 && upstream.aborted === 1
}

async function queueOf(service: TestService): Promise<unknown> {
  return modelQueue(await (await service.asOwner('GET', '/admin/queue')).json())
}

function admitted({ services }: TestService): number {
  return services.admissions.of('model').state().admitted
}

async function waiting({ services }: TestService): Promise<number> {
  const [lane] = await services.queue.lanes()
  return lane?.waiting.length ?? 0
}

async function recorded(service: TestService): Promise<unknown[]> {
  const response = await service.asOwner('GET', '/admin/usage?group_by=surface,outcome')
  return pickList(await response.json(), 'items').map((item) => ({
    surface: pick(item, 'surface'),
    outcome: pick(item, 'outcome'),
    calls: pick(item, 'model_calls'),
    characters: pick(item, 'characters_out'),
  }))
}

function nameOf(surface: Surface): string {
  return surface === 'generate' ? 'generate' : 'chat'
}

/** The beginning of a whole answer, and then nothing. */
function half(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"choices":[')),
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/** Says nothing until the asker has left. */
const never: Script = async ({ signal }: UpstreamRequest) => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return wholeAnswer('nobody hears this')
}
