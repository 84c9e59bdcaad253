import type { Account, AccountEngine } from '../../engines/contract/account.ts'
import type { SpeechEngine } from '../../engines/contract/speech.ts'
import type { Engine } from '../../engines/contract/text.ts'
import type { TranscriptionEngine } from '../../engines/contract/transcription.ts'

/** What a media engine makes. It is the id of its one account as well. */
export type MediaType = 'speech' | 'transcription'

/** The adapter of a media engine, by what it makes. */
export type MediaAdapter =
  | { makes: 'speech'; engine: SpeechEngine }
  | { makes: 'transcription'; engine: TranscriptionEngine }

/** An engine whose accounts have states. */
export type AnyEngine = Engine | (MediaEngine & AccountEngine)

/** A speech engine or a recogniser with the one account that stands for it. */
export class MediaEngine implements AccountEngine {
  /** No model can be asked for a short answer. */
  readonly run: undefined
  readonly accounts: readonly Account[]
  /** Another object when the engine is found again. */
  adapter: MediaAdapter

  constructor(adapter: MediaAdapter) {
    this.adapter = adapter
    this.accounts = [{ id: adapter.makes }]
  }

  get id(): string {
    return this.adapter.engine.id
  }

  get label(): string {
    return this.adapter.engine.label
  }

  get kind(): string {
    return this.adapter.engine.adapter
  }

  get models(): readonly string[] {
    return this.adapter.engine.models
  }

  get timeoutMs(): number {
    return this.adapter.engine.timeoutMs
  }

  probeKind(): 'status' {
    return 'status'
  }

  async checkStatus(_account: Account, signal: AbortSignal): Promise<void> {
    await this.adapter.engine.checkStatus(signal)
  }
}

interface MediaEnginesOptions {
  /** The engines of the moment, in order of preference. */
  speech: () => readonly SpeechEngine[]
  transcription: () => readonly TranscriptionEngine[]
  /** Ids of the configured ones; the others were found or are built in. */
  configured: Readonly<Record<MediaType, readonly string[]>>
}

/** The speech engines and recognisers of the moment, as the accounts see them. */
export class MediaEngines {
  readonly #options: MediaEnginesOptions
  /** By kind and id, so that an engine that is found again has the same state. */
  readonly #known = new Map<string, MediaEngine>()

  constructor(options: MediaEnginesOptions) {
    this.#options = options
  }

  /** Those that are there now: speech engines, then recognisers, each in order of preference. */
  get offered(): readonly MediaEngine[] {
    const { speech, transcription } = this.#options
    return [
      ...speech().map((engine) => this.#engineOf({ makes: 'speech', engine })),
      ...transcription().map((engine) => this.#engineOf({ makes: 'transcription', engine })),
    ]
  }

  /** An engine that is there now. */
  find(makes: MediaType, id: string): MediaEngine | undefined {
    return this.offered.find((one) => one.id === id && one.adapter.makes === makes)
  }

  isConfigured({ id, adapter }: MediaEngine): boolean {
    return this.#options.configured[adapter.makes].includes(id)
  }

  #engineOf(adapter: MediaAdapter): MediaEngine {
    const name = `${adapter.makes}:${adapter.engine.id}`
    const known = this.#known.get(name)
    if (known !== undefined) {
      known.adapter = adapter
      return known
    }
    const engine = new MediaEngine(adapter)
    this.#known.set(name, engine)
    return engine
  }
}
