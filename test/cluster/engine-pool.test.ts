import { expect, test } from 'bun:test'
import { EnginePool } from '../../src/cluster/engine-pool.ts'
import { MachineSlots } from '../../src/cluster/machine-slots.ts'
import { EngineRegistry } from '../../src/core/engines/engine-registry.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { announcedEngine, answering, breaking, fakeCluster } from '../support/fake-cluster.ts'
import { thrown } from '../support/thrown.ts'

const { signal: never } = new AbortController()
const TURN = { model: 'small', messages: [], options: {}, stream: true }

function poolOf() {
  const world = fakeCluster()
  const slots = new MachineSlots()
  return { ...world, slots, pool: new EnginePool({ cluster: world.cluster, slots, ownWidth: 1 }) }
}

test('EnginePool joins the engines of one id: accounts and models of all machines, the least of what they can', async () => {
  const { pool, put, calls } = poolOf()
  const own = fakeEngine('local', saying('own'), { maxCharacters: 50_000 })
  const engine = pool.own(own)
  const capabilities = { images: false, structured: true, tools: true }
  put('gpu1', [announcedEngine('local', ['large', 'huge'], { capabilities })], answering('one'))
  const { results } = pool.update()
  expect(results).toEqual([{ engine, state: 'answers' }])
  expect(engine).toMatchObject({
    id: 'local',
    models: ['small', 'large', 'huge'],
    accounts: [{ id: 'only' }, { id: 'default@gpu1' }],
    maxCharacters: 50_000,
    capabilities,
  })
  const [mine = { id: '' }, remote = { id: '' }] = engine.accounts
  expect([engine.hasModel(mine, 'huge'), engine.hasModel(remote, 'huge')]).toEqual([false, true])
  expect([engine.hasModel(mine, 'small'), engine.hasModel(remote, 'small')]).toEqual([true, false])
  const textOf = async (account: { id: string }) => {
    const batches = await Array.fromAsync(engine.run(TURN, account, never, 'job_1'))
    return batches.flat().map((event) => (event.type === 'text' ? event.text : ''))
  }
  expect([await textOf(mine), await textOf(remote)]).toEqual([
    ['own', ''],
    ['one', ''],
  ])
  expect(calls).toEqual([
    {
      node: 'gpu1',
      call: { kind: 'text', engine: 'local', account: 'default', turn: TURN },
      runId: 'job_1',
    },
  ])
})

test('EnginePool: an engine that only worker nodes have fails when the last is lost, and is gone when it is forgotten', async () => {
  const { pool, put, setState, cluster } = poolOf()
  put('gpu1', [announcedEngine('big', ['m'])], answering('x'))
  put('gpu2', [announcedEngine('big', ['m'])], answering('x'))
  const [first] = pool.update().results
  expect([first?.state, pool.width]).toEqual(['answers', 2])
  const account = first?.engine.accounts[0]
  setState('gpu1', 'lost')
  expect(pool.update().results).toMatchObject([{ state: 'answers' }])
  expect(first?.engine.accounts.map(({ id }) => id)).toEqual(['default@gpu2'])
  setState('gpu2', 'lost')
  expect(pool.update().results).toMatchObject([{ state: 'failed' }])
  expect(pool.update().results).toEqual([])
  expect<unknown>([first?.engine.accounts, first?.engine.models, pool.width]).toEqual([
    [],
    ['m'],
    1,
  ])
  setState('gpu1', 'online')
  const back = pool.update()
  expect(back.results).toMatchObject([{ state: 'answers' }])
  // What is known of the account is known of it again.
  expect(first?.engine.accounts[0] === account).toBe(true)
  expect(back.returned.map(({ isReturned }) => isReturned(account ?? { id: '' }))).toEqual([true])
  setState('gpu1', 'lost')
  await cluster.forget('gpu1')
  await cluster.forget('gpu2')
  expect(pool.update().results).toMatchObject([{ state: 'gone' }])
})

test('EnginePool: an engine that has never had a model is known with the reason, until it has one', () => {
  const { pool, put } = poolOf()
  put('gpu1', [{ ...announcedEngine('later', []), problem: 'Cannot reach it' }], answering('x'))
  const [first] = pool.update().results
  expect(first).toMatchObject({
    state: 'failed',
    failure: { verdict: 'transient', kind: 'unreachable', message: 'Cannot reach it' },
  })
  const registry = new EngineRegistry<Engine>({ engines: [], now: Date.now })
  registry.update(pool.update().results)
  expect([first?.engine.listsModels, registry.isAnswering('later')]).toEqual([true, false])
  put('gpu1', [announcedEngine('later', ['m'])], answering('x'))
  expect(pool.update().results).toMatchObject([{ state: 'answers' }])
  registry.update(pool.update().results)
  expect([first?.engine.listsModels, registry.isAnswering('later')]).toEqual([false, true])
  expect(registry.offered.map(({ id }) => id)).toEqual(['later'])
})

test('EnginePool: a node of another version has no engine here', () => {
  const { pool, put, setState } = poolOf()
  put('gpu1', [announcedEngine('big', ['m'])], answering('x'))
  setState('gpu1', 'refused')
  expect(pool.update().results).toEqual([])
  expect(pool.width).toBe(1)
})

test('EnginePool: a node without an engine lets no more tasks leave the line', () => {
  const { pool, put } = poolOf()
  put('gpu1', [announcedEngine('big', ['m'])], answering('x'))
  put('gpu2', [], answering('x'))
  pool.update()
  expect(pool.width).toBe(1)
  put('gpu2', [announcedEngine('other', ['m'])], answering('x'))
  pool.update()
  expect(pool.width).toBe(2)
})

test('EnginePool: an engine of this machine with a lane of its own does not widen the shared line', () => {
  const { pool, put } = poolOf()
  pool.own(fakeEngine('beside', saying('x'), { parallel: 2 }))
  put('gpu1', [announcedEngine('big', ['m'])], answering('x'))
  pool.update()
  expect(pool.width).toBe(1)
  pool.own(fakeEngine('local', saying('x')))
  expect(pool.width).toBe(2)
})

test('MergedEngine is busy and waits by the machine of each account', async () => {
  const { pool, put } = poolOf()
  const engine = pool.own(fakeEngine('local', saying('own')))
  put('gpu1', [announcedEngine('local', ['small'])], answering('x'))
  pool.update()
  const [mine = { id: '' }, remote = { id: '' }] = engine.accounts
  const slot = await engine.reserve(remote, never)
  expect([engine.isBusy(mine), engine.isBusy(remote)]).toEqual([false, true])
  const controller = new AbortController()
  const waits = thrown(engine.reserve(remote, controller.signal))
  controller.abort(new Error('It has left'))
  expect(await waits).toMatchObject({ message: 'It has left' })
  slot[Symbol.dispose]()
  expect(engine.isBusy(remote)).toBe(false)
})

test('MergedEngine refuses what is no event of an answer', async () => {
  const { pool, put } = poolOf()
  async function* lying() {
    yield [{ type: 'text', text: 7 }]
    return { value: null }
  }
  put('gpu1', [announcedEngine('big', ['m'])], lying)
  const [found] = pool.update().results
  const [account = { id: '' }] = found?.engine.accounts ?? []
  const answer = Array.fromAsync(found?.engine.run(TURN, account, never) ?? [])
  expect(await thrown(answer)).toMatchObject({ name: 'EngineFailure', verdict: 'unknown' })
})

test('EnginePool keeps an engine of this machine answering while a node has it, though its own server is down', async () => {
  const { pool, put, setState } = poolOf()
  const failure = new Error('Connection refused')
  const engine = pool.own(
    fakeEngine('local', breakingOwn(failure), { refresh: () => Promise.reject(failure) }),
  )
  expect(await thrown(engine.refresh?.(never) ?? Promise.resolve())).toBe(failure)
  put('gpu1', [announcedEngine('local', ['m'])], breaking(failure))
  pool.update()
  await engine.refresh?.(never)
  setState('gpu1', 'lost')
  pool.update()
  expect(await thrown(engine.refresh?.(never) ?? Promise.resolve())).toBe(failure)
})

function breakingOwn(error: Error) {
  return async function* run() {
    yield []
    throw error
  }
}
