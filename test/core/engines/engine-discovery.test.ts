import { expect, test } from 'bun:test'
import { DISCOVERY_LIMITS, EngineDiscovery } from '../../../src/core/engines/engine-discovery.ts'
import { EngineRegistry } from '../../../src/core/engines/engine-registry.ts'
import type { EngineSource, ScanResult } from '../../../src/engines/contract/any-engine.ts'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import type { SpeechEngine } from '../../../src/engines/contract/speech.ts'
import { createLog } from '../../../src/platform/log.ts'
import { toneEngine } from '../../support/speech-engines.ts'

type Voice = SpeechEngine

const voice = (id: string, refresh = async () => {}): Voice => ({ ...toneEngine({ id }), refresh })

const failure = new EngineFailure('transient', 'It is busy')
const noModel = new EngineFailure('no_model_file', 'No model')

/** A source whose results the test sets. */
function source() {
  let results: readonly ScanResult<Voice>[] = []
  let scans = 0
  const waiting: { count: number; resolve: () => void }[] = []
  const own: EngineSource<Voice> = {
    async scan() {
      scans += 1
      for (const { count, resolve } of waiting) if (scans >= count) resolve()
      return results
    },
  }
  return {
    own,
    becomes(...next: ScanResult<Voice>[]) {
      results = next
    },
    scans: () => scans,
    scanned(count: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ count, resolve })
      if (scans >= count) resolve()
      return promise
    },
  }
}

function discoveryOf(
  engines: readonly Voice[],
  sources: readonly EngineSource<Voice>[],
  limits: Partial<typeof DISCOVERY_LIMITS> = {},
  onReturn: (engine: Voice) => void = () => {},
) {
  const registry = new EngineRegistry({ engines, now: Date.now })
  const discovery = new EngineDiscovery({
    ...{ registry, sources, onReturn, log: createLog('silent') },
    limits: { ...DISCOVERY_LIMITS, engineScanPauseMs: 0, ...limits },
  })
  return Object.assign(discovery, { registry })
}

const ids = ({ registry }: ReturnType<typeof discoveryOf>) => registry.offered.map(({ id }) => id)

test('engines are offered in the order of their sources while they answer', async () => {
  const [first, second] = [source(), source()]
  const discovery = discoveryOf([], [first.own, second.own])
  await discovery.scan()
  expect(ids(discovery)).toEqual([])
  second.becomes({ engine: voice('b'), state: 'answers' })
  await discovery.scan()
  first.becomes({ engine: voice('a'), state: 'answers' })
  await discovery.scan()
  expect(ids(discovery)).toEqual(['a', 'b'])
  const { offered } = discovery.registry
  await discovery.scan()
  expect(discovery.registry.offered).toBe(offered)
  first.becomes({ engine: voice('a'), state: 'gone', failure })
  await discovery.scan()
  expect(ids(discovery)).toEqual(['b'])
  await discovery.stop()
})

test('an engine that fails is kept for two scans, as a busy server may fail', async () => {
  const one = source()
  const returned: string[] = []
  const discovery = discoveryOf([], [one.own], {}, ({ id }) => returned.push(id))
  const engine = voice('a')
  one.becomes({ engine, state: 'answers' })
  await discovery.scan()
  one.becomes({ engine, state: 'failed', failure })
  for (const offered of [['a'], ['a'], []]) {
    await discovery.scan()
    expect(ids(discovery)).toEqual(offered)
    expect(discovery.registry.entries[0]?.failure).toBe(failure)
  }
  expect(returned.splice(0)).toEqual(['a'])
  one.becomes({ engine, state: 'answers' })
  await discovery.scan()
  await discovery.scan()
  expect(ids(discovery)).toEqual(['a'])
  expect(returned).toEqual(['a'])
})

test('a program without a model is offered behind the others, so that its failure can say so', async () => {
  const [first, second] = [source(), source()]
  const discovery = discoveryOf([], [first.own, second.own])
  first.becomes({ engine: voice('empty'), state: 'failed', failure: noModel })
  await discovery.scan()
  expect(ids(discovery)).toEqual(['empty'])
  second.becomes({ engine: voice('works'), state: 'answers' })
  await discovery.scan()
  expect(ids(discovery)).toEqual(['works', 'empty'])
})

test('configured engines stay, whatever happens, and nothing else is searched', async () => {
  const searched = source()
  searched.becomes({ engine: voice('found'), state: 'answers' })
  let isBroken = true
  const discovery = discoveryOf(
    [
      voice('a', async () => {
        if (isBroken) throw failure
      }),
      voice('b'),
    ],
    [searched.own],
  )
  await discovery.scan()
  expect(ids(discovery)).toEqual(['a', 'b'])
  expect(discovery.registry.entries.map((entry) => entry.failure)).toEqual([failure, undefined])
  isBroken = false
  await discovery.scan()
  expect(discovery.registry.entries.map((entry) => entry.failure)).toEqual([undefined, undefined])
})

test('it searches again and again from its start, until it is stopped', async () => {
  const one = source()
  const discovery = discoveryOf([], [one.own], { engineSearchMs: 1 })
  discovery.start()
  await one.scanned(3)
  await discovery.stop()
  await discovery.scan()
  one.becomes({ engine: voice('a'), state: 'answers' })
  expect(ids(discovery)).toEqual([])
})

test('a source that answers is scanned rarely, while another is searched', async () => {
  const [first, second] = [source(), source()]
  first.becomes({ engine: voice('a'), state: 'answers' })
  const discovery = discoveryOf([], [first.own, second.own], { engineSearchMs: 1 })
  discovery.start()
  await second.scanned(3)
  expect(first.scans()).toBe(1)
  second.becomes({ engine: voice('b'), state: 'answers' })
  // The first may share a scan that has started before.
  for (let scans = 0; scans < 2; scans += 1) await discovery.scan()
  expect(ids(discovery)).toEqual(['a', 'b'])
  await discovery.stop()
})

test('a source that throws is logged, and holds up no other', async () => {
  const broken: EngineSource<Voice> = { scan: () => Promise.reject(new Error('No')) }
  const one = source()
  one.becomes({ engine: voice('a'), state: 'answers' })
  const discovery = discoveryOf([], [broken, one.own])
  await discovery.scanBriefly()
  expect(ids(discovery)).toEqual(['a'])
})
