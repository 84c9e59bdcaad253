import type { EngineType } from '../../engines/contract/account.ts'
import type { VectorUse } from '../../engines/contract/vectors.ts'
import type { Caller } from '../caller.ts'
import type { Accounts } from './accounts.ts'
import type { EngineLists } from './engine-registry.ts'

/** What a name of the list of models stands for beside chats. */
export type OtherUse = Exclude<EngineType, 'text'> | VectorUse

/** A name that a request for speech or a transcript may give as its model. */
export interface MediaModelRecord {
  /** The engine's id, or `engine/model`. */
  id: string
  /** For people. */
  name: string
  engine: string
  makes: Exclude<EngineType, 'text'>
  /** Whether it can be asked now, as far as is known. */
  isAvailable: boolean
}

interface MediaModelsOptions {
  engines: Pick<EngineLists, 'speech' | 'transcription'>
  accounts: Accounts
}

/** The names of engines that speak or transcribe, and of their models. */
export class MediaModels {
  readonly #options: MediaModelsOptions

  constructor(options: MediaModelsOptions) {
    this.#options = options
  }

  /** What a name makes; undefined for a name of something else. */
  useOf(name: string): MediaModelRecord['makes'] | undefined {
    return this.#all().find(({ id }) => id === name)?.makes
  }

  /** Those that a caller may use: all, or none without the capability. */
  list({ capabilities = null }: Caller): MediaModelRecord[] {
    return capabilities?.includes('media') === false ? [] : this.#all()
  }

  #all(): MediaModelRecord[] {
    const { engines, accounts } = this.#options
    return [...engines.speech.offered, ...engines.transcription.offered].flatMap((engine) => {
      const isAvailable = accounts.canAnswer({ engine, model: '' })
      const record = (id: string): MediaModelRecord => ({
        id,
        name: modelName(engine, id),
        engine: engine.id,
        makes: engine.type,
        isAvailable,
      })
      return [record(engine.id), ...engine.models.map((model) => record(`${engine.id}/${model}`))]
    })
  }
}

/** `engine` or `engine/model` for people, as in `qwen3 (llama.cpp)`; any other name as it is. */
export function modelName(
  { id: engine, label }: { id: string; label: string },
  id: string,
): string {
  if (id === engine) return label
  return id.startsWith(`${engine}/`) ? `${id.slice(engine.length + 1)} (${label})` : id
}
