import { announcedEngines } from '../../src/cluster/announce.ts'
import type { Cluster, WorkerNode } from '../../src/cluster/contract.ts'
import type { SpeechEngine } from '../../src/engines/contract/speech.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import type { TranscriptionEngine } from '../../src/engines/contract/transcription.ts'
import { randomId } from '../../src/platform/ids.ts'
import { VERSION } from '../../src/platform/version.ts'
import { apiNode, workerHost } from './cluster.ts'

/** Address of the Redis server by which services of the tests reach their engines; else in process. */
const URL_OF_TESTS = process.env['TEST_WORKER_NODES_URL']

type Engines = { width?: number | undefined; isOneMachine: boolean } & Partial<OwnParts>

interface Part extends OwnParts {
  name: string
  width: number
}
interface OwnParts {
  text: readonly Engine[]
  speech: readonly SpeechEngine[]
  transcriptionEngines: readonly TranscriptionEngine[]
}

/**
 * Puts engines on two worker nodes: those for text and recordings on one, which share one line in the
 * tests as in process, those for speech on the other. The order of the engines is as given.
 *
 * @returns Undefined where the tests run in process, and where there is no engine to be put there
 */
export function testCluster({
  width = 1,
  isOneMachine,
  text = [],
  speech = [],
  transcriptionEngines = [],
}: Engines) {
  if (URL_OF_TESTS === undefined) return undefined
  if (text.length + speech.length + transcriptionEngines.length === 0) return undefined
  return startCluster(URL_OF_TESTS, [
    { name: 'gpu1', width, text, speech: isOneMachine ? speech : [], transcriptionEngines },
    {
      name: 'gpu2',
      width: 1,
      text: [],
      speech: isOneMachine ? [] : speech,
      transcriptionEngines: [],
    },
  ])
}

function startCluster(url: string, parts: readonly Part[]) {
  const prefix = randomId('t')
  const reads = new ModelReads(parts.flatMap(({ text }) => text))
  const { problemOf } = reads
  const hosts = parts.map((part) => workerHost({ url, prefix, ...part, problemOf }))
  // Tests that move the clock would find every worker node silent for too long.
  const real = apiNode(url, { prefix, monotonicMs: () => 0 })
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
  const follow = () => {
    isReady ||= parts.every(({ name }) =>
      real.nodes.some(
        ({ announcement, state }) => announcement.name === name && state === 'online',
      ),
    )
    if (!isReady) return
    for (const callback of callbacks) callback()
    ready.resolve()
  }
  // A worker node is not online before it has asked its servers once.
  void reads.done.then(() => {
    real.onChange(follow)
    follow()
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
      reads.stop()
      await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()))
      await real.stop()
    },
  }
}

/** Asks the servers of engines whose models are not known, as a worker node does at its start. */
class ModelReads {
  readonly done: Promise<unknown>
  readonly #stop = new AbortController()
  readonly #problems = new Map<string, string>()

  constructor(engines: readonly Engine[]) {
    const unread = engines.filter(({ models }) => models.length === 0)
    this.done = Promise.all(unread.map((engine) => this.#read(engine)))
  }

  readonly problemOf = ({ id }: { id: string }) => this.#problems.get(id)

  stop(): void {
    this.#stop.abort()
  }

  async #read(engine: Engine): Promise<void> {
    try {
      await engine.refresh?.(this.#stop.signal)
    } catch (error) {
      this.#problems.set(engine.id, error instanceof Error ? error.message : String(error))
    }
  }
}

/** What a worker node will say of itself. */
function firstAnnouncement({ name, width, text, speech, transcriptionEngines }: Part): WorkerNode {
  const at = Date.now()
  return {
    announcement: {
      ...{ name, instance: 'starting', version: VERSION, startedAt: at, sentAt: at, width },
      engines: announcedEngines({
        engines: [...text, ...speech, ...transcriptionEngines],
        problemOf: () => undefined,
      }),
      calls: [],
    },
    ...{ state: 'online', seenAt: at, clockAheadMs: 0 },
  }
}
