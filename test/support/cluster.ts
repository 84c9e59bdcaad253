import type { Cluster, EngineCall, WorkerNode } from '../../src/cluster/contract.ts'
import { RedisCluster } from '../../src/cluster/redis-cluster.ts'
import type { OwnEngines } from '../../src/cluster/running-calls.ts'
import { announcedEngines, WorkerHost } from '../../src/cluster/worker-host.ts'
import type { AnyEngine, EngineOf } from '../../src/engines/contract/any-engine.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import { randomId } from '../../src/platform/ids.ts'
import type { Log } from '../../src/platform/log.ts'
import { VERSION } from '../../src/platform/version.ts'
import type { ServiceOptions } from '../../src/service-options.ts'
import { tempFolder } from './temp-folder.ts'

/** Lines of a log, with their level. */
export function logLines() {
  const lines: string[] = []
  const write = (level: string) => (fields: object, message: string) => {
    const { err } = fields as { err?: unknown }
    lines.push(`${level}: ${message}${err === undefined ? '' : ` ${String(err)}`}`)
  }
  const log: Log = {
    ...{ debug: write('debug'), info: write('info'), warn: write('warn') },
    ...{ error: write('error'), flush() {} },
  }
  return { log, lines }
}

type EnginesOf = { [type in keyof EngineOf]: readonly EngineOf[type][] }
type WorkerHostOptions = ConstructorParameters<typeof WorkerHost>[0]
interface HostOptions extends Partial<Omit<WorkerHostOptions, 'address' | 'engines' | 'folder'>> {
  url: string
  caFile?: string
  text?: EnginesOf['text']
  speech?: EnginesOf['speech']
  transcriptionEngines?: EnginesOf['transcription']
  /** In the place of those three. */
  engines?: readonly AnyEngine[]
  problemOf?: OwnEngines['problemOf']
}

/** A worker node in this process. */
export function workerHost({
  url,
  caFile,
  text = [],
  speech = [],
  transcriptionEngines = [],
  engines = [...text, ...speech, ...transcriptionEngines],
  problemOf = () => undefined,
  ...given
}: HostOptions) {
  const folder = tempFolder()
  const host = new WorkerHost({
    ...{ address: { url, caFile }, prefix: 'hearth', name: 'gpu1', width: 1, version: VERSION },
    ...{ folder: folder.path, log: logLines().log, ...given },
    engines: () => ({ engines, problemOf }),
  })
  host.start()
  return {
    stop: () => host.stop(),
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await host.stop()
      folder[Symbol.dispose]()
    },
  }
}

/** The side of the API node. */
export function apiNode(
  url: string,
  {
    log = logLines().log,
    caFile,
    prefix = 'hearth',
    ...clock
  }: { log?: Log; caFile?: string; prefix?: string; monotonicMs?: () => number } = {},
) {
  const cluster = new RedisCluster({
    ...{ address: { url, caFile }, prefix, version: VERSION, log, ...clock },
  })
  cluster.start()
  return Object.assign(cluster, { [Symbol.asyncDispose]: () => cluster.stop() })
}

/** Resolves when a worker node is as wanted. */
export async function nodeThat(
  cluster: Cluster,
  isWanted: (node: WorkerNode) => boolean = ({ state }) => state === 'online',
): Promise<WorkerNode> {
  const { promise, resolve } = Promise.withResolvers<WorkerNode>()
  const check = () => {
    const node = cluster.nodes.find(isWanted)
    if (node !== undefined) resolve(node)
  }
  const remove = cluster.onChange(check)
  check()
  try {
    return await promise
  } finally {
    remove()
  }
}

/** A turn for the engine `local`. */
export function textCall(text = 'Hello'): EngineCall {
  const messages = [{ role: 'user' as const, content: text }]
  const turn = { model: 'model', messages, options: {}, stream: true }
  return { kind: 'text', engine: 'local', account: 'only', turn }
}

/** Every event of a call and its end. */
export async function readCall(call: ReturnType<Cluster['call']>) {
  const events: unknown[] = []
  for (;;) {
    const next = await call.next()
    if (next.done === true) return { events, result: next.value }
    events.push(...next.value)
  }
}

/** Address of the Redis server by which services of the tests reach their engines; else in process. */
const URL_OF_TESTS = process.env['TEST_WORKER_NODES_URL']

interface Part extends Omit<OwnEngines, 'problemOf'> {
  name: string
  width: number
}
type Given = Pick<ServiceOptions, 'speechEngines' | 'heavyWidth'> &
  Partial<Pick<ServiceOptions, 'transcriptionEngines'>> & { isOneMachine: boolean }

/**
 * Puts engines on two worker nodes: those for text and recordings on one, which share one line in the
 * tests as in process, those for speech on the other. The order of the engines is as given.
 *
 * @returns Undefined where the tests run in process, and where there is no engine to be put there
 */
export function testCluster(
  engines: readonly Engine[],
  { speechEngines, transcriptionEngines, heavyWidth: width = 1, isOneMachine }: Given,
) {
  // The lane of an engine that answers beside the others is of the machine that has configured it.
  const text = engines.filter(({ parallel }) => parallel === undefined)
  const [speech, recordings] = [speechEngines ?? [], transcriptionEngines ?? []]
  if (URL_OF_TESTS === undefined) return undefined
  if (text.length + speech.length + recordings.length === 0) return undefined
  const { cluster, ...started } = startCluster(URL_OF_TESTS, [
    { name: 'gpu1', width, engines: [...text, ...(isOneMachine ? speech : []), ...recordings] },
    { name: 'gpu2', width: 1, engines: isOneMachine ? [] : speech },
  ])
  const options = {
    engines: engines.filter((engine) => !text.includes(engine)),
    ...(speechEngines && { speechEngines: [] }),
    ...(transcriptionEngines && { transcriptionEngines: [] }),
    cluster,
  }
  return { ...started, options }
}

function startCluster(url: string, parts: readonly Part[]) {
  const prefix = randomId('t')
  const reads = new ModelReads(parts.flatMap(({ engines }) => engines))
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

  constructor(engines: readonly AnyEngine[]) {
    const unread = engines.filter(({ type, models }) => type === 'text' && models.length === 0)
    this.done = Promise.all(unread.map((engine) => this.#read(engine)))
  }

  readonly problemOf = ({ id }: { id: string }) => this.#problems.get(id)

  stop(): void {
    this.#stop.abort()
  }

  async #read(engine: AnyEngine): Promise<void> {
    try {
      await engine.refresh?.(this.#stop.signal)
    } catch (error) {
      this.#problems.set(engine.id, error instanceof Error ? error.message : String(error))
    }
  }
}

/** What a worker node will say of itself. */
function firstAnnouncement({ name, width, engines }: Part): WorkerNode {
  const at = Date.now()
  return {
    announcement: {
      ...{ name, instance: 'starting', version: VERSION, startedAt: at, sentAt: at, width },
      engines: announcedEngines({ engines, problemOf: () => undefined }),
      calls: [],
    },
    ...{ state: 'online', seenAt: at, clockAheadMs: 0 },
  }
}
