import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { announcedEngine, answering, breaking, fakeCluster } from '../support/fake-cluster.ts'
import { until } from '../support/gates.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit, PRIMARY_KEY } from '../support/service.ts'

const LOST = new EngineFailure('unreachable', 'The worker node gpu1 is lost')

function app(engines = [fakeEngine('own', saying('from here'))]) {
  const world = fakeCluster()
  const service = createTestApp({ engines, cluster: world.cluster })
  const body = (model: string, more: object) => ({
    model,
    messages: [{ role: 'user', content: 'Hi' }],
    ...more,
  })
  const chat = (model: string, more: object = {}, key = PRIMARY_KEY) =>
    service.request(
      '/v1/chat/completions',
      jsonInit('POST', body(model, more), { authorization: `Bearer ${key}` }),
    )
  return { ...world, service, chat }
}

test('an engine that only a worker node has is listed, chosen by id, model and auto, and gone with its node', async () => {
  const { service, chat, put, cluster, setState } = app([])
  await using _ = service
  put('gpu1', [announcedEngine('big', ['qwen3'])], answering('from gpu1'))
  const names = async () =>
    pickList(await (await service.asOwner('GET', '/v1/models')).json(), 'data').map((one) =>
      pick(one, 'id'),
    )
  expect(await names()).toEqual(['auto', 'big', 'big/qwen3', 'embedded'])
  for (const name of ['big', 'big/qwen3', 'qwen3', 'auto'])
    expect(await pickFrom(await chat(name), 'choices.0.message.content')).toBe('from gpu1')
  const engines = await (await service.asOwner('GET', '/admin/engines')).json()
  expect(pick(engines, 'items.0.accounts.0.id')).toBe('default@gpu1')
  setState('gpu1', 'lost')
  const refused = await chat('qwen3')
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true])
  await cluster.forget('gpu1')
  expect((await chat('qwen3')).status).toBe(404)
})

test('the line is as wide as all machines together, and each machine does one heavy task at a time', async () => {
  const { service, chat, put, calls, setState } = app([])
  await using _ = service
  const gates = new Map<string, () => void>()
  const serve = (name: string) =>
    async function* answer() {
      const gate = Promise.withResolvers<void>()
      gates.set(name, gate.resolve)
      await gate.promise
      yield [{ type: 'text', text: name }]
      yield [{ type: 'finish', reason: 'stop' }]
      return { value: null }
    }
  put('gpu1', [announcedEngine('big', ['m'])], serve('gpu1'))
  put('gpu2', [announcedEngine('big', ['m'])], serve('gpu2'))
  const heavy = async () =>
    (await service.services.queue.lanes()).find(({ name }) => name === 'heavy')
  expect(await heavy()).toMatchObject({ width: 2 })
  const { key } = service.makeKey({ generate: true, agent_engines: '*' })
  const ask = async (response: Promise<Response>) =>
    pickFrom(await response, 'choices.0.message.content')
  // One caller may have two requests at a time.
  const answers = [ask(chat('big')), ask(chat('big')), ask(chat('big', {}, key))]
  await until(() => gates.size === 2)
  expect(calls.map(({ node }) => node).sort()).toEqual(['gpu1', 'gpu2'])
  expect((await heavy())?.waiting).toHaveLength(1)
  gates.get('gpu2')?.()
  await until(() => calls.length === 3)
  expect(calls[2]?.node).toBe('gpu2')
  gates.get('gpu1')?.()
  gates.get('gpu2')?.()
  expect((await Promise.all(answers)).sort()).toEqual(['gpu1', 'gpu2', 'gpu2'])
  setState('gpu2', 'lost')
  expect(await heavy()).toMatchObject({ width: 1 })
})

test('what a lost node has begun starts again elsewhere; where text has reached the client, its stream fails', async () => {
  const { service, chat, put } = app([])
  await using _ = service
  put('gpu1', [announcedEngine('big', ['m'])], breaking(LOST, 'Once'))
  put('gpu2', [announcedEngine('big', ['m'])], answering('Whole'))
  expect(await pickFrom(await chat('big'), 'choices.0.message.content')).toBe('Whole')
  const usage = await (await service.asOwner('GET', '/admin/usage?group_by=account')).json()
  expect(
    pickList(usage, 'items').map((one) => [pick(one, 'account'), pick(one, 'model_calls')]),
  ).toEqual(
    expect.arrayContaining([
      ['default@gpu1', 1],
      ['default@gpu2', 1],
    ]),
  )
})

test('a stream of a node that is lost in its middle ends with an error', async () => {
  const { service, chat, put } = app([])
  await using _ = service
  put('gpu1', [announcedEngine('big', ['m'])], breaking(LOST, 'Once'))
  const text = await (await chat('big', { stream: true })).text()
  expect(text).toContain('"content":"Once"')
  expect(text).toContain('"code":"engine_failed"')
  expect(text).not.toContain('"finish_reason":"stop"')
})

test('a probe asks an account for a model that its machine has', async () => {
  const { service, put, calls } = app()
  await using _ = service
  const probed = announcedEngine('own', ['other'], {
    accounts: [{ id: 'default', probe: 'answer' }],
  })
  put('gpu1', [probed], answering('yes'))
  const probe = await service.asOwner('POST', '/admin/engines/own/accounts/default@gpu1/probe')
  expect([probe.status, await pickFrom(probe, 'state')]).toEqual([200, 'ok'])
  expect(calls.at(-1)).toMatchObject({
    node: 'gpu1',
    call: { kind: 'text', account: 'default', turn: { model: 'other' } },
  })
})

test('a request over which two machines are lost is tried on no other', async () => {
  const { service, chat, put, calls } = app([])
  await using _ = service
  const lost = new EngineFailure('unreachable', 'The worker node is lost', { isMachineLost: true })
  for (const id of ['a', 'b', 'c'])
    put(`gpu-${id}`, [announcedEngine(`engine-${id}`, [`model-${id}`])], breaking(lost))
  expect((await chat('auto')).status).toBe(503)
  expect(calls.map(({ node }) => node)).toEqual(['gpu-a', 'gpu-b'])
})

test('a node that was away before it had the request does not count as one that is lost over it', async () => {
  const { service, chat, put, calls } = app([])
  await using _ = service
  for (const id of ['a', 'b', 'c'])
    put(`gpu-${id}`, [announcedEngine(`engine-${id}`, [`model-${id}`])], breaking(LOST))
  put('gpu-d', [announcedEngine('engine-d', ['model-d'])], answering('from d'))
  expect(await pickFrom(await chat('auto'), 'choices.0.message.content')).toBe('from d')
  expect(calls).toHaveLength(4)
})
