import { type Static, Type } from '@sinclair/typebox'
import { EngineFailure } from '../engines/contract/failure.ts'
import {
  TRANSCRIPTION_ACCOUNTS,
  type Transcription,
  type TranscriptionEngine,
  type TranscriptionRequest,
} from '../engines/contract/transcription.ts'
import { matches } from '../platform/check.ts'
import type { AnnouncedRecogniser, Cluster } from './contract.ts'
import { finishCall } from './finish-call.ts'
import type { MachineSlots } from './machine-slots.ts'
import { checkMachines, isOwn, type MachinePart, onFreeMachine } from './media-machines.ts'

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

type RecogniserPart = MachinePart<TranscriptionEngine | AnnouncedRecogniser>

interface MergedRecogniserOptions {
  id: string
  cluster: Cluster
  slots: MachineSlots
}

/** A recogniser of several machines. What it can do is what the first of them says. */
export class MergedRecogniser implements TranscriptionEngine {
  readonly type = 'transcription'
  readonly accounts = TRANSCRIPTION_ACCOUNTS
  readonly id: string
  readonly #options: MergedRecogniserOptions
  #parts: readonly [RecogniserPart, ...RecogniserPart[]]

  /** @param parts That of this machine first */
  constructor(
    options: MergedRecogniserOptions,
    parts: readonly [RecogniserPart, ...RecogniserPart[]],
  ) {
    this.id = options.id
    this.#options = options
    this.#parts = parts
  }

  /** Takes the machines of the moment. */
  update(parts: readonly [RecogniserPart, ...RecogniserPart[]]): void {
    this.#parts = parts
  }

  get label(): string {
    return this.#first.label
  }

  get kind(): string {
    return this.#first.kind
  }

  get models(): readonly string[] {
    return this.#first.models
  }

  get timeoutMs(): number {
    return this.#first.timeoutMs
  }

  get canTranslate(): boolean {
    return this.#parts.every(({ part }) => part.canTranslate)
  }

  async transcribe(
    request: TranscriptionRequest,
    signal: AbortSignal,
    onProgress?: (finished: number) => void,
  ): Promise<Transcription> {
    const { cluster, slots } = this.#options
    const parts = this.#parts
    return await onFreeMachine(slots, parts, signal, async (one) => {
      if (isOwn<TranscriptionEngine, AnnouncedRecogniser>(one))
        return await one.part.transcribe(request, signal, onProgress)
      const { path: file, ...rest } = request
      const call = { kind: 'transcription', engine: this.id, request: rest } as const
      const sent = cluster.call(one.node, call, { runId: 'transcription', signal, file })
      const { value } = await finishCall(sent, (batch) => {
        for (const event of batch) if (matches(Progress, event)) onProgress?.(event.progress)
      })
      if (matches(WireTranscription, value)) return transcriptionOf(value)
      throw new EngineFailure('unknown', `The worker node ${one.node} has sent no transcript`)
    })
  }

  async checkStatus(signal: AbortSignal): Promise<void> {
    const call = { kind: 'transcription-status', engine: this.id } as const
    await checkMachines<TranscriptionEngine, AnnouncedRecogniser>(
      this.#options.cluster,
      this.#parts,
      call,
      signal,
    )
  }

  get #first(): TranscriptionEngine | AnnouncedRecogniser {
    return this.#parts[0].part
  }
}

function transcriptionOf(wire: Static<typeof WireTranscription>): Transcription {
  return { ...wire, language: wire.language }
}
