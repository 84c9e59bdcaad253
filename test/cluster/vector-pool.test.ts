import { expect, test } from 'bun:test'
import type { EngineCall } from '../../src/cluster/contract.ts'
import { EnginePool } from '../../src/cluster/engine-pool.ts'
import { MachineSlots } from '../../src/cluster/machine-slots.ts'
import { IncomingCall } from '../../src/cluster/messages.ts'
import { runCall } from '../../src/cluster/running-calls.ts'
import { announcedEngines } from '../../src/cluster/worker-host.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import type { VectorModel } from '../../src/engines/contract/vectors.ts'
import { checkShape } from '../../src/http/body/json.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { fakeCluster } from '../support/fake-cluster.ts'
import { thrown } from '../support/thrown.ts'

const { signal } = new AbortController()

/** An engine whose vectors have the number of its machine in front. */
function engineOf(machine: number, vectorModels: readonly VectorModel[]): Engine {
  return {
    ...fakeEngine('local', saying('x')),
    models: [],
    vectors: {
      vectorModels,
      embed: async ({ inputs }) => ({
        vectors: inputs.map(({ length }) => new Float32Array([machine, length, 0.1])),
        tokens: inputs.length,
      }),
      rerank: async ({ documents }) => ({
        scores: documents.map(({ length }) => machine * length),
        tokens: 1,
      }),
    },
  }
}

const NOMIC = { name: 'nomic', use: 'embedding', contextLength: 2_048 } as const
const RANKER = { name: 'ranker', use: 'rerank' } as const

/** A worker node that makes each call with its engine, as it arrives over the network. */
function serving(engine: Engine) {
  return async function* (call: EngineCall) {
    const incoming = checkShape(JSON.parse(JSON.stringify(call)), IncomingCall)
    const engines = { engines: [engine], problemOf: () => undefined }
    const onEvents = () => undefined
    return await runCall(incoming, { engines, signal, onEvents, file: undefined })
  }
}

const announced = (engine: Engine) =>
  announcedEngines({ engines: [engine], problemOf: () => undefined })

test('models for vectors of a worker node are asked there, and an engine with them alone is there', async () => {
  const { cluster, put, setState, calls } = fakeCluster()
  const pool = new EnginePool({ cluster, slots: new MachineSlots(), ownWidth: 1 })
  const remote = engineOf(2, [NOMIC, RANKER])
  put('gpu1', announced(remote), serving(remote))
  const [result] = pool.update().results
  expect(result?.state).toBe('answers')
  const vectors = result?.engine.vectors
  expect(vectors?.vectorModels).toEqual([NOMIC, RANKER])
  const embed = () => vectors?.embed({ model: 'nomic', inputs: ['ab', [5]] }, signal)
  expect(await embed()).toEqual({
    vectors: [new Float32Array([2, 2, 0.1]), new Float32Array([2, 1, 0.1])],
    tokens: 2,
  })
  const rank = { model: 'ranker', query: 'q', documents: ['a', 'bcd'] }
  expect(await vectors?.rerank(rank, signal)).toMatchObject({ scores: [2, 6] })
  expect(calls.map(({ node, call }) => [node, call.kind])).toEqual([
    ['gpu1', 'embedding'],
    ['gpu1', 'rerank'],
  ])
  const [account = { id: '' }] = result?.engine.accounts ?? []
  expect(result?.engine.hasModel?.(account, 'nomic')).toBe(true)
  setState('gpu1', 'lost')
  pool.update()
  expect(await thrown(Promise.resolve(embed()))).toMatchObject({ kind: 'unreachable' })
})

test('a model that this machine has is asked here', async () => {
  const { cluster, put, calls } = fakeCluster()
  const pool = new EnginePool({ cluster, slots: new MachineSlots(), ownWidth: 1 })
  const engine = pool.own(engineOf(1, [NOMIC]))
  const remote = engineOf(2, [NOMIC, RANKER])
  put('gpu1', announced(remote), serving(remote))
  pool.update()
  expect(engine.vectors?.vectorModels).toEqual([NOMIC, RANKER])
  const told = await engine.vectors?.embed({ model: 'nomic', inputs: ['ab'] }, signal)
  expect(told?.vectors).toEqual([new Float32Array([1, 2, 0.1])])
  expect(calls).toEqual([])
})

test('what a worker node sends is checked: as many vectors as texts, all of them whole', async () => {
  const { cluster, put } = fakeCluster()
  const pool = new EnginePool({ cluster, slots: new MachineSlots(), ownWidth: 1 })
  const remote = engineOf(2, [NOMIC, RANKER])
  let answer: { value: unknown; bytes?: Uint8Array } = { value: null }
  // biome-ignore lint/correctness/useYield: it sends no events
  put('gpu1', announced(remote), async function* () {
    return answer
  })
  const vectors = pool.update().results[0]?.engine.vectors
  const embed = { model: 'nomic', inputs: ['a', 'b'] }
  for (const bytes of [undefined, new Uint8Array(), new Uint8Array(12), new Uint8Array(7)]) {
    answer = { value: { tokens: 1 }, ...(bytes === undefined ? {} : { bytes }) }
    const failed = await thrown(Promise.resolve(vectors?.embed(embed, signal)))
    expect(failed).toMatchObject({ kind: 'unknown' })
  }
  answer = { value: { tokens: 1, scores: [1] } }
  const rank = { model: 'ranker', query: 'q', documents: ['a', 'b'] }
  const failed = await thrown(Promise.resolve(vectors?.rerank(rank, signal)))
  expect(failed).toMatchObject({ kind: 'unknown' })
})
