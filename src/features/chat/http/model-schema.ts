import { Type } from '@sinclair/typebox'
import { AttachmentReport } from '../../../core/attachments/attachment.ts'
import { MAX_MODEL_NAME_CHARACTERS } from '../../../core/engines/model-aliases.ts'
import { component, oneOf } from '../../../platform/schemas.ts'
import { nullable } from '../../shared/fields.ts'

/** One model as OpenAI and Anthropic describe it, with what is known of it. */
export const Model = component('Model', {
  id: Type.String({ description: 'As a request names it in model' }),
  object: Type.Literal('model'),
  created: Type.Integer({ description: 'When the list was made, seconds since 1970' }),
  type: Type.Literal('model'),
  display_name: Type.String({
    description: 'For people: the model and the label of its engine; an alias is itself',
    examples: ['qwen3 (llama.cpp)'],
  }),
  created_at: Type.String({
    description: 'The same time in RFC 3339',
    examples: ['2026-11-22T08:00:00.000Z'],
  }),
  owned_by: Type.String({ description: 'Id of its engine; hearth for auto and assistants' }),
  context_length: nullable(
    Type.Integer({
      description: 'Tokens that prompt and answer may have together; null when it is unknown',
    }),
  ),
  capabilities: Type.Array(
    oneOf(['completion', 'vision', 'tools', 'speech', 'transcription', 'embedding', 'rerank']),
    {
      description:
        'What the model is known to do: completion answers chats, vision reads images, tools calls functions, speech speaks texts, transcription writes recordings down, embedding turns texts into vectors, rerank ranks documents. Whether it knows images and tools may be unknown, and is then not refused',
    },
  ),
  available: Type.Boolean({
    description:
      'False while it is known that it cannot answer: its server is not reached, or all its accounts are out of quota, signed out or switched off',
  }),
})

/** The name of a model in a request. */
export const ModelName = Type.String({ minLength: 1, maxLength: MAX_MODEL_NAME_CHARACTERS })

/** The same, as a request for an answer describes it. */
export const RequestedModel = {
  ...ModelName,
  description:
    '`auto`, an engine, `engine/model`, an alias, or `assistant/NAME`; the list of models has them',
  examples: ['auto'],
}

export const ModelParams = Type.Object({ model: ModelName })

export const ModelList = component('ModelList', {
  object: Type.Literal('list'),
  data: Type.Array(Model),
  has_more: Type.Literal(false, { description: 'The list is always whole' }),
  first_id: nullable(Type.String()),
  last_id: nullable(Type.String()),
})

/** A field of its own name, which clients of every dialect pass over. */
export const OWN_FIELDS = {
  hearth: Type.Optional(
    component(
      'ChatOwnFields',
      { attachments: Type.Array(AttachmentReport) },
      { description: 'What was read of each attachment, where there are any' },
    ),
  ),
}
