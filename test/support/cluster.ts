import type { Cluster, EngineCall, WorkerNode } from '../../src/cluster/contract.ts'
import { RedisCluster } from '../../src/cluster/redis-cluster.ts'
import type { OwnEngines } from '../../src/cluster/run-call.ts'
import { WorkerHost } from '../../src/cluster/worker-host.ts'
import type { SpeechEngine } from '../../src/engines/contract/speech.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import type { TranscriptionEngine } from '../../src/engines/contract/transcription.ts'
import type { Log } from '../../src/platform/log.ts'
import { VERSION } from '../../src/platform/version.ts'
import { tempFolder } from './temp-folder.ts'

/** Lines of a log, with their level. */
export function logLines() {
  const lines: string[] = []
  const write = (level: string) => (fields: object, message: string) => {
    const { err } = fields as { err?: unknown }
    lines.push(`${level}: ${message}${err === undefined ? '' : ` ${String(err)}`}`)
  }
  const [debug, info, warn, error] = ['debug', 'info', 'warn', 'error'].map(write)
  const nothing = () => {}
  const log: Log = {
    debug: debug ?? nothing,
    info: info ?? nothing,
    warn: warn ?? nothing,
    error: error ?? nothing,
    flush: nothing,
  }
  return { log, lines }
}

interface HostOptions {
  url: string
  caFile?: string
  name?: string
  version?: string
  text?: readonly Engine[]
  speech?: readonly SpeechEngine[]
  transcriptionEngines?: readonly TranscriptionEngine[]
  log?: Log
  now?: () => number
  onReplaced?: () => void
  width?: number
  /** Of the keys in Redis. */
  prefix?: string
  problemOf?: OwnEngines['problemOf']
}

/** A worker node in this process. */
export function workerHost({
  url,
  caFile,
  text = [],
  speech = [],
  transcriptionEngines = [],
  problemOf = () => undefined,
  ...given
}: HostOptions) {
  const folder = tempFolder()
  const host = new WorkerHost({
    ...{ address: { url, caFile }, prefix: 'hearth', name: 'gpu1', width: 1, version: VERSION },
    ...{ folder: folder.path, log: logLines().log, ...given },
    engines: () => ({ engines: [...text, ...speech, ...transcriptionEngines], problemOf }),
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
