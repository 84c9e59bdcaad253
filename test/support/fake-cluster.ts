import type {
  AnnouncedEngine,
  AnnouncedText,
  Announcement,
  CallOptions,
  CallResult,
  Cluster,
  EngineCall,
  WorkerNode,
  WorkerNodeState,
} from '../../src/cluster/contract.ts'
import { VERSION } from '../../src/platform/version.ts'

/** What a worker node does with a call. */
type Serve = (
  call: EngineCall,
  options: CallOptions,
) => AsyncGenerator<readonly unknown[], CallResult>

/** Worker nodes without a network between: each serves calls by a function. */
export function fakeCluster() {
  const nodes = new Map<string, WorkerNode & { serve: Serve }>()
  const callbacks = new Set<() => void>()
  const calls: { node: string; call: EngineCall; runId: string }[] = []
  const changed = () => {
    for (const callback of callbacks) callback()
  }
  const put = (node: Omit<WorkerNode, 'seenAt'> & { serve: Serve }) => {
    nodes.set(node.announcement.name, { ...node, seenAt: 0 })
    changed()
  }
  const cluster: Cluster = {
    get nodes() {
      return [...nodes.keys()].toSorted().flatMap((name) => nodes.get(name) ?? [])
    },
    onChange(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    call(node, call, options) {
      calls.push({ node, call, runId: options.runId })
      const serve = nodes.get(node)?.serve
      if (serve === undefined) throw new Error(`There is no node ${node}`)
      return serve(call, options)
    },
    async forget(name) {
      const isKnown = nodes.delete(name)
      changed()
      return isKnown
    },
    start() {},
    async stop() {},
  }
  return {
    cluster,
    calls,
    /** A node that comes, or changes. */
    put(name: string, engines: AnnouncedEngine[], serve: Serve, more: Partial<Announcement> = {}) {
      const own = { ...announcement(name, engines), ...more }
      put({ announcement: own, state: 'online', serve, clockAheadMs: 0 })
    },
    setState(name: string, state: WorkerNodeState, clockAheadMs = 0) {
      const node = nodes.get(name)
      if (node !== undefined) put({ ...node, state, clockAheadMs })
    },
  }
}

export function announcement(name: string, engines: AnnouncedEngine[] = []): Announcement {
  return {
    ...{ name, instance: `${name}-1`, version: VERSION, startedAt: 0, sentAt: 0, width: 1 },
    ...{ engines, calls: [] },
  }
}

export function announcedEngine(
  id: string,
  models: string[],
  more: Partial<AnnouncedText> = {},
): AnnouncedText {
  return {
    type: 'text',
    ...{ id, label: id, kind: 'llamacpp', usesSubscription: false },
    models: models.map((name) => ({ name })),
    accounts: [{ id: 'default', probe: 'status' }],
    ...{ timeoutMs: 600_000, maxCharacters: 100_000 },
    capabilities: { images: true, structured: true, tools: true },
    ...more,
  }
}

/** Answers a call for text with some pieces. */
export function answering(...pieces: string[]): Serve {
  return async function* answer() {
    for (const text of pieces) yield [{ type: 'text', text }]
    yield [{ type: 'finish', reason: 'stop' }]
    return { value: null }
  }
}

/** Answers a call for text with some pieces, and then fails. */
export function breaking(error: Error, ...pieces: string[]): Serve {
  return async function* answer() {
    for (const text of pieces) yield [{ type: 'text', text }]
    throw error
  }
}
