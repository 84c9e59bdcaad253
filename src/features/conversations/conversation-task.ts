import { Type } from '@sinclair/typebox'
import type { PreparedAttachment } from '../../core/attachments/attachment.ts'
import { requireCapability } from '../../core/caller.ts'
import type { TextGeneration } from '../../core/engines/answer.ts'
import { Answer } from '../../core/engines/collect-answer.ts'
import { requirementsOf } from '../../core/engines/conversation.ts'
import { type EngineLanes, SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import type { Models } from '../../core/engines/models.ts'
import type { TextEvent } from '../../core/engines/text-event.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import { AppError } from '../../platform/errors.ts'
import { planTurn, turnOf } from './conversation-turn.ts'
import type { MessageAttachmentRow } from './message-attachment-store.ts'
import type { MessagePaths } from './message-paths.ts'

/** The answer to a message; the conversation itself stays in the database. */
const ConversationInput = Type.Object({
  conversationId: Type.String(),
  /** The message that is answered. */
  messageId: Type.String(),
  model: Type.String(),
})

/** `note` says which earlier attachments the model does not get. */
export type AnswerEvent = TextEvent | { type: 'note'; note: string }

interface ConversationTaskOptions {
  models: Models
  textGeneration: TextGeneration
  engineLanes: EngineLanes
  paths: MessagePaths
  /** What was prepared of an attachment; undefined when its bytes are lost. */
  load: (row: MessageAttachmentRow) => Promise<Omit<PreparedAttachment, 'report'> | undefined>
}

/** Answers the messages of conversations that are kept. The answer is emitted as events. */
export function conversationTask(options: ConversationTaskOptions) {
  const { models, textGeneration, engineLanes, paths, load } = options
  return defineTask<typeof ConversationInput, typeof Answer, AnswerEvent>({
    kind: 'conversation',
    idPrefix: 'cnr_',
    lanes: [SHARED_LANE],
    firstLane: (caller, { model }) => engineLanes.first(caller, model),
    admission: 'model',
    input: ConversationInput,
    result: Answer,
    authorize(caller) {
      requireCapability(caller, 'generate')
      models.requireEngine(caller)
    },
    durationKey: ({ model }) => model,
    async run({ conversationId, messageId, model }, context) {
      const { caller } = context
      const path = paths.to(conversationId, messageId)
      if (path === undefined) throw new AppError('not_found', 'The message was deleted')
      const plan = planTurn(path, (needed) => void models.select(caller, model, needed))
      const { messages, note } = await turnOf(path, plan, load)
      if (note !== null) await context.emit([{ type: 'note', note }])
      const requirements = requirementsOf(messages, {})
      const candidates = models.select(caller, model, requirements)
      const turn = { messages, options: {}, stream: true }
      const { characters } = requirements
      return textGeneration.answer(
        { turn, characters, candidates, surface: 'conversation' },
        context,
      )
    },
  })
}
export type ConversationTask = ReturnType<typeof conversationTask>
