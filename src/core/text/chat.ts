import { type Static, Type } from '@sinclair/typebox'
import { Message } from '../../engines/contract/text.ts'
import { defineTask } from '../tasks/define-task.ts'
import type { Answerer } from './answer.ts'
import { Answer } from './collect.ts'
import { requirementsOf } from './conversation.ts'
import type { Models } from './models.ts'
import type { TextEvent } from './text-event.ts'

/** A chat request: which model, the conversation, and what is passed on untouched. */
export const ChatInput = Type.Object({
  model: Type.String(),
  messages: Type.Array(Message),
  options: Type.Record(Type.String(), Type.Unknown()),
  stream: Type.Boolean(),
})
export type ChatInput = Static<typeof ChatInput>

interface ChatTaskOptions {
  /** `chat`, or `code` for code assistants: the name in the queue and in usage records. */
  kind: 'chat' | 'code'
  idPrefix: string
  /** Where callers find the names of models; by default the usual place. */
  modelHint?: string
  /** Said when no engine could answer, where the usual words do not fit. */
  noEngineDetail?: string
  models: Models
  answerer: Answerer
}

/**
 * Answers conversations. A streamed answer goes out as events, and its result is empty; any other is
 * the result.
 */
export function chatTask({
  kind,
  idPrefix,
  noEngineDetail,
  modelHint,
  models,
  answerer,
}: ChatTaskOptions) {
  return defineTask<typeof ChatInput, typeof Answer, TextEvent>({
    kind,
    idPrefix,
    lanes: ['heavy'],
    admission: 'model',
    input: ChatInput,
    result: Answer,
    authorize: (caller) => models.requireEngine(caller),
    check(caller, { model, messages, options }) {
      models.select(caller, model, requirementsOf(messages, options), modelHint)
    },
    durationKey: ({ model }) => model,
    run({ model, messages, options, stream }, context) {
      const requirements = requirementsOf(messages, options)
      const { characters } = requirements
      const candidates = models.select(context.caller, model, requirements, modelHint)
      const turn = { messages, options, stream }
      return answerer.answer(
        { turn, characters, candidates, surface: kind, noEngineDetail },
        context,
      )
    },
  })
}
export type ChatTask = ReturnType<typeof chatTask>
