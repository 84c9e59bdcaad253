import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineType } from '../engines/contract/account.ts'
import type { AnyEngine, EngineOf } from '../engines/contract/any-engine.ts'
import { EngineFailure } from '../engines/contract/failure.ts'
import type { VectorSource } from '../engines/contract/vectors.ts'
import { matches } from '../platform/check.ts'
import { abortable } from '../platform/deadline.ts'
import { randomId } from '../platform/ids.ts'
import { tryParseJson } from '../platform/json.ts'
import type { Log } from '../platform/log.ts'
import type { BlobStore } from './blobs.ts'
import type { CallResult } from './contract.ts'
import { MachineSlots, OWN_MACHINE } from './machine-slots.ts'
import { bytesOfVectors } from './merged-vectors.ts'
import { type CallMessage, failureData, IncomingCall, Order, unreachable } from './messages.ts'
import type { Outbox } from './outbox.ts'

/** The engines of this machine now. */
export interface OwnEngines {
  /** Of every type. */
  engines: readonly AnyEngine[]
  /** Why the server of an engine for text does not answer, in redacted words. */
  problemOf(engine: AnyEngine): string | undefined
}

interface RunOptions {
  engines: OwnEngines
  signal: AbortSignal
  /** Takes a batch of events; the next one waits for it. */
  onEvents: (events: readonly unknown[]) => Promise<void> | undefined
  /** The copy of the file of the call. */
  file: string | undefined
}

/** Whether it is work of a model, not a short check. */
function isHeavy({ kind }: IncomingCall): boolean {
  return kind !== 'status'
}

/**
 * Makes a call with an engine of this machine.
 *
 * @throws {EngineFailure}
 */
export async function runCall(call: IncomingCall, options: RunOptions): Promise<CallResult> {
  const { signal, onEvents, file } = options
  const { engines } = options.engines
  switch (call.kind) {
    case 'text': {
      const engine = engineOf(engines, 'text', call.engine)
      const account = find(engine.accounts, call.account)
      for await (const events of engine.run(call.turn, account, signal)) await onEvents(events)
      return { value: null }
    }
    case 'status': {
      const engine = engineOf(engines, call.type, call.engine)
      await engine.checkStatus(signal, find(engine.accounts, call.account))
      return { value: null }
    }
    case 'speech': {
      const engine = engineOf(engines, 'speech', call.engine)
      const { text, voice, model, speed } = call.request
      return { value: null, bytes: await engine.speak({ text, voice, model, speed }, signal) }
    }
    case 'embedding': {
      const source = vectorsOf(engineOf(engines, 'text', call.engine))
      const { vectors, tokens } = await source.embed(call.request, signal)
      return { value: { tokens }, bytes: bytesOfVectors(vectors) }
    }
    case 'rerank': {
      const source = vectorsOf(engineOf(engines, 'text', call.engine))
      return { value: await source.rerank(call.request, signal) }
    }
    case 'transcription': {
      if (file === undefined) throw new EngineFailure('request', 'A transcription has no recording')
      const { seconds, model, language, prompt, task, temperature } = call.request
      const request = { path: file, seconds, model, language, prompt, task, temperature }
      const engine = engineOf(engines, 'transcription', call.engine)
      const value = await engine.transcribe(request, signal, (progress) => {
        void onEvents([{ progress }])
      })
      return { value }
    }
  }
}

function vectorsOf({ id, vectors }: EngineOf['text']): VectorSource {
  if (vectors !== undefined) return vectors
  throw unreachable(`The worker node no longer has models for vectors of ${id}`)
}

function engineOf<type extends EngineType>(
  engines: readonly AnyEngine[],
  type: type,
  id: string,
): EngineOf[type] {
  const isOfType = (one: AnyEngine): one is EngineOf[type] => one.type === type
  return find(engines.filter(isOfType), id)
}

function find<thing extends { readonly id: string }>(things: readonly thing[], id: string): thing {
  const found = things.find((thing) => thing.id === id)
  if (found === undefined) throw unreachable(`The worker node no longer has ${id}`)
  return found
}

/** Heavy calls that wait beyond the width of the machine: the API node sends no more than it has. */
const HEAVY_SLACK = 8
/** Calls that were cancelled before they came. */
const MAX_CANCELLED = 1_000

interface RunningCallsOptions {
  instance: string
  width: number
  engines: () => OwnEngines
  outboxOf: (apiNode: string) => Outbox
  /** Of the connection of the moment. */
  blobs: () => BlobStore | undefined
  /** Where copies of files are, which go with their calls. */
  folder: string
  log: Log
}

interface RunningCall {
  apiNode: string
  isHeavy: boolean
  abort: AbortController
  ended: Promise<void>
}

/** The calls that a worker node has and has not ended. */
export class RunningCalls {
  readonly #options: RunningCallsOptions
  readonly #calls = new Map<string, RunningCall>()
  readonly #cancelled = new Set<string>()
  /** An API node that has been started again does not know what the last one has running here. */
  readonly #slots = new MachineSlots()
  #isClosed = false

  constructor(options: RunningCallsOptions) {
    this.#options = options
    this.#slots.resize(OWN_MACHINE, options.width)
  }

  get ids(): string[] {
    return [...this.#calls.keys()]
  }

  get apiNodes(): ReadonlySet<string> {
    return new Set([...this.#calls.values()].map(({ apiNode }) => apiNode))
  }

  /** Makes a call of the queue, and sends its events and its end. Never rejects. */
  async run(id: string, order: unknown): Promise<void> {
    const { instance } = this.#options
    if (!matches(Order, order) || order.instance !== instance) return
    if (this.#isClosed || this.#calls.has(id) || this.#cancelled.delete(id)) return
    const abort = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const { apiNode } = order
    const running: RunningCall = { apiNode, isHeavy: false, abort, ended }
    this.#calls.set(id, running)
    try {
      await this.#answer(id, order, running)
    } finally {
      this.#calls.delete(id)
      resolve()
    }
  }

  /** Ends a call at its source; one that has not come yet will not be made. */
  cancel(id: string): void {
    const running = this.#calls.get(id)
    if (running !== undefined) {
      running.abort.abort(new Error('The call was cancelled'))
      return
    }
    this.#cancelled.add(id)
    const [oldest] = this.#cancelled
    if (this.#cancelled.size > MAX_CANCELLED && oldest !== undefined) this.#cancelled.delete(oldest)
  }

  /** Ends the calls of an API node that is gone; without one, all calls. */
  abort(reason: string, apiNode?: string): void {
    for (const running of this.#calls.values())
      if (apiNode === undefined || running.apiNode === apiNode)
        running.abort.abort(new Error(reason))
  }

  /** Takes no more calls. */
  close(): void {
    this.#isClosed = true
  }

  /** Resolves when every call has ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.#calls.values()].map(({ ended }) => ended))
  }

  async #answer(id: string, order: Order, running: RunningCall): Promise<void> {
    const { signal } = running.abort
    const outbox = this.#options.outboxOf(order.apiNode)
    let sequence = 0
    const send = (part: Omit<CallMessage, 'call' | 'sequence'>) => {
      const pushed = outbox.push({ call: id, sequence, ...part })
      sequence += 1
      return pushed
    }
    try {
      const { value, bytes } = await this.#make(order, running, (events) => {
        const room = send({ events: [...events] })
        return room && abortable(room, signal)
      })
      const blob = bytes === undefined ? undefined : await this.#keep(bytes, order.apiNode)
      void send({ result: { value, ...(blob !== undefined && { blob }) } })
    } catch (error) {
      if (!(error instanceof EngineFailure) && !signal.aborted)
        this.#options.log.error({ err: error, call: id }, 'A call has failed')
      const failure = signal.aborted ? unreachable(String(signal.reason?.message)) : error
      void send({ failure: failureData(failure) })
    }
  }

  async #make(
    order: Order,
    running: RunningCall,
    onEvents: (events: readonly unknown[]) => Promise<void> | undefined,
  ): Promise<CallResult> {
    const { signal } = running.abort
    const call = await this.#callOf(order)
    running.isHeavy = isHeavy(call)
    this.#requireRoom()
    using _slot = running.isHeavy ? await this.#slots.take(OWN_MACHINE, signal) : undefined
    const file = await this.#fileOf(order)
    try {
      signal.throwIfAborted()
      return await runCall(call, { signal, file, onEvents, engines: this.#options.engines() })
    } finally {
      if (file !== undefined) await rm(file, { force: true })
    }
  }

  async #callOf({ call, callBlob }: Order): Promise<IncomingCall> {
    const bytes = callBlob === undefined ? undefined : await this.#fetch(callBlob)
    const value = bytes === undefined ? call : tryParseJson(new TextDecoder().decode(bytes)).value
    if (matches(IncomingCall, value)) return value
    throw new EngineFailure('request', 'A worker node has received a call of another form')
  }

  async #fileOf({ fileBlob }: Order): Promise<string | undefined> {
    if (fileBlob === undefined) return undefined
    const path = join(this.#options.folder, randomId('call_'))
    await writeFile(path, await this.#fetch(fileBlob), { mode: 0o600 })
    return path
  }

  async #fetch(blob: string): Promise<Uint8Array> {
    const bytes = await this.#options
      .blobs()
      ?.get(blob)
      .catch(() => undefined)
    if (bytes === undefined) throw unreachable('The data of a call has not arrived')
    return bytes
  }

  async #keep(bytes: Uint8Array, apiNode: string): Promise<string> {
    const blob = await this.#options
      .blobs()
      ?.put(bytes, apiNode)
      .catch(() => undefined)
    if (blob === undefined) throw unreachable('The result of a call could not be sent')
    return blob
  }

  #requireRoom(): void {
    const heavy = [...this.#calls.values()].filter((call) => call.isHeavy).length
    if (heavy > this.#options.width + HEAVY_SLACK)
      throw new EngineFailure('transient', 'The worker node has too much to do')
  }
}
