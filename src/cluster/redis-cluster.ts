import { Queue } from 'bullmq'
import { EngineFailure } from '../engines/contract/failure.ts'
import { matches } from '../platform/check.ts'
import { codeOf } from '../platform/errors.ts'
import { randomText } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { type BlobStore, MAX_BLOB_BYTES, RedisBlobs } from './blobs.ts'
import type { RedisAddress } from './connection.ts'
import { Connection, type Session } from './connection.ts'
import type { CallOptions, CallResult, Cluster, EngineCall, WorkerNode } from './contract.ts'
import {
  API_NODE_BEAT_MS,
  API_NODE_KEPT_MS,
  BEAT_MS,
  CallMessage,
  type Control,
  Keys,
  type Order,
  unreachable,
} from './messages.ts'
import { NodeList } from './node-list.ts'
import { IncomingStream, RemoteCall } from './remote-call.ts'

/** Data of a call above this go beside the queue. */
const MAX_INLINE_CHARACTERS = 256 * 1024
/** A worker node that has not listed a call in so many announcements in a row does not have it. */
const MAX_MISSED = 2
const SWEEP_MS = 250
/** Calls that were given up, and are cancelled again where a worker node still lists them. */
const MAX_GIVEN_UP = 1_000
/** When a node that was killed before the start of this one is known to be gone. */
const SWEEP_API_NODES_MS = API_NODE_KEPT_MS + 1_000
/** The stream of an API node that was killed goes by itself. */
const STREAM_KEPT_MS = 60_000

interface RedisClusterOptions {
  address: RedisAddress
  prefix: string
  version: string
  log: Log
  now?: () => number
  /** By which a worker node that says nothing is noticed. */
  monotonicMs?: () => number
}

interface Link {
  session: Session
  blobs: BlobStore
  /** The queue of a worker node. */
  queueOf: (name: string) => Queue
}

/** Worker nodes that are reached by Redis. */
export class RedisCluster implements Cluster {
  readonly #id = randomText(12)
  readonly #keys: Keys
  readonly #connection: Connection
  readonly #stream: IncomingStream
  readonly #nodes: NodeList
  readonly #calls = new Map<string, RemoteCall>()
  /** With the instance that may still have them. */
  readonly #givenUp = new Map<string, string>()
  readonly #callbacks = new Set<() => void>()
  #link: Link | undefined
  #sweeping: Timer | undefined
  #count = 0

  constructor(options: RedisClusterOptions) {
    const { address, log, prefix, version, now = Date.now } = options
    const { monotonicMs = () => performance.now() } = options
    this.#keys = new Keys(prefix)
    this.#connection = new Connection({ address, log, use: (session) => this.#use(session) })
    this.#nodes = new NodeList({
      version,
      now,
      monotonicMs,
      onLost: (node) => this.#lost(node),
      onGone: (name) =>
        void this.#deleteQueue(name).catch((err) =>
          log.warn({ err, node: name }, 'Cannot delete the queue of a worker node'),
        ),
      onRefused: (instance) => this.#control({ kind: 'refused', instance, version }),
      onChange: () => {
        for (const callback of this.#callbacks) callback()
      },
    })
    this.#stream = new IncomingStream({
      keys: this.#keys,
      apiNode: this.#id,
      onMessages: (messages, characters) => this.#receive(messages, characters),
      onAnnouncement: (value) => this.#announced(value),
    })
  }

  get nodes(): readonly WorkerNode[] {
    return this.#nodes.nodes
  }

  onChange(callback: () => void): () => void {
    this.#callbacks.add(callback)
    return () => void this.#callbacks.delete(callback)
  }

  start(): void {
    this.#connection.start()
    this.#sweeping ??= setInterval(() => this.#nodes.sweep(), SWEEP_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeping)
    for (const call of this.#calls.values()) call.fail(unreachable('The service is stopping'))
    const redis = this.#link?.session.redis
    const own = [this.#keys.apiNode(this.#id), this.#keys.incoming(this.#id)]
    await redis?.send('DEL', own).catch(() => undefined)
    await this.#connection.stop()
  }

  async forget(name: string): Promise<boolean> {
    if (!this.#nodes.forget(name)) return false
    await this.#deleteQueue(name)
    return true
  }

  async *call(
    node: string,
    call: EngineCall,
    { runId, signal, file }: CallOptions,
  ): AsyncGenerator<readonly unknown[], CallResult> {
    signal.throwIfAborted()
    const target = this.#nodes.byName(node)
    const link = this.#link
    if (target?.state !== 'online') throw unreachable(`The worker node ${node} is not there`)
    if (link === undefined) throw unreachable('Redis does not answer')
    const { instance } = target.announcement
    this.#count += 1
    // Unique among the API nodes, and among the starts of this one.
    const id = `${runId.replaceAll(':', '_') || 'call'}-${this.#id}-${this.#count}`
    const remote: RemoteCall = new RemoteCall({
      id,
      node,
      instance,
      onOverflow: () => this.#cancel(remote),
    })
    const abort = () => remote.fail(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    this.#calls.set(id, remote)
    const blobs: string[] = []
    try {
      this.#send(link, remote, { call, file, blobs }).catch((error) =>
        remote.fail(asFailure(error)),
      )
      const { value, blob } = yield* remote.events()
      if (blob === undefined) return { value }
      blobs.push(blob)
      const bytes = await link.blobs.get(blob).catch(() => undefined)
      if (bytes === undefined) throw unreachable('The result of a call has not arrived')
      return { value, bytes }
    } finally {
      signal.removeEventListener('abort', abort)
      this.#calls.delete(id)
      if (!remote.isOver) this.#cancel(remote)
      for (const blob of blobs) void link.blobs.delete(blob)
    }
  }

  /** Puts a call into the queue of its worker node. */
  async #send(
    { blobs, queueOf }: Link,
    remote: RemoteCall,
    given: { call: EngineCall; file: string | undefined; blobs: string[] },
  ): Promise<void> {
    const { id, node, instance } = remote
    const order: Order = { apiNode: this.#id, instance }
    const keep = async (bytes: Uint8Array) => {
      const blob = await blobs.put(bytes, this.#id)
      given.blobs.push(blob)
      // The call may have ended in the meantime, and with it the deletion.
      if (!this.#calls.has(id)) await blobs.delete(blob)
      return blob
    }
    const { call, file } = given
    const text = JSON.stringify(call)
    if (text.length > MAX_INLINE_CHARACTERS)
      order.callBlob = await keep(new TextEncoder().encode(text))
    else order.call = call
    if (file !== undefined) {
      const recording = Bun.file(file)
      if (recording.size > MAX_BLOB_BYTES)
        throw unreachable(`A recording for another machine has at most ${MAX_BLOB_BYTES} bytes`)
      order.fileBlob = await keep(await recording.bytes())
    }
    if (!this.#calls.has(id)) return
    await queueOf(node).add(call.kind, order, {
      jobId: id,
      attempts: 1,
      removeOnComplete: true,
      removeOnFail: true,
    })
    remote.isSent = true
    // It was given up while it was sent: its first cancellation may have come too early.
    if (!this.#calls.has(id)) await queueOf(node).remove(id)
  }

  #cancel({ id, node, instance }: RemoteCall): void {
    this.#givenUp.set(id, instance)
    const [oldest] = this.#givenUp.keys()
    if (this.#givenUp.size > MAX_GIVEN_UP && oldest !== undefined) this.#givenUp.delete(oldest)
    this.#control({ kind: 'cancel', instance, call: id })
    this.#link
      ?.queueOf(node)
      .remove(id)
      .catch(() => undefined)
  }

  async #use(session: Session): Promise<void> {
    const connection = await session.openForQueue()
    const queues = new Map<string, Queue>()
    const queueOf = (name: string) => {
      let queue = queues.get(name)
      if (queue === undefined) {
        queue = new Queue(name, { connection, prefix: this.#keys.prefix, skipVersionCheck: true })
        queue.on('error', () => undefined)
        queues.set(name, queue)
      }
      return queue
    }
    const { redis } = session
    await this.#beat(redis)
    const timers = [
      setInterval(() => this.#beat(redis).catch(() => undefined), API_NODE_BEAT_MS),
      setInterval(() => this.#stream.trim(redis).catch(() => undefined), BEAT_MS),
      setTimeout(() => sweepApiNodes(redis, this.#keys).catch(() => undefined), SWEEP_API_NODES_MS),
    ]
    try {
      await this.#stream.read(session, async () => {
        this.#link = { session, queueOf, blobs: new RedisBlobs(redis, this.#keys) }
        this.#control({ kind: 'announce' })
      })
    } finally {
      for (const timer of timers) clearInterval(timer)
      this.#link = undefined
      for (const queue of queues.values()) await queue.close().catch(() => undefined)
    }
  }

  /** Says that this node lives, and where its calls are answered. */
  async #beat(redis: Bun.RedisClient): Promise<void> {
    const alive = [this.#keys.apiNode(this.#id), '1', 'PX', String(API_NODE_KEPT_MS)]
    await redis.send('SET', alive)
    await this.#stream.create(redis)
    await redis.send('PEXPIRE', [this.#keys.incoming(this.#id), String(STREAM_KEPT_MS)])
  }

  #receive(messages: readonly unknown[], characters: number): void {
    const share = characters / messages.length
    for (const message of messages) {
      if (!matches(CallMessage, message)) continue
      const call = this.#calls.get(message.call)
      if (call !== undefined) call.receive(message, share)
      else if (message.result?.blob !== undefined)
        void this.#link?.blobs.delete(message.result.blob)
    }
  }

  #announced(value: unknown): void {
    const announcement = this.#nodes.take(value)
    if (announcement === undefined) return
    const listed = new Set(announcement.calls)
    for (const call of this.#calls.values()) {
      if (call.instance !== announcement.instance) continue
      if (!call.isSent || listed.has(call.id)) continue
      call.missed += 1
      if (call.missed > MAX_MISSED)
        call.fail(unreachable(`The worker node ${call.node} no longer has the call`))
    }
    for (const [call, instance] of this.#givenUp) {
      if (instance !== announcement.instance) continue
      if (listed.has(call)) this.#control({ kind: 'cancel', instance, call })
      else this.#givenUp.delete(call)
    }
  }

  #lost({ name, instance, hasStopped }: { name: string; instance: string; hasStopped: boolean }) {
    const words = hasStopped ? 'was stopped' : 'is lost'
    for (const call of this.#calls.values())
      if (call.instance === instance)
        call.fail(
          new EngineFailure('unreachable', `The worker node ${name} ${words}`, {
            isMachineLost: !hasStopped && call.isSent,
          }),
        )
  }

  async #deleteQueue(name: string): Promise<void> {
    await this.#link?.queueOf(name).obliterate({ force: true })
  }

  #control(message: Control): void {
    this.#link?.session.redis
      .send('PUBLISH', [this.#keys.control, JSON.stringify(message)])
      .catch(() => undefined)
  }
}

function asFailure(error: unknown): unknown {
  const code = codeOf(error) ?? ''
  if (String(Reflect.get(Object(error), 'message')).startsWith('OOM '))
    return unreachable('The memory of Redis is full')
  return code.startsWith('ERR_REDIS') ? unreachable('Redis does not answer') : error
}

const SCAN_COUNT = 500

/** Deletes what killed API nodes have left in Redis: their streams, and the data of their calls. */
async function sweepApiNodes(redis: Bun.RedisClient, keys: Keys): Promise<void> {
  for (const pattern of keys.ofApiNodes) {
    let cursor = '0'
    do {
      const reply: [string, string[]] = await redis.send('SCAN', [
        ...[cursor, 'MATCH', pattern, 'COUNT', String(SCAN_COUNT)],
      ])
      const [next, names] = reply
      for (const name of names) {
        const lives: unknown = await redis.send('EXISTS', [keys.apiNode(keys.apiNodeOf(name))])
        if (!lives) await redis.send('UNLINK', [name])
      }
      cursor = next
    } while (cursor !== '0')
  }
}
