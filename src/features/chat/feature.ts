import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Caller } from '../../core/caller.ts'
import { AUTO, type ModelRecord, type Models } from '../../core/engines/models.ts'
import type { Core } from '../../create-core.ts'
import { AppError } from '../../platform/errors.ts'
import type { AssistantRow } from '../assistants/assistant-store.ts'
import { ASSISTANT_PREFIX, type Assistants } from '../assistants/assistants.ts'
import { chatTask } from './chat.ts'
import { completionRoutes } from './http/completions/routes.ts'
import { codeMessagesRoutes, messagesRoutes } from './http/messages/routes.ts'
import { ollamaRoutes } from './http/ollama/routes.ts'
import { codeResponsesRoutes, responsesRoutes } from './http/responses/routes.ts'
import { chatRoutes, codeChatRoutes } from './http/routes.ts'
import { StoredResponses } from './responses/stored-responses.ts'

/** The names that a chat request may have: models, and assistants under theirs. */
class ChatModels {
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

interface ChatParts {
  attachments: AttachmentIntake
  preparation: AttachmentPreparation
  assistants: Assistants
}

const CODE_MODEL_HINT = 'GET /api/code/v1/models lists them'

/** Chat in the forms of OpenAI, Anthropic and Ollama, also for code assistants. */
export function createChat(core: Core, { attachments, preparation, assistants }: ChatParts) {
  const { models, textGeneration, engineLanes, stores, batch, config, callerCheck, log, now } = core
  const parts = { models, textGeneration, engineLanes, preparation, now }
  const chat = chatTask({
    kind: 'chat',
    idPrefix: 'cht_',
    assistants,
    tools: core.tools,
    ...parts,
  })
  const code = chatTask({
    kind: 'code',
    idPrefix: 'cod_',
    saysSubscription: true,
    modelHint: CODE_MODEL_HINT,
    ...parts,
  })
  const responses = new StoredResponses({
    store: stores.responses,
    batch,
    currentCaller: (caller) => callerCheck.current(caller),
    keepDays: config.keep_responses_days,
    log,
    now,
  })
  const services = { ...core, attachments, responses, codeModelHint: CODE_MODEL_HINT }
  const named = { ...services, models: new ChatModels({ models, assistants }) }
  return {
    name: 'chat',
    tasks: [chat, code],
    sweeps: [responses],
    ownedData: [responses],
    recover: () => responses.recover(),
    routes: () => [
      codeChatRoutes(services, code),
      codeMessagesRoutes(services, code),
      chatRoutes(named, chat),
      messagesRoutes(services, chat),
      responsesRoutes(services, chat),
      codeResponsesRoutes(services, code),
      completionRoutes(services, chat),
      ollamaRoutes(named, chat),
    ],
    definitions: { chat, code },
    responses,
  }
}
