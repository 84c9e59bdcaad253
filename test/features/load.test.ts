import { expect, test } from 'bun:test'
import { pick, pickList } from '../support/pick.ts'
import { asOwner, requestAs } from '../support/process.ts'
import { modelQueue } from '../support/queue-page.ts'
import { head, sendRaw } from '../support/raw-client.ts'
import { startService, type TestService } from '../support/service.ts'
import { defaultAnswer, lastText, startUpstream } from '../support/upstream.ts'

const REQUESTS = 200
const KEYS = 20
const MAX_ADMITTED = 8
const MAX_PER_OWNER = 2
const DONE = 'data: [DONE]\n\n'

test('200 requests at once: 8 are admitted, 2 of an owner at most, one runs, the rest are 429', async () => {
  await using upstream = startUpstream()
  const gate = Promise.withResolvers<void>()
  upstream.script(async (ask) => {
    await gate.promise
    return defaultAnswer(ask)
  })
  await using service = startService({ upstream: upstream.url })
  const watched = watchPlaces(service)
  const refusals = Promise.withResolvers<void>()
  const statuses: number[] = []
  const wrong: string[] = []
  const answers = wave(service, ({ status, retryAfter, fault }) => {
    statuses.push(status)
    if (fault !== undefined) wrong.push(fault)
    if (status === 429 && retryAfter !== '5') wrong.push(`Retry-After: ${retryAfter}`)
    if (statuses.length === REQUESTS - MAX_ADMITTED) refusals.resolve()
  })
  await refusals.promise
  expect(new Set(statuses)).toEqual(new Set([429]))
  const full = await queueAt(service)
  expect(pick(full, 'admission.model.admitted')).toBe(MAX_ADMITTED)
  expect(pickList(full, 'running').length).toBe(1)
  expect(pickList(full, 'waiting').length).toBe(MAX_ADMITTED - 1)
  gate.resolve()
  await answers
  expect(statuses.filter((status) => status === 200).length).toBe(MAX_ADMITTED)
  expect(wrong).toEqual([])
  expect(upstream.requests.length).toBe(MAX_ADMITTED)
  expect(upstream.maxConcurrent).toBe(1)
  expect(await watched.stop()).toEqual({ tooMany: [], most: MAX_ADMITTED })
  await expectNothingLeft(service)
})

test('repeated bursts of 200 requests leak no lease', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const watched = watchPlaces(service)
  const statuses: number[] = []
  const wrong: string[] = []
  for (let round = 0; round < 3; round += 1) {
    await wave(service, ({ status, fault }) => {
      statuses.push(status)
      if (fault !== undefined) wrong.push(fault)
    })
  }
  const served = statuses.filter((status) => status === 200).length
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  expect(wrong).toEqual([])
  expect(served).toBeGreaterThanOrEqual(3 * MAX_ADMITTED)
  expect(new Set(upstream.requests.map(lastText)).size).toBe(served)
  expect(upstream.requests.length).toBe(served)
  expect(upstream.maxConcurrent).toBe(1)
  expect((await watched.stop()).tooMany).toEqual([])
  await expectNothingLeft(service)
})

test('429 arrives before the body of the refused request', async () => {
  await using upstream = startUpstream()
  const gate = Promise.withResolvers<void>()
  upstream.script(async (ask) => {
    await gate.promise
    return defaultAnswer(ask)
  })
  await using service = startService({ upstream: upstream.url })
  const { key } = service.makeKey()
  const held = ['one', 'two'].map((text) => ask(service, key, 'whole', text))
  while (pick(await queueAt(service), 'admission.model.admitted') !== MAX_PER_OWNER);
  for (const path of ['/v1/chat/completions', '/api/ai/generate']) {
    const answer = await sendRaw(
      service.port,
      head(`POST ${path} HTTP/1.1`, `Authorization: Bearer ${key}`, 'Content-Length: 500000'),
    )
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5'])
    expect(pick(JSON.parse(answer.body), 'code')).toBe('busy')
  }
  gate.resolve()
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200])
  await expectNothingLeft(service)
})

type Kind = 'stream' | 'whole' | 'generate'
const KINDS: readonly Kind[] = ['stream', 'whole', 'generate']

/** What came of one request; `fault` when an answer was not what it should be. */
interface Outcome {
  status: number
  retryAfter: string | null
  fault: string | undefined
}

async function wave(service: TestService, onOutcome: (outcome: Outcome) => void): Promise<void> {
  const keys = Array.from({ length: KEYS }, () => service.makeKey().key)
  const asked = Array.from({ length: REQUESTS }, async (_, index) => {
    const kind = KINDS[index % KINDS.length] ?? 'whole'
    onOutcome(await ask(service, keys[index % KEYS] ?? '', kind, crypto.randomUUID()))
  })
  await Promise.all(asked)
}

async function ask({ url }: TestService, key: string, kind: Kind, text: string): Promise<Outcome> {
  const messages = [{ role: 'user', content: text }]
  const response =
    kind === 'generate'
      ? await requestAs(url, key, 'POST', '/api/ai/generate', { prompt: text })
      : await requestAs(url, key, 'POST', '/v1/chat/completions', {
          model: 'local',
          stream: kind === 'stream',
          messages,
        })
  const body = await response.text()
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    fault: response.status === 200 && !isWhole(kind, body) ? `${kind}: ${body}` : undefined,
  }
}

function isWhole(kind: Kind, body: string): boolean {
  if (kind === 'stream') return body.endsWith(DONE) && !body.includes('"error"')
  const path = kind === 'generate' ? 'text' : 'choices.0.message.content'
  return pick(JSON.parse(body), path) === 'Hello from the local model.'
}

/** Looks at the places at each change of the line, and over HTTP all the while. */
function watchPlaces(service: TestService) {
  const { queue, admissions } = service.services
  const tooMany: string[] = []
  let most = 0
  const look = (owners: object, admitted: unknown, running: number) => {
    most = Math.max(most, Number(admitted))
    const perOwner = Math.max(0, ...Object.values(owners).map(Number))
    if (Number(admitted) > MAX_ADMITTED || perOwner > MAX_PER_OWNER || running > 1)
      tooMany.push(JSON.stringify({ admitted, owners, running }))
  }
  const unwatch = queue.onChange(async () => {
    const { owners, admitted } = admissions.of('model').state()
    const [lane] = await queue.lanes()
    look(owners, admitted, lane?.running.length ?? 0)
  })
  let watching = true
  const polling = (async () => {
    while (watching) {
      const state = await queueAt(service)
      const running = pickList(state, 'running').length
      look(
        Object(pick(state, 'admission.model.owners')),
        pick(state, 'admission.model.admitted'),
        running,
      )
    }
  })()
  return {
    async stop() {
      watching = false
      unwatch()
      await polling
      return { tooMany, most }
    },
  }
}

async function expectNothingLeft(service: TestService): Promise<void> {
  expect(await queueAt(service)).toEqual({
    running: [],
    waiting: [],
    lanes: [
      { name: 'heavy', width: 1, running: 0, waiting: 0 },
      { name: 'attachments', width: 2, running: 0, waiting: 0 },
    ],
    admission: {
      model: {
        admitted: 0,
        max: MAX_ADMITTED,
        max_per_owner: MAX_PER_OWNER,
        waiting: 0,
        readmitted: 0,
        owners: {},
      },
    },
  })
  const metrics = await (await asOwner(service.url, 'GET', '/metrics')).text()
  expect(metrics).toContain('\nhearth_admitted_requests 0\n')
  expect(metrics).toContain('\nhearth_running_tasks{lane="heavy"} 0\n')
  expect(metrics).toContain('\nhearth_waiting_tasks{lane="heavy"} 0\n')
}

async function queueAt(service: TestService): Promise<unknown> {
  return modelQueue(await (await asOwner(service.url, 'GET', '/admin/queue')).json())
}
