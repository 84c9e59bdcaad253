import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Core } from '../../create-core.ts'
import type { Assistants } from '../assistants/assistants.ts'
import { chatTask } from './chat.ts'
import { ChatModels } from './chat-models.ts'
import { codeChatRoutes } from './http/code.ts'
import { completionRoutes } from './http/completions/routes.ts'
import { codeMessagesRoutes, messagesRoutes } from './http/messages/routes.ts'
import { ollamaRoutes } from './http/ollama/routes.ts'
import { codeResponsesRoutes, responsesRoutes } from './http/responses/routes.ts'
import { chatRoutes } from './http/routes.ts'
import { StoredResponses } from './responses/stored-responses.ts'

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
