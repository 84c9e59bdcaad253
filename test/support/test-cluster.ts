import { announcedEngines } from '../../src/cluster/announce.ts'
import type { Cluster, WorkerNode } from '../../src/cluster/contract.ts'
import type { OwnEngines } from '../../src/cluster/run-call.ts'
import { randomId } from '../../src/platform/ids.ts'
import { VERSION } from '../../src/platform/version.ts'
import { apiNode, workerHost } from './cluster.ts'

/** Address of the Redis server by which services of the tests reach their engines; else in process. */
const URL_OF_TESTS = process.env['TEST_WORKER_NODES_URL']

type Engines = { width?: number | undefined } & Partial<
  Pick<OwnEngines, 'text' | 'speech' | 'recognisers'>
>

interface Part extends OwnParts {
  name: string
  width: number
}
type OwnParts = Pick<OwnEngines, 'text' | 'speech' | 'recognisers'>

/**
 * Puts engines on two worker nodes: those for text and recordings on one, which share one line in the
 * tests as in process, those for speech on the other. The order of the engines is as given.
 *
 * @returns Undefined where the tests run in process, and where there is no engine to be put there
 */
export function testCluster({ width = 1, text = [], speech = [], recognisers = [] }: Engines) {
  if (URL_OF_TESTS === undefined) return undefined
  if (text.length + speech.length + recognisers.length === 0) return undefined
  return startCluster(URL_OF_TESTS, [
    { name: 'gpu1', width, text, speech: [], recognisers },
    { name: 'gpu2', width: 1, text: [], speech, recognisers: [] },
  ])
}

function startCluster(url: string, parts: readonly Part[]) {
  const prefix = randomId('t')
  const hosts = parts.map((part) => workerHost({ url, prefix, ...part }))
  const real = apiNode(url, { prefix })
  const callbacks = new Set<() => void>()
  const first = parts.map(firstAnnouncement)
  const ready = Promise.withResolvers<void>()
  let isReady = false
  let turn = ready.promise
  let waiting = 0
  /** One after the other, because requests at the same time are refused that follow each other closely. */
  const nextTurn = () => {
    waiting += 1
    turn = turn.then(async () => {
      await new Promise<void>((resolve) => setImmediate(resolve))
      waiting -= 1
    })
    return turn
  }
  real.onChange(() => {
    isReady ||= parts.every(({ name }) =>
      real.nodes.some(
        ({ announcement, state }) => announcement.name === name && state === 'online',
      ),
    )
    if (!isReady) return
    for (const callback of callbacks) callback()
    ready.resolve()
  })
  const cluster: Cluster = {
    // A test may use its service before it has asked it anything.
    get nodes() {
      return isReady ? real.nodes : first
    },
    onChange(callback) {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
    async *call(...call) {
      await ready.promise
      return yield* real.call(...call)
    },
    forget: (name) => real.forget(name),
    start() {},
    stop: () => real.stop(),
  }
  return {
    cluster,
    /** @returns Undefined once both worker nodes are online */
    starting: () => (isReady && waiting === 0 ? undefined : nextTurn()),
    async stop() {
      await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()))
      await real.stop()
    },
  }
}

/** What a worker node will say of itself. */
function firstAnnouncement({ name, width, ...engines }: Part): WorkerNode {
  const at = Date.now()
  return {
    announcement: {
      ...{ name, instance: 'starting', version: VERSION, startedAt: at, sentAt: at, width },
      ...announcedEngines({ ...engines, problemOf: () => undefined }),
      calls: [],
    },
    ...{ state: 'online', seenAt: at, clockAheadMs: 0 },
  }
}
