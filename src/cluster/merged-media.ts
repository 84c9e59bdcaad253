import { type Static, Type } from '@sinclair/typebox'
import type { Account } from '../engines/contract/account.ts'
import type { EngineOf } from '../engines/contract/any-engine.ts'
import { EngineFailure, MAX_LOST_MACHINES } from '../engines/contract/failure.ts'
import {
  SPEECH_ACCOUNTS,
  type SpeechEngine,
  type SpeechRequest,
  type SpeechVoice,
} from '../engines/contract/speech.ts'
import {
  TRANSCRIPTION_ACCOUNTS,
  type Transcription,
  type TranscriptionEngine,
  type TranscriptionRequest,
} from '../engines/contract/transcription.ts'
import { matches } from '../platform/check.ts'
import { abortable } from '../platform/deadline.ts'
import type { AnnouncedOf, CallResult, Cluster, EngineCall } from './contract.ts'
import type { MachineSlots, OWN_MACHINE } from './machine-slots.ts'
import { finishCall } from './remote-call.ts'

/** The types of engines that have one account, and no state on a single machine. */
export type MediaType = 'speech' | 'transcription'

/** An engine of one machine. */
type Part<type extends MediaType> = OwnPart<type> | RemotePart<type>

interface OwnPart<type extends MediaType> {
  node: typeof OWN_MACHINE
  own: EngineOf[type]
  facts: EngineOf[type]
}

interface RemotePart<type extends MediaType> {
  /** The worker node. */
  node: string
  own: undefined
  facts: AnnouncedOf[type]
}

/** The machines that have an engine, that of this machine first; at least one. */
export type MachineParts<type extends MediaType> = readonly [Part<type>, ...Part<type>[]]

interface MergedOptions {
  cluster: Cluster
  slots: MachineSlots
}

/** An engine of several machines. What it can do is what the first of them says. */
abstract class MergedMedia<type extends MediaType> {
  abstract readonly type: type
  abstract readonly accounts: readonly Account[]
  readonly id: string
  readonly #options: MergedOptions
  #parts: MachineParts<type>

  constructor(parts: MachineParts<type>, options: MergedOptions) {
    this.id = parts[0].facts.id
    this.#options = options
    this.#parts = parts
  }

  /** Takes the machines of the moment. */
  update(parts: MachineParts<type>): void {
    this.#parts = parts
  }

  get label(): string {
    return this.first.label
  }

  get kind(): string {
    return this.first.kind
  }

  get models(): readonly string[] {
    return this.first.models
  }

  get timeoutMs(): number {
    return this.first.timeoutMs
  }

  protected get first(): EngineOf[type] | AnnouncedOf[type] {
    return this.#parts[0].facts
  }

  protected get parts(): MachineParts<type> {
    return this.#parts
  }

  /**
   * Checks it on its first machine; the others are asked only where it fails.
   *
   * @throws {EngineFailure} of the first machine, where none of them can do it
   */
  async checkStatus(signal: AbortSignal): Promise<void> {
    const { type, id: engine } = this
    const account = this.accounts[0]?.id ?? type
    let failure: unknown
    for (const { node, own } of this.#parts) {
      try {
        if (own !== undefined) return await own.checkStatus(signal)
        await this.call(node, { kind: 'status', type, engine, account }, { signal })
        return
      } catch (error) {
        failure ??= error
      }
    }
    throw failure
  }

  /** Has a worker node make a call. */
  protected call(
    node: string,
    call: EngineCall,
    { onBatch, ...options }: CallParts,
  ): Promise<CallResult> {
    const runId = call.kind
    return finishCall(this.#options.cluster.call(node, call, { runId, ...options }), onBatch)
  }

  /**
   * Runs a piece of work on a free machine, else on the one that is free first. Where that machine is
   * lost, another one does it.
   *
   * @param parts Those that can do it, in order of preference; not empty
   * @throws {EngineFailure} of the last machine that was tried
   */
  protected async onFreeMachine<result>(
    parts: readonly Part<type>[],
    signal: AbortSignal,
    work: (part: Part<type>) => Promise<result>,
  ): Promise<result> {
    const left = [...parts]
    let lostMachines = 0
    for (;;) {
      const { part, slot } = await firstFree(this.#options.slots, left, signal)
      using _slot = slot
      left.splice(left.indexOf(part), 1)
      try {
        return await work(part)
      } catch (error) {
        const isLost =
          part.own === undefined && error instanceof EngineFailure && error.kind === 'unreachable'
        if (isLost && error.isMachineLost) lostMachines += 1
        if (left.length === 0 || !isLost || lostMachines >= MAX_LOST_MACHINES) throw error
      }
    }
  }
}

interface CallParts {
  signal: AbortSignal
  file?: string
  onBatch?: (batch: readonly unknown[]) => void
}

/** A speech engine of several machines. */
export class MergedSpeech extends MergedMedia<'speech'> implements SpeechEngine {
  readonly type = 'speech'
  readonly accounts = SPEECH_ACCOUNTS

  get voices(): readonly SpeechVoice[] {
    return this.first.voices
  }

  get languages(): readonly string[] | undefined {
    return this.first.languages
  }

  get appliesSpeed(): boolean {
    return this.parts.every(({ facts }) => facts.appliesSpeed)
  }

  async speak(request: SpeechRequest, signal: AbortSignal): Promise<Uint8Array> {
    const able = this.parts.filter(({ facts }) => hasVoice(facts.voices, request.voice))
    const parts = able.length > 0 ? able : this.parts
    return await this.onFreeMachine(parts, signal, async ({ node, own }) => {
      if (own !== undefined) return await own.speak(request, signal)
      const call = { kind: 'speech', engine: this.id, request: { ...request } } as const
      const { bytes } = await this.call(node, call, { signal })
      if (bytes !== undefined) return bytes
      throw new EngineFailure('unknown', `The worker node ${node} has sent no sound`)
    })
  }
}

/** An engine that lists no voices takes any. */
function hasVoice(voices: readonly SpeechVoice[], voice: string | undefined): boolean {
  return voice === undefined || voices.length === 0 || voices.some(({ id }) => id === voice)
}

const Progress = Type.Object({ progress: Type.Number({ minimum: 0, maximum: 1 }) })

const WireTranscription = Type.Object({
  language: Type.Optional(Type.String()),
  segments: Type.Array(
    Type.Object({
      start: Type.Number(),
      end: Type.Number(),
      text: Type.String(),
      words: Type.Optional(
        Type.Array(Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() })),
      ),
    }),
  ),
  hasTimes: Type.Boolean(),
})

/** A transcription engine of several machines. */
export class MergedTranscription
  extends MergedMedia<'transcription'>
  implements TranscriptionEngine
{
  readonly type = 'transcription'
  readonly accounts = TRANSCRIPTION_ACCOUNTS

  get canTranslate(): boolean {
    return this.parts.every(({ facts }) => facts.canTranslate)
  }

  async transcribe(
    request: TranscriptionRequest,
    signal: AbortSignal,
    onProgress?: (finished: number) => void,
  ): Promise<Transcription> {
    return await this.onFreeMachine(this.parts, signal, async ({ node, own }) => {
      if (own !== undefined) return await own.transcribe(request, signal, onProgress)
      const { path: file, ...rest } = request
      const call = { kind: 'transcription', engine: this.id, request: rest } as const
      const onBatch = (batch: readonly unknown[]) => {
        for (const event of batch) if (matches(Progress, event)) onProgress?.(event.progress)
      }
      const { value } = await this.call(node, call, { signal, file, onBatch })
      if (matches(WireTranscription, value)) return transcriptionOf(value)
      throw new EngineFailure('unknown', `The worker node ${node} has sent no transcript`)
    })
  }
}

function transcriptionOf(wire: Static<typeof WireTranscription>): Transcription {
  return { ...wire, language: wire.language }
}

/** The first machine with a free slot; where there is none, the first that gets one. */
async function firstFree<part extends { node: string }>(
  slots: MachineSlots,
  parts: readonly part[],
  signal: AbortSignal,
): Promise<{ part: part; slot: Disposable }> {
  const free = parts.find(({ node }) => slots.isFree(node))
  if (free !== undefined) return { part: free, slot: await slots.take(free.node, signal) }
  const decided = new AbortController()
  const waits = parts.map(async (part) => {
    const slot = await slots.take(part.node, AbortSignal.any([signal, decided.signal]))
    // Another machine was free at the same moment.
    if (decided.signal.aborted) slot[Symbol.dispose]()
    decided.signal.throwIfAborted()
    decided.abort()
    return { part, slot }
  })
  for (const wait of waits) wait.catch(() => undefined)
  return await abortable(Promise.any(waits), signal)
}
