import { type Job, Queue, Worker } from 'bullmq'
import type { AnyEngine } from '../engines/contract/any-engine.ts'
import type { SpeechEngine } from '../engines/contract/speech.ts'
import type { Engine } from '../engines/contract/text.ts'
import type { TranscriptionEngine } from '../engines/contract/transcription.ts'
import type { VectorModel } from '../engines/contract/vectors.ts'
import { matches } from '../platform/check.ts'
import { deadline } from '../platform/deadline.ts'
import { randomText } from '../platform/ids.ts'
import { tryParseJson } from '../platform/json.ts'
import type { Log } from '../platform/log.ts'
import { redact } from '../platform/redact.ts'
import { type BlobStore, RedisBlobs } from './blobs.ts'
import type { RedisAddress } from './connection.ts'
import { Connection, type Session } from './connection.ts'
import type {
  AnnouncedEngine,
  AnnouncedSpeech,
  AnnouncedText,
  AnnouncedTranscription,
  Announcement,
} from './contract.ts'
import {
  BEAT_MS,
  CHANGE_CHECK_MS,
  Control,
  type Farewell,
  Keys,
  LOST_MS,
  MAX_ANNOUNCEMENTS,
  QUEUE_TIMES,
} from './messages.ts'
import { Outbox } from './outbox.ts'
import type { OwnEngines } from './running-calls.ts'
import { RunningCalls } from './running-calls.ts'

/** What a worker node says of its engines. */
export function announcedEngines({ engines, problemOf }: OwnEngines): AnnouncedEngine[] {
  return engines.map((engine) => announcedEngine(engine, problemOf(engine)))
}

function announcedEngine(engine: AnyEngine, problem: string | undefined): AnnouncedEngine {
  switch (engine.type) {
    case 'text':
      return announcedText(engine, problem)
    case 'speech':
      return announcedSpeech(engine)
    case 'transcription':
      return announcedTranscription(engine)
  }
}

function announcedText(engine: Engine, problem: string | undefined): AnnouncedText {
  const { type, id, label, kind, usesSubscription = false, timeoutMs, maxCharacters } = engine
  const { images, structured, tools } = engine.capabilities
  return {
    type,
    id,
    label,
    usesSubscription,
    timeoutMs,
    maxCharacters,
    ...(kind !== undefined && { kind }),
    models: engine.models.map((name) => {
      const family = engine.familyOf?.(name)
      // What an engine that knows nothing of single models can do, its models can.
      const facts = engine.factsOf === undefined ? { images, tools } : engine.factsOf(name)
      const { contextLength, fault, ...can } = facts ?? {}
      return {
        name,
        ...(contextLength !== undefined && { contextLength }),
        ...(can.images !== undefined && { images: can.images }),
        ...(can.tools !== undefined && { tools: can.tools }),
        ...(fault !== undefined && { fault: redact(fault) }),
        ...(family !== undefined && { family }),
      }
    }),
    ...(engine.vectors !== undefined && {
      vectorModels: engine.vectors.vectorModels.map(announcedVectors),
    }),
    accounts: engine.accounts.map((account) => ({
      id: account.id,
      probe: engine.probeKind?.(account) ?? 'status',
    })),
    capabilities: { images, structured, tools },
    ...(problem !== undefined && { problem: redact(problem) }),
  }
}

function announcedVectors({ name, use, contextLength, fault }: VectorModel) {
  return {
    name,
    use,
    ...(contextLength !== undefined && { contextLength }),
    ...(fault !== undefined && { fault: redact(fault) }),
  }
}

function announcedSpeech(engine: SpeechEngine): AnnouncedSpeech {
  const { type, id, label, kind, models, voices, languages, timeoutMs, appliesSpeed } = engine
  return {
    type,
    id,
    label,
    kind,
    timeoutMs,
    appliesSpeed,
    models: [...models],
    voices: voices.map((voice) => ({ id: voice.id, languages: [...voice.languages] })),
    ...(languages !== undefined && { languages: [...languages] }),
  }
}

function announcedTranscription(engine: TranscriptionEngine): AnnouncedTranscription {
  const { type, id, label, kind, models, canTranslate, timeoutMs } = engine
  return { type, id, label, kind, models: [...models], canTranslate, timeoutMs }
}

/** Jobs at a time, most of them status checks. The API node keeps to the width. */
const CONCURRENCY = 1_000
/** An API node whose key is missing so many times, one second apart, is gone. */
const API_NODE_CHECK_MS = 1_000
const MAX_MISSED = 2
/** How long a stop waits for the last words to calls that it has ended. */
const LAST_WORDS_MS = 1_000

interface WorkerHostOptions {
  address: RedisAddress
  prefix: string
  name: string
  width: number
  version: string
  /** Of this machine now. */
  engines: () => OwnEngines
  /** Where copies of files are while their calls run. */
  folder: string
  /** Called once it is announced for the first time. */
  onOnline?: () => void
  /** Called where another worker node has taken the name. */
  onReplaced?: () => void
  log: Log
  now?: () => number
}

/** Takes calls of API nodes from the queue of this worker node, and makes them with its engines. */
export class WorkerHost {
  readonly #options: WorkerHostOptions
  readonly #instance = randomText(16)
  readonly #startedAt: number
  readonly #keys: Keys
  readonly #connection: Connection
  readonly #calls: RunningCalls
  readonly #outboxes = new Map<string, Outbox>()
  readonly #missed = new Map<string, number>()
  #session: Session | undefined
  #blobs: BlobStore | undefined
  #isCleared = false
  #isRefused = false
  #hasAnnounced = false
  /** What was announced of the engines last, to notice a change. */
  #announced = ''
  #away: Timer | undefined

  constructor(options: WorkerHostOptions) {
    this.#options = options
    const { address, log, prefix, width, engines, folder, now = Date.now } = options
    this.#startedAt = now()
    this.#keys = new Keys(prefix)
    this.#connection = new Connection({ address, log, use: (session) => this.#use(session) })
    this.#calls = new RunningCalls({
      instance: this.#instance,
      width,
      engines,
      folder,
      log,
      outboxOf: (apiNode) => this.#outboxOf(apiNode),
      blobs: () => this.#blobs,
    })
  }

  /** Connects, and goes on trying while Redis is away. */
  start(): void {
    this.#connection.start()
  }

  /** Ends its calls, says goodbye, and closes its connections. */
  async stop(): Promise<void> {
    this.#calls.close()
    this.#calls.abort('The worker node is stopping')
    await this.#calls.ended()
    const lastWords = async () => {
      while (this.#session !== undefined && [...this.#outboxes.values()].some((o) => !o.isEmpty))
        await Bun.sleep(5)
      await this.#sayGoodbye()
    }
    await deadline(
      lastWords().catch(() => undefined),
      LAST_WORDS_MS,
      { onTimeout: () => undefined },
    )
    clearTimeout(this.#away)
    await this.#connection.stop()
  }

  /** Announces its engines before the next beat, after a change. */
  announce(): void {
    this.#announce().catch(() => undefined)
  }

  async #use(session: Session): Promise<void> {
    const { name } = this.#options
    const connection = await session.openForQueue()
    const queueOptions = { connection, prefix: this.#keys.prefix, skipVersionCheck: true }
    if (!this.#isCleared) {
      const queue = new Queue(name, queueOptions)
      queue.on('error', () => undefined)
      await queue.obliterate({ force: true })
      await queue.close()
      this.#isCleared = true
    }
    const subscriber = await session.open()
    await subscriber.subscribe(this.#keys.control, (text: string) => this.#control(text))
    this.#session = session
    this.#blobs = new RedisBlobs(session.redis, this.#keys)
    const take = (job: Job) => this.#calls.run(job.id ?? '', job.data)
    const worker = new Worker(name, take, {
      ...queueOptions,
      ...QUEUE_TIMES,
      concurrency: CONCURRENCY,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    })
    worker.on('error', () => undefined)
    const timers = [
      setInterval(() => this.announce(), BEAT_MS),
      setInterval(() => this.#announceChange(), CHANGE_CHECK_MS),
      setInterval(() => this.#checkApiNodes().catch(() => undefined), API_NODE_CHECK_MS),
    ]
    try {
      clearTimeout(this.#away)
      await worker.waitUntilReady()
      await this.#announce()
      this.#options.onOnline?.()
      for (const outbox of this.#outboxes.values()) outbox.flush()
      await aborted(session.lost)
    } finally {
      for (const timer of timers) clearInterval(timer)
      this.#session = undefined
      this.#blobs = undefined
      // By then the API nodes have given the calls up.
      this.#away = setTimeout(() => this.#calls.abort('Redis is away'), LOST_MS)
      await worker.close(true).catch(() => undefined)
    }
  }

  async #announce(): Promise<void> {
    const { name, version, width, engines, now = Date.now } = this.#options
    const redis = this.#session?.redis
    if (redis === undefined) return
    const key = this.#keys.holder(name)
    const holder: unknown = await redis.send('GET', [key])
    // Two of one name would take each other's calls: the later one has it.
    if (this.#hasAnnounced && typeof holder === 'string' && holder !== this.#instance) {
      this.#options.onReplaced?.()
      return
    }
    await redis.send('SET', [key, this.#instance, 'PX', String(LOST_MS)])
    const own = announcedEngines(engines())
    this.#announced = JSON.stringify(own)
    const announcement: Announcement = {
      name,
      version,
      width,
      instance: this.#instance,
      startedAt: this.#startedAt,
      sentAt: now(),
      calls: this.#calls.ids,
      engines: own,
    }
    await this.#send(announcement)
    this.#hasAnnounced = true
  }

  /** A model that is found or gone must not wait for the next beat. */
  #announceChange(): void {
    if (JSON.stringify(announcedEngines(this.#options.engines())) !== this.#announced)
      this.announce()
  }

  async #sayGoodbye(): Promise<void> {
    const { name } = this.#options
    await this.#send({ name, instance: this.#instance, hasStopped: true })
    await this.#session?.redis.send('DEL', [this.#keys.holder(name)])
  }

  async #send(value: Announcement | Farewell): Promise<void> {
    const bound = ['MAXLEN', '~', String(MAX_ANNOUNCEMENTS)]
    const entry = ['*', 'm', JSON.stringify(value)]
    await this.#session?.redis.send('XADD', [this.#keys.workers, ...bound, ...entry])
  }

  #control(text: string): void {
    const { value } = tryParseJson(text)
    if (!matches(Control, value)) return
    if (value.kind === 'announce') this.announce()
    else if (value.instance !== this.#instance) return
    else if (value.kind === 'cancel') this.#calls.cancel(value.call)
    else this.#refused(value.version)
  }

  #refused(wanted: string): void {
    if (this.#isRefused) return
    this.#isRefused = true
    const { log, version } = this.#options
    log.error(
      {},
      `The API node gives no work to this worker node: it has version ${wanted} of Hearth, and this is ${version}`,
    )
  }

  /** Ends calls whose API node no longer says that it lives. */
  async #checkApiNodes(): Promise<void> {
    const redis = this.#session?.redis
    if (redis === undefined) return
    const { apiNodes } = this.#calls
    for (const apiNode of apiNodes) {
      const isThere: unknown = await redis.send('EXISTS', [this.#keys.apiNode(apiNode)])
      const missed = isThere ? 0 : (this.#missed.get(apiNode) ?? 0) + 1
      this.#missed.set(apiNode, missed)
      if (missed >= MAX_MISSED) this.#calls.abort('The API node is gone', apiNode)
    }
    for (const apiNode of this.#outboxes.keys()) {
      if (apiNodes.has(apiNode)) continue
      this.#missed.delete(apiNode)
      if (this.#outboxes.get(apiNode)?.isEmpty === true) this.#outboxes.delete(apiNode)
    }
  }

  #outboxOf(apiNode: string): Outbox {
    let outbox = this.#outboxes.get(apiNode)
    if (outbox === undefined) {
      outbox = new Outbox({
        stream: this.#keys.incoming(apiNode),
        redis: () => this.#session?.redis,
        onGone: () => this.#calls.abort('The API node is gone', apiNode),
      })
      this.#outboxes.set(apiNode, outbox)
    }
    return outbox
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
}
