import { expect, test } from 'bun:test'
import { DISCOVERY_LIMITS } from '../../../src/core/accounts/engine-discovery.ts'
import { MediaRegistry } from '../../../src/core/accounts/media-registry.ts'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import type { EngineSource, ScanResult } from '../../../src/engines/contract/finder.ts'
import { createLog } from '../../../src/platform/log.ts'

interface Voice {
  id: string
  label: string
  checkStatus(signal: AbortSignal): Promise<void>
}

function voice(id: string, checkStatus = async () => {}): Voice {
  return { id, label: id, checkStatus }
}

const failure = new EngineFailure('transient', 'It is busy')
const noModel = new EngineFailure('not_installed', 'No model', { reason: 'model_missing' })

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

function registryOf(
  engines: readonly Voice[],
  sources: readonly EngineSource<Voice>[],
  limits: Partial<typeof DISCOVERY_LIMITS> = {},
  onReturn: (engine: Voice) => void = () => {},
) {
  return new MediaRegistry({
    ...{ engines, sources, noun: 'a voice', onReturn, log: createLog('silent') },
    limits: { ...DISCOVERY_LIMITS, engineScanPauseMs: 0, ...limits },
  })
}

const ids = (registry: MediaRegistry<Voice>) => registry.offered.map(({ id }) => id)

test('engines are offered in the order of their sources while they answer', async () => {
  const [first, second] = [source(), source()]
  const registry = registryOf([], [first.own, second.own])
  await registry.scan()
  expect(ids(registry)).toEqual([])
  second.becomes({ engine: voice('b'), state: 'answers' })
  await registry.scan()
  first.becomes({ engine: voice('a'), state: 'answers' })
  await registry.scan()
  expect(ids(registry)).toEqual(['a', 'b'])
  const { offered } = registry
  await registry.scan()
  expect(registry.offered).toBe(offered)
  first.becomes({ engine: voice('a'), state: 'gone', failure })
  await registry.scan()
  expect(ids(registry)).toEqual(['b'])
  await registry.stop()
})

test('an engine that fails is kept for two scans, as a busy server may fail', async () => {
  const one = source()
  const returned: string[] = []
  const registry = registryOf([], [one.own], {}, ({ id }) => returned.push(id))
  const engine = voice('a')
  one.becomes({ engine, state: 'answers' })
  await registry.scan()
  one.becomes({ engine, state: 'failed', failure })
  for (const offered of [['a'], ['a'], []]) {
    await registry.scan()
    expect(ids(registry)).toEqual(offered)
    expect(registry.entries[0]?.failure).toBe(failure)
  }
  expect(returned).toEqual([])
  one.becomes({ engine, state: 'answers' })
  await registry.scan()
  await registry.scan()
  expect(ids(registry)).toEqual(['a'])
  expect(returned).toEqual(['a'])
})

test('a program without a model is offered behind the others, so that its failure can say so', async () => {
  const [first, second] = [source(), source()]
  const registry = registryOf([], [first.own, second.own])
  first.becomes({ engine: voice('empty'), state: 'failed', failure: noModel })
  await registry.scan()
  expect(ids(registry)).toEqual(['empty'])
  second.becomes({ engine: voice('works'), state: 'answers' })
  await registry.scan()
  expect(ids(registry)).toEqual(['works', 'empty'])
})

test('configured engines stay, whatever happens, and nothing else is searched', async () => {
  const searched = source()
  searched.becomes({ engine: voice('found'), state: 'answers' })
  let isBroken = true
  const registry = registryOf(
    [
      voice('a', async () => {
        if (isBroken) throw failure
      }),
      voice('b'),
    ],
    [searched.own],
  )
  await registry.scan()
  expect(ids(registry)).toEqual(['a', 'b'])
  expect(registry.entries.map((entry) => entry.failure)).toEqual([failure, undefined])
  isBroken = false
  await registry.scan()
  expect(registry.entries.map((entry) => entry.failure)).toEqual([undefined, undefined])
})

test('it searches again and again from its start, until it is stopped', async () => {
  const one = source()
  const registry = registryOf([], [one.own], { engineSearchMs: 1 })
  registry.start()
  await one.scanned(3)
  await registry.stop()
  await registry.scan()
  one.becomes({ engine: voice('a'), state: 'answers' })
  expect(ids(registry)).toEqual([])
})

test('a source that answers is scanned rarely, while another is searched', async () => {
  const [first, second] = [source(), source()]
  first.becomes({ engine: voice('a'), state: 'answers' })
  const registry = registryOf([], [first.own, second.own], { engineSearchMs: 1 })
  registry.start()
  await second.scanned(3)
  expect(first.scans()).toBe(1)
  second.becomes({ engine: voice('b'), state: 'answers' })
  // The first may share a scan that has started before.
  for (let scans = 0; scans < 2; scans += 1) await registry.scan()
  expect(ids(registry)).toEqual(['a', 'b'])
  await registry.stop()
})

test('a source that throws is logged, and holds up no other', async () => {
  const broken: EngineSource<Voice> = { scan: () => Promise.reject(new Error('No')) }
  const one = source()
  one.becomes({ engine: voice('a'), state: 'answers' })
  const registry = registryOf([], [broken, one.own])
  await registry.scanBriefly()
  expect(ids(registry)).toEqual(['a'])
})
