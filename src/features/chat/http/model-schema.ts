import { Type } from '@sinclair/typebox'
import { MAX_MODEL_NAME_CHARACTERS } from '../../../core/engines/name-pattern.ts'
import { nullable } from '../../shared/fields.ts'

/** One model as OpenAI and Anthropic describe it, with what is known of it. */
export const Model = Type.Object(
  {
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
      Type.Union([
        Type.Literal('completion'),
        Type.Literal('vision'),
        Type.Literal('tools'),
        Type.Literal('speech'),
        Type.Literal('transcription'),
        Type.Literal('embedding'),
        Type.Literal('rerank'),
      ]),
      {
        description:
          'What the model is known to do: completion answers chats, vision reads images, tools calls functions, speech speaks texts, transcription writes recordings down, embedding turns texts into vectors, rerank ranks documents. Whether it knows images and tools may be unknown, and is then not refused',
      },
    ),
    available: Type.Boolean({
      description:
        'False while it is known that it cannot answer: its server is not reached, or all its accounts are out of quota, signed out or switched off',
    }),
  },
  { $id: 'Model' },
)

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

export const ModelList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Model),
    has_more: Type.Literal(false, { description: 'The list is always whole' }),
    first_id: nullable(Type.String()),
    last_id: nullable(Type.String()),
  },
  { $id: 'ModelList' },
)
