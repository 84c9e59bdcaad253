import { type Static, Type } from '@sinclair/typebox'
import {
  ATTACHMENT_LANE,
  AttachmentReport,
  AttachmentSource,
  PREPARATION_MS,
} from '../../core/attachments/attachment.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import { type Caller, requireCapability } from '../../core/caller.ts'
import type { TextGeneration } from '../../core/engines/answer.ts'
import {
  AttachmentPlace,
  hasPictures,
  withAttachments,
} from '../../core/engines/attached-messages.ts'
import { Answer } from '../../core/engines/collect-answer.ts'
import { requirementsOf, withInstructions } from '../../core/engines/conversation.ts'
import { type EngineLanes, SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import { AUTO, type Models } from '../../core/engines/models.ts'
import type { TextEvent } from '../../core/engines/text-event.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import { Message } from '../../engines/contract/text.ts'
import type { Assistants } from '../assistants/assistants.ts'

/** A chat request. The options are passed to the engine unchanged. */
export const ChatInput = Type.Object({
  model: Type.String(),
  messages: Type.Array(Message),
  options: Type.Record(Type.String(), Type.Unknown()),
  stream: Type.Boolean(),
  /** In usage records, of a client that speaks another dialect; by default the task's kind. */
  surface: Type.Optional(Type.String()),
  /** Empty text parts hold their places in the messages. */
  attachments: Type.Optional(
    Type.Array(Type.Object({ source: AttachmentSource, place: AttachmentPlace })),
  ),
})
export type ChatInput = Static<typeof ChatInput>

/** An answer, with what was read of each attachment where there are any. */
export const ChatAnswer = Type.Composite([
  Answer,
  Type.Object({ attachments: Type.Optional(Type.Array(AttachmentReport)) }),
])
export type ChatAnswer = Static<typeof ChatAnswer>

interface ChatTaskOptions {
  /** Name in the queue and in usage records; `code` is for code assistants. */
  kind: 'chat' | 'code'
  idPrefix: string
  /** Where callers find the names of models; by default the hint of {@link Models}. */
  modelHint?: string
  /** Whether its errors name engines as subscriptions. */
  saysSubscription?: boolean
  models: Models
  textGeneration: TextGeneration
  engineLanes: EngineLanes
  preparation: AttachmentPreparation
  /** Those that can be asked for as models; without it, none. */
  assistants?: Pick<Assistants, 'byModel'>
}

/**
 * Answers conversations. A streamed answer is emitted as events and the result is empty; any other
 * answer is the result.
 */
export function chatTask({
  kind,
  idPrefix,
  saysSubscription,
  modelHint,
  models,
  textGeneration,
  engineLanes,
  preparation,
  assistants,
}: ChatTaskOptions) {
  /** The model behind a name, with what its assistant adds to the question. */
  const askedOf = (caller: Caller, { model, messages, options }: ChatInput) => {
    const assistant = assistants?.byModel(caller, model)
    if (assistant === undefined) return { model, messages, options }
    const { max_tokens: longest, ...parameters } = assistant.parameters
    const isBounded = options['max_completion_tokens'] !== undefined || longest === undefined
    return {
      model: assistant.model ?? AUTO,
      messages: withInstructions(messages, assistant.instructions),
      options: { ...parameters, ...(isBounded ? {} : { max_tokens: longest }), ...options },
    }
  }
  return defineTask<typeof ChatInput, typeof ChatAnswer, TextEvent>({
    kind,
    idPrefix,
    lanes: [SHARED_LANE, ATTACHMENT_LANE],
    firstLane: (caller, input) =>
      input.attachments === undefined
        ? engineLanes.first(caller, askedOf(caller, input).model)
        : ATTACHMENT_LANE,
    laneDeadlineMs: { [ATTACHMENT_LANE]: PREPARATION_MS },
    admission: 'model',
    input: ChatInput,
    result: ChatAnswer,
    authorize(caller) {
      requireCapability(caller, 'generate')
      models.requireEngine(caller)
    },
    check(caller, input) {
      const { model, messages, options } = askedOf(caller, input)
      const { attachments } = input
      const select = () => {
        const requirements = requirementsOf(messages, options)
        requirements.needs.images ||= hasPictures(attachments?.map(({ source }) => source))
        models.select(caller, model, requirements, modelHint)
      }
      // A request for a known model waits for nothing.
      const refreshed = models.refresh(caller, model)
      return refreshed === undefined ? select() : refreshed.then(select)
    },
    durationKey: ({ model }) => model,
    async run(input, context) {
      const { messages: given, stream, surface = kind, attachments = [] } = input
      const sources = attachments.map(({ source }) => source)
      const attached = sources.length === 0 ? [] : await preparation.prepare(sources, context)
      const places = attachments.map(({ place }) => place)
      const { model, messages, options } = askedOf(context.caller, {
        ...input,
        messages: sources.length === 0 ? given : withAttachments(given, places, attached),
      })
      const reports = attached.map(({ report }) => report)
      await models.refresh(context.caller, model)
      const requirements = requirementsOf(messages, options)
      const { characters } = requirements
      const candidates = models.select(context.caller, model, requirements, modelHint)
      const turn = { messages, options, stream }
      const question = { turn, characters, candidates, surface, saysSubscription }
      if (reports.length === 0) return textGeneration.answer(question, context)
      const firstEvents = [{ type: 'attachments' as const, attachments: reports }]
      const answer = await textGeneration.answer({ ...question, firstEvents }, context)
      return { ...answer, attachments: reports }
    },
  })
}
export type ChatTask = ReturnType<typeof chatTask>
