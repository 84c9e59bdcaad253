import type { Caller } from '../../core/caller.ts'
import type { EngineHealth } from '../../core/engines/engine-health.ts'
import type { EngineFailure } from '../../engines/contract/failure.ts'
import type { TranscriptionEngine } from '../../engines/contract/transcription.ts'
import { AppError } from '../../platform/errors.ts'

const AUTO = 'auto'
/** Names that OpenAI's clients send, whatever the server has. */
const FOREIGN_MODEL = /whisper|^gpt-/i
const HOW_TO_ADD =
  'start a whisper server (of whisper.cpp, speaches or LocalAI), install whisper-cli with a model, or name one in [[transcription_engines]] of the settings'

/** An engine with the model that it is asked for. */
export interface TranscriptionChoice {
  engine: TranscriptionEngine
  /** Undefined where it has no models to choose from. */
  model: string | undefined
}

/** How one piece went. */
export interface TranscriptionOutcome {
  engine: TranscriptionEngine
  /** Undefined when it has answered. */
  failure: EngineFailure | undefined
  /** Of the sound. */
  seconds: number
}

interface TranscriptionEnginesOptions {
  /** Those that are offered now, in order of preference. */
  offered: () => readonly TranscriptionEngine[]
  /** Searches for some, where that is done. */
  scan: () => Promise<unknown>
  health: Pick<EngineHealth, 'usable' | 'closedReason' | 'report'>
  /** Is told how each piece went. */
  onOutcome: (outcome: TranscriptionOutcome) => void
}

/** The transcription engines, and which of them a request is for. */
export class TranscriptionEngines {
  readonly #options: TranscriptionEnginesOptions

  constructor(options: TranscriptionEnginesOptions) {
    this.#options = options
  }

  get offered(): readonly TranscriptionEngine[] {
    return this.#options.offered()
  }

  /** Resolves when those that can be found were found, where there is none. */
  async refresh(): Promise<void> {
    if (this.offered.length === 0) await this.#options.scan()
  }

  /**
   * @param why What comes before the words of the refusal
   * @throws {AppError} `not_installed` where there is none at all
   */
  requireAny(why = ''): void {
    if (this.offered.length > 0) return
    throw new AppError('not_installed', `${why}No transcription engine was found: ${HOW_TO_ADD}`)
  }

  /**
   * The recognisers for a request, the preferred one first.
   *
   * @param name `auto`, an engine's id, `engine/model`, or a model
   * @param caller The owner of the service is told why none works
   * @throws {AppError} `not_installed`; `model_not_found`; `invalid` when the one that is named cannot
   * translate; `no_engine` when none works until its owner acts
   */
  select(
    name: string = AUTO,
    task: 'transcribe' | 'translate' = 'transcribe',
    caller: Pick<Caller, 'isOwner'> = {},
  ): TranscriptionChoice[] {
    this.requireAny()
    const named = this.#named(name)
    const able = named.filter(({ engine }) => task === 'transcribe' || engine.canTranslate)
    if (able.length > 0) return this.#usable(able, caller)
    if (named.length < this.offered.length)
      throw new AppError('invalid', `${JSON.stringify(name)} cannot translate speech`, {
        param: 'model',
      })
    throw new AppError(
      'not_installed',
      `No transcription engine that can translate was found: ${HOW_TO_ADD}`,
    )
  }

  note(outcome: TranscriptionOutcome): void {
    const { health, onOutcome } = this.#options
    health.report(outcome.engine.id, outcome.failure)
    onOutcome(outcome)
  }

  #usable(
    transcriptionEngines: readonly TranscriptionChoice[],
    { isOwner = false }: Pick<Caller, 'isOwner'>,
  ): TranscriptionChoice[] {
    const { health } = this.#options
    const engines = health.usable(transcriptionEngines.map(({ engine }) => engine))
    const usable = engines.flatMap((engine) =>
      transcriptionEngines.filter((one) => one.engine === engine),
    )
    if (usable.length > 0) return usable
    const ids = new Set(transcriptionEngines.map(({ engine }) => engine.id))
    const names = [...ids].map((id) => {
      const reason = isOwner ? health.closedReason(id) : undefined
      return reason === undefined ? id : `${id} (${reason})`
    })
    throw new AppError(
      'no_engine',
      `No transcription engine can be used until the owner of this service acts: ${names.join(', ')}`,
    )
  }

  #named(name: string): TranscriptionChoice[] {
    const { offered } = this
    const [id = ''] = name.split('/', 1)
    const one = offered.find((engine) => engine.id === id)
    const model = name.slice(id.length + 1)
    if (one !== undefined && (model === '' || one.models.includes(model)))
      return [{ engine: one, model: model === '' ? one.models[0] : model }]
    const having = offered.filter(({ models }) => models.includes(name))
    if (having.length > 0) return having.map((engine) => ({ engine, model: name }))
    if (name === AUTO || FOREIGN_MODEL.test(name))
      return offered.map((engine) => ({ engine, model: engine.models[0] }))
    const names = offered.map((engine) => engine.id).join(', ')
    throw new AppError(
      'model_not_found',
      `There is no transcription engine ${JSON.stringify(name)}. There are: ${AUTO}, ${names}`,
      { param: 'model' },
    )
  }
}
