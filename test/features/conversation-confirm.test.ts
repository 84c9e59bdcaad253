import { afterAll, expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Admission } from '../../src/core/tasks/admission.ts'
import {
  Confirmations,
  MAX_WAITING_CONFIRMS,
} from '../../src/features/conversations/confirmations.ts'
import { conversationClient } from '../support/conversations.ts'
import { fixtureTool } from '../support/mcp.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, PRIMARY_KEY, startService } from '../support/service.ts'
import { calling } from '../support/tool-calls.ts'
import { listedTool, startToolServer } from '../support/tool-server.ts'
import { startUpstream, streamText, type UpstreamRequest } from '../support/upstream.ts'

const OWNER = `Bearer ${PRIMARY_KEY}`

const upstream = startUpstream()
const bought: number[] = []
const fixtures = () => ({
  name: 'fixtures',
  tools: [
    {
      ...fixtureTool('buy', async ({ n = 0 }) => {
        bought.push(n)
        return `Bought ${n}`
      }),
      effects: 'costs' as const,
    },
    fixtureTool('look', async () => 'Seen'),
  ],
})
const service = startService({ upstream: upstream.url, more: fixtures })
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const ENDED = { 'message.role': 'assistant', 'message.status': 'complete' }
const buy = (n: number) => ({ name: 'buy', values: { n } })

function scripted(...answers: readonly (() => Response)[]): UpstreamRequest[] {
  const asked: UpstreamRequest[] = []
  upstream.script((ask) => {
    asked.push(ask)
    return answers[Math.min(asked.length, answers.length) - 1]?.() ?? streamText(['Nothing'])
  })
  return asked
}

const resultsOf = (ask: UpstreamRequest | undefined) =>
  (ask?.body.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content)

/** Sends a message, and waits for the question about a call. */
async function asked(app: Pick<typeof service, 'request'> = service, before?: string) {
  const client = conversationClient(app, OWNER)
  const path = before ?? (await client.begin())
  const watch = await client.watch(path)
  await watch.next()
  const sent = await client.json('POST', `${path}/messages`, { content: 'Buy', tools: 'all' })
  const message = `${path}/messages/${pick(sent, 'answer.id')}`
  const question = async () => pick((await watch.until({ type: 'confirm' })).at(-1), 'step')
  return { client, path, message, watch, question }
}

const callOf = (step: unknown) => pickList(step, 'calls').at(-1)

test('a call that costs something waits until it is allowed once, with its arguments shown', async () => {
  const requests = scripted(
    () => calling([{ name: 'look' }, buy(1)], 'Let me see.'),
    () => streamText(['Done']),
  )
  const { client, path, message, watch, question } = await asked()
  const step = await question()
  expect(step).toMatchObject({
    position: 0,
    calls: [
      { tool: 'look', ok: true, confirm: null },
      { tool: 'buy', ok: false, confirm: { arguments: '{"n":1}', decision: null } },
    ],
  })
  expect(bought).toEqual([])
  // Neither the engine nor the place of a request is occupied meanwhile, and a reload shows it.
  expect(upstream.active).toBe(0)
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
  expect(pick(await client.json('GET', path), 'messages.1.steps.0')).toEqual(step)
  const call = pick(callOf(step), 'confirm.id')
  const allow = { call, decision: 'once' }
  for (const other of [
    `Bearer ${service.makeKey({ generate: true, agent_engines: ['local'] }, 'x').key}`,
  ])
    expect(
      (await conversationClient(service, other).send('POST', `${message}/confirm`, allow)).status,
    ).toBe(404)
  const unknown = { call: 'call_x', decision: 'once' }
  expect((await client.send('POST', `${message}/confirm`, unknown)).status).toBe(404)
  expect((await client.send('POST', `${message}/confirm`, { call })).status).toBe(422)
  await client.json('POST', `${message}/confirm`, allow)
  const events = await watch.until(ENDED)
  expect(pick(events.at(-1), 'message')).toMatchObject({
    content: 'Let me see.\n\nDone',
    steps: [
      {
        position: 0,
        at_offset: 11,
        calls: [{}, { ok: true, text: 'Bought 1', confirm: { decision: 'once' } }],
      },
    ],
  })
  expect(bought.splice(0)).toEqual([1])
  expect(String(resultsOf(requests[1])[1])).toContain('Bought 1')
  // Sent again it changes nothing; another decision comes too late.
  expect((await client.send('POST', `${message}/confirm`, allow)).status).toBe(200)
  const other = { call, decision: 'refuse' }
  expect((await client.send('POST', `${message}/confirm`, other)).status).toBe(409)
  await watch.close()
})

test('a tool is allowed for a conversation until that is taken back, and what is refused is not called', async () => {
  scripted(
    () => calling([buy(2), buy(3)]),
    () => calling([buy(4)]),
    () => streamText(['Done']),
  )
  const { client, path, message, watch, question } = await asked()
  const call = pick(callOf(await question()), 'confirm.id')
  await client.json('POST', `${message}/confirm`, { call, decision: 'conversation' })
  await watch.until(ENDED)
  expect(bought.splice(0)).toEqual([2, 3, 4])
  expect(await client.json('GET', path)).toMatchObject({ allowed_tools: ['buy'] })
  await watch.close()
  await client.json('PATCH', path, { allowed_tools: [] })
  const requests = scripted(
    () => calling([buy(5)]),
    () => streamText(['Done']),
  )
  const again = await asked(service, path)
  const second = pick(callOf(await again.question()), 'confirm.id')
  await client.json('POST', `${again.message}/confirm`, { call: second, decision: 'refuse' })
  await again.watch.until(ENDED)
  expect(String(resultsOf(requests[1])[0])).toContain('does not allow')
  expect(bought).toEqual([])
  await again.watch.close()
})

test('a tool of a server of another that changes something is called once where it is allowed, and not where it is refused', async () => {
  const dropped: unknown[] = []
  using server = startToolServer({
    tools: [listedTool('drop')],
    run: (_, values) => {
      dropped.push(values)
      return 'Dropped'
    },
  })
  const file = server.block('notes', ['drop'], 'confirm = ["drop"]')
  await using foreign = startService({ upstream: upstream.url, file })
  for (const [decision, calls, told] of [
    ['once', 1, 'Dropped'],
    ['refuse', 0, 'does not allow'],
  ] as const) {
    const requests = scripted(
      () => calling([{ name: 'notes__drop', values: { q: decision } }]),
      () => streamText(['Done']),
    )
    const { client, message, watch, question } = await asked(foreign)
    const waiting = callOf(await question())
    expect(waiting).toMatchObject({
      tool: 'notes__drop',
      confirm: { arguments: JSON.stringify({ q: decision }), decision: null },
    })
    expect(dropped).toEqual([])
    const call = pick(waiting, 'confirm.id')
    // Sent twice, as by an impatient person.
    await client.json('POST', `${message}/confirm`, { call, decision })
    await client.send('POST', `${message}/confirm`, { call, decision })
    await watch.until(ENDED)
    expect(dropped.splice(0)).toEqual(Array(calls).fill({ q: decision }))
    expect(String(resultsOf(requests[1])[0])).toContain(told)
    await watch.close()
  }
})

test('without a decision a call is refused in time, and the model is told so', async () => {
  await using quick = startService({
    upstream: upstream.url,
    more: fixtures,
    limits: { confirmMs: 30 },
  })
  const requests = scripted(
    () => calling([buy(6)]),
    () => streamText(['Then not']),
  )
  const { watch } = await asked(quick)
  const events = await watch.until(ENDED)
  expect(pick(events.at(-1), 'message.steps.0.calls.0.confirm.decision')).toBe('late')
  expect(String(resultsOf(requests[1])[0])).toContain('not answered in time')
  expect(bought).toEqual([])
  await watch.close()
})

test('a stop and a crash end the wait, and the call is never made', async () => {
  await using folder = await tempFolder()
  const [before, after] = ['before', 'after'].map((name) => join(folder.path, name))
  if (before === undefined || after === undefined) throw new Error('There are two')
  const options = { upstream: upstream.url, more: fixtures }
  await using first = createTestApp({ ...options, env: { DATA_DIR: before } })
  scripted(() => calling([buy(7)]))
  const { client, path, message, watch, question } = await asked(first)
  const call = pick(callOf(await question()), 'confirm.id')
  await first.services.batch.add(() => {})
  // What is on the disk now is what a killed process leaves.
  cpSync(before, after, { recursive: true })
  expect(await client.json('POST', `${message}/stop`)).toMatchObject({ status: 'stopped' })
  const late = await client.send('POST', `${message}/confirm`, { call, decision: 'once' })
  expect(late.status).toBe(409)
  await watch.close()
  await using second = createTestApp({ ...options, env: { DATA_DIR: after } })
  const restarted = conversationClient(second, OWNER)
  const [, answer] = pickList(await restarted.json('GET', path), 'messages')
  expect(answer).toMatchObject({
    status: 'interrupted',
    steps: [{ calls: [{ tool: 'buy', ok: false, confirm: { decision: null } }] }],
  })
  const lost = await restarted.send('POST', `${message}/confirm`, { call, decision: 'once' })
  expect(lost.status).toBe(409)
  expect(bought).toEqual([])
})

test('a conversation is deleted while its answer waits for a decision', async () => {
  const requests = scripted(
    () => calling([buy(9)]),
    () => streamText(['Done']),
  )
  const { client, path, watch, question } = await asked()
  await question()
  expect((await client.send('DELETE', path)).status).toBe(204)
  expect(service.services.admissions.of('model').state().admitted).toBe(0)
  expect(bought).not.toContain(9)
  expect(requests).toHaveLength(1)
  await watch.close()
})

test('a stop of the service does not wait for a decision', async () => {
  const stopping = startService({ upstream: upstream.url, more: fixtures })
  scripted(() => calling([buy(8)]))
  const { question, watch } = await asked(stopping)
  await question()
  const ended = watch.until({ type: 'message', 'message.status': 'interrupted' })
  await stopping[Symbol.asyncDispose]()
  expect(pick((await ended).at(-1), 'message.error.code')).toBe('stopping')
})

test('an owner is asked about 8 answers at a time', async () => {
  const confirmations = new Confirmations({ waitMs: 60_000 })
  const { signal } = new AbortController()
  const waits = Array.from({ length: MAX_WAITING_CONFIRMS }, (_, index) => {
    expect(confirmations.hasRoom('a')).toBe(true)
    const one = { replyId: `msg_${index}`, callId: 'call_1', owner: 'a' }
    return confirmations.decide(one, signal, () => undefined)
  })
  expect(confirmations.hasRoom('a')).toBe(false)
  expect(confirmations.hasRoom('b')).toBe(true)
  confirmations.answer('msg_0', 'call_1', 'once')
  expect(await waits[0]).toBe('once')
  expect(confirmations.hasRoom('a')).toBe(true)
  confirmations.close()
  const ended = await Promise.allSettled(waits.slice(1))
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
})

test('a lease that is paused lets another one in, counts again afterwards and is released once', () => {
  const admission = new Admission({ max: 1, maxPerOwner: 1 })
  const first = admission.tryAcquire({ owner: 'a' })
  const pause = first.pause()
  const second = admission.tryAcquire({ owner: 'a' })
  pause[Symbol.dispose]()
  expect(admission.state().admitted).toBe(2)
  second[Symbol.dispose]()
  expect(admission.refusalFor('a')?.code).toBe('busy')
  const again = first.pause()
  first[Symbol.dispose]()
  again[Symbol.dispose]()
  expect(admission.state().admitted).toBe(0)
})
