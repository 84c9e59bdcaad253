import { type Static, Type } from '@sinclair/typebox'
import {
  ATTACHMENT_LANE,
  AttachmentReport,
  AttachmentSource,
  PREPARATION_MS,
  type PreparedAttachment,
  spooledIds,
} from '../../core/attachments/attachment.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import { requireCapability } from '../../core/caller.ts'
import type { TextGeneration } from '../../core/engines/answer.ts'
import { hasPictures, withAttachments } from '../../core/engines/attached-messages.ts'
import type { Answer } from '../../core/engines/collect-answer.ts'
import { requirementsOf } from '../../core/engines/conversation.ts'
import { type EngineLanes, SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import {
  answerRequester,
  formattedAnswer,
  jsonSchemaOptions,
} from '../../core/engines/formatted-answer.ts'
import { MAX_MODEL_NAME_CHARACTERS } from '../../core/engines/model-aliases.ts'
import { type Models, requestedModel } from '../../core/engines/models.ts'
import type { TextEvent } from '../../core/engines/text-event.ts'
import { responseParser } from '../../core/json-schema/response-schema.ts'
import { schemaChecker } from '../../core/json-schema/schema-checker.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import type { Message } from '../../engines/contract/text.ts'

/** A single prompt, without a conversation. */
export const GenerateInput = Type.Object({
  prompt: Type.String({ minLength: 1 }),
  system: Type.Optional(Type.String()),
  engine: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_MODEL_NAME_CHARACTERS })),
  model: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_MODEL_NAME_CHARACTERS })),
  responseSchema: Type.Optional(Type.Object({}, { additionalProperties: true })),
  attachments: Type.Optional(Type.Array(AttachmentSource)),
})
export type GenerateInput = Static<typeof GenerateInput>

export const GenerateResult = Type.Object({
  text: Type.String(),
  engine: Type.String(),
  model: Type.String(),
  /** Only where the answer is cut: the model or the service allows no longer one. */
  truncated: Type.Optional(Type.Literal(true)),
  /** The answer as a value, where a schema was given. */
  structured: Type.Optional(Type.Unknown()),
  /** What was read of each attachment, where there are any. */
  attachments: Type.Optional(Type.Array(AttachmentReport)),
})
export type GenerateResult = Static<typeof GenerateResult>

interface GenerateTaskOptions {
  models: Models
  textGeneration: TextGeneration
  engineLanes: EngineLanes
  preparation: AttachmentPreparation
  /** The name that callers know `responseSchema` by, for messages. */
  schemaField: string
}

/** Answers single prompts, as text or as JSON that matches a schema. */
export function generateTask(taskOptions: GenerateTaskOptions) {
  const { models, textGeneration, engineLanes, preparation, schemaField } = taskOptions
  return defineTask<typeof GenerateInput, typeof GenerateResult, TextEvent>({
    kind: 'generate',
    idPrefix: 'gen_',
    lanes: [SHARED_LANE, ATTACHMENT_LANE],
    firstLane: (caller, input) =>
      input.attachments === undefined
        ? engineLanes.first(caller, requestedModel(input))
        : ATTACHMENT_LANE,
    laneDeadlineMs: { [ATTACHMENT_LANE]: PREPARATION_MS },
    admission: 'model',
    input: GenerateInput,
    result: GenerateResult,
    textOf: ({ prompt }) => prompt,
    authorize(caller) {
      requireCapability(caller, 'generate')
      models.requireEngine(caller)
    },
    async check(caller, input) {
      const { responseSchema: schema } = input
      if (schema !== undefined) await schemaChecker.check(schema, schemaField, caller.owner)
      const { messages, options } = conversationOf(input)
      await models.refresh(caller, requestedModel(input))
      const requirements = requirementsOf(messages, options)
      requirements.needs.images ||= hasPictures(input.attachments)
      models.select(caller, requestedModel(input), requirements)
    },
    files: ({ attachments }) => spooledIds(attachments),
    durationKey: requestedModel,
    async run(input, context) {
      const { attachments: sources } = input
      const attached = sources && (await preparation.prepare(sources, context))
      const { messages, options } = conversationOf(input, attached)
      const requirements = requirementsOf(messages, options)
      // A job that a restart takes up may come before the first scan of the servers.
      await models.refresh(context.caller, requestedModel(input))
      const candidates = models.select(context.caller, requestedModel(input), requirements)
      const defaults = { candidates, surface: 'generate', options }
      const requestAnswer = answerRequester(textGeneration, defaults, context)
      const { responseSchema: schema } = input
      if (schema === undefined) return resultOf(await requestAnswer(messages), attached)
      const { answer, value } = await formattedAnswer(requestAnswer, messages, {
        parse: responseParser(schema, context.caller.owner),
        expectation: 'the JSON schema',
        instruction: 'the JSON document alone',
        name: schemaField,
      })
      return { ...resultOf(answer, attached), structured: value }
    },
  })
}
export type GenerateTask = ReturnType<typeof generateTask>

function resultOf(
  { text, engine, model, finishReason }: Answer,
  attached: readonly PreparedAttachment[] | undefined,
): GenerateResult {
  const reports = attached?.map(({ report }) => report)
  return {
    text,
    engine,
    model,
    ...(finishReason === 'length' ? { truncated: true } : {}),
    ...(reports === undefined ? {} : { attachments: reports }),
  }
}

/** The attachments come before the prompt, which may refer to them. */
function conversationOf(
  { prompt, system, responseSchema: schema }: GenerateInput,
  attached: readonly PreparedAttachment[] = [],
): { messages: Message[]; options: Record<string, unknown> } {
  const head: Message[] = system === undefined ? [] : [{ role: 'system', content: system }]
  const places = attached.map((_, part) => ({ message: head.length, part }))
  const texts = [...attached.map(() => ''), prompt].map((text) => ({ type: 'text' as const, text }))
  const user: Message = { role: 'user', content: attached.length === 0 ? prompt : texts }
  return {
    messages: withAttachments([...head, user], places, attached),
    options: schema === undefined ? {} : jsonSchemaOptions(schema),
  }
}
