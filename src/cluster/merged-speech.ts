import { EngineFailure } from '../engines/contract/failure.ts'
import {
  SPEECH_ACCOUNTS,
  type SpeechEngine,
  type SpeechRequest,
  type SpeechVoice,
} from '../engines/contract/speech.ts'
import type { AnnouncedSpeech, Cluster } from './contract.ts'
import { finishCall } from './finish-call.ts'
import type { MachineSlots } from './machine-slots.ts'
import { checkMachines, isOwn, type MachinePart, onFreeMachine } from './media-machines.ts'

type SpeechPart = MachinePart<SpeechEngine | AnnouncedSpeech>

interface MergedSpeechOptions {
  id: string
  cluster: Cluster
  slots: MachineSlots
}

/** A speech engine of several machines. What it can do is what the first of them says. */
export class MergedSpeech implements SpeechEngine {
  readonly type = 'speech'
  readonly accounts = SPEECH_ACCOUNTS
  readonly id: string
  readonly #options: MergedSpeechOptions
  #parts: readonly [SpeechPart, ...SpeechPart[]]

  /** @param parts That of this machine first */
  constructor(options: MergedSpeechOptions, parts: readonly [SpeechPart, ...SpeechPart[]]) {
    this.id = options.id
    this.#options = options
    this.#parts = parts
  }

  /** Takes the machines of the moment. */
  update(parts: readonly [SpeechPart, ...SpeechPart[]]): void {
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

  get voices(): readonly SpeechVoice[] {
    return this.#first.voices
  }

  get languages(): readonly string[] | undefined {
    return this.#first.languages
  }

  get timeoutMs(): number {
    return this.#first.timeoutMs
  }

  get appliesSpeed(): boolean {
    return this.#parts.every(({ part }) => part.appliesSpeed)
  }

  async speak(request: SpeechRequest, signal: AbortSignal): Promise<Uint8Array> {
    const { cluster, slots } = this.#options
    const parts = this.#parts
    const able = parts.filter(({ part }) => hasVoice(part, request.voice))
    return await onFreeMachine(slots, able.length > 0 ? able : parts, signal, async (one) => {
      if (isOwn<SpeechEngine, AnnouncedSpeech>(one)) return await one.part.speak(request, signal)
      const call = { kind: 'speech', engine: this.id, request: { ...request } } as const
      const { bytes } = await finishCall(cluster.call(one.node, call, { runId: 'speech', signal }))
      if (bytes !== undefined) return bytes
      throw new EngineFailure('unknown', `The worker node ${one.node} has sent no sound`)
    })
  }

  async checkStatus(signal: AbortSignal): Promise<void> {
    const call = { kind: 'speech-status', engine: this.id } as const
    await checkMachines<SpeechEngine, AnnouncedSpeech>(
      this.#options.cluster,
      this.#parts,
      call,
      signal,
    )
  }

  get #first(): SpeechEngine | AnnouncedSpeech {
    return this.#parts[0].part
  }
}

/** An engine that lists no voices takes any. */
function hasVoice({ voices }: SpeechEngine | AnnouncedSpeech, voice: string | undefined): boolean {
  return voice === undefined || voices.length === 0 || voices.some(({ id }) => id === voice)
}
