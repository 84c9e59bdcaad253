import type { Caller } from '../../core/caller.ts'
import { AUTO, type ModelRecord, type Models } from '../../core/engines/models.ts'
import { AppError } from '../../platform/errors.ts'
import type { AssistantRow } from '../assistants/assistant-store.ts'
import { ASSISTANT_PREFIX, type Assistants } from '../assistants/assistants.ts'

/** The names that a chat request may have: models, and assistants under theirs. */
export class ChatModels {
  readonly #models: Models
  readonly #assistants: Assistants

  constructor({ models, assistants }: { models: Models; assistants: Assistants }) {
    this.#models = models
    this.#assistants = assistants
  }

  /** As {@link Models.refresh}. @throws {AppError} `model_not_found` */
  refresh(caller: Caller, name?: string): Promise<void> | undefined {
    if (name === undefined) return this.#models.refresh(caller)
    return this.#models.refresh(caller, this.#assistants.byModel(caller, name)?.model ?? name)
  }

  /** Assistants come last, and only those whose model the caller may use. */
  list(caller: Caller): ModelRecord[] {
    const models = this.#models.list(caller)
    if (models.length === 0) return []
    const names = new Set(this.#assistants.list(caller).map(({ slug }) => ASSISTANT_PREFIX + slug))
    const assistants = [...names].flatMap((name) => {
      try {
        return [this.get(caller, name)]
      } catch (error) {
        if (error instanceof AppError) return []
        throw error
      }
    })
    return [...models, ...assistants]
  }

  /** As {@link Models.get}. */
  get(caller: Caller, name: string, hint?: string): ModelRecord {
    const assistant = this.#assistants.byModel(caller, name)
    return assistant === undefined
      ? this.#models.get(caller, name, hint)
      : this.#record(caller, assistant, name)
  }

  #record(caller: Caller, { name, model }: AssistantRow, id: string): ModelRecord {
    return { ...this.#models.get(caller, model ?? AUTO), id, name, engine: undefined }
  }
}
