import { type Static, Type } from '@sinclair/typebox'
import { MAX_MODEL_NAME_CHARACTERS } from '../../core/engines/model-aliases.ts'
import { MAX_TOOL_NAME_CHARACTERS } from '../../core/tools/tool.ts'
import { closedObject, component, oneOf } from '../../platform/schemas.ts'
import { nullable, Time } from '../shared/fields.ts'

/** Body of an assistant. @limit assistant-body KiB */
export const MAX_ASSISTANT_BYTES = 256 * 1024
/** @limit assistant-name characters */
export const MAX_NAME_CHARACTERS = 60
/** @limit assistant-instructions characters */
export const MAX_INSTRUCTION_CHARACTERS = 20_000
/** Characters of a picture as a `data:` address. @limit assistant-picture characters */
export const MAX_PICTURE_CHARACTERS = 24_000
/** Tools of one assistant; there are fewer. */
const MAX_TOOLS = 40
/** An emoji may be many code units, as a family is. */
const MAX_EMOJI_CHARACTERS = 32

const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_CHARACTERS, pattern: '\\S' })
const Slug = Type.String({
  pattern: '^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$',
  description: 'The model is called `assistant/` with this; by default made of the name',
  examples: ['recipes'],
})
const Picture = Type.String({
  maxLength: MAX_PICTURE_CHARACTERS,
  pattern: `^(?:data:image/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*|[^\\u0000-\\u007f][^\\u0000-\\u001f<>]{0,${MAX_EMOJI_CHARACTERS - 1}})$`,
  description: 'An emoji, or a small PNG, JPEG or WebP as a data: address',
  examples: ['🍲'],
  'x-expected': 'an emoji, or a small picture as data:image/png;base64,…',
})
const Parameters = closedObject(
  {
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    reasoning_effort: Type.Optional(oneOf(['low', 'medium', 'high'])),
  },
  {
    description:
      'As in a chat request, which may replace them; what is absent is left to the model',
  },
)
const Tools = Type.Array(Type.String({ minLength: 1, maxLength: MAX_TOOL_NAME_CHARACTERS }), {
  maxItems: MAX_TOOLS,
  uniqueItems: true,
  description: 'Tools that the model may call, by name; what the caller may not call is left out',
})
const MODEL = {
  minLength: 1,
  maxLength: MAX_MODEL_NAME_CHARACTERS,
  // One that is an assistant would have to be found again and again.
  pattern: '^(?!assistant/)',
  'x-expected': 'a model that is no assistant',
}

export const AssistantBody = closedObject({
  name: Name,
  slug: Type.Optional(Slug),
  picture: Type.Optional(nullable(Picture)),
  instructions: Type.String({
    maxLength: MAX_INSTRUCTION_CHARACTERS,
    description: 'What the model is told before each conversation',
  }),
  model: Type.Optional(
    nullable(
      Type.String({ ...MODEL, description: 'Null for the one chosen in the chat, or auto' }),
    ),
  ),
  parameters: Type.Optional(Parameters),
  tools: Type.Optional(Tools),
})
export type AssistantBody = Static<typeof AssistantBody>

export const NewAssistantBody = closedObject({
  ...AssistantBody.properties,
  shared: Type.Optional(
    Type.Boolean({
      description: 'Whether all may use it; for admins. By default it is your own',
    }),
  ),
})

export const AssistantParams = Type.Object({ id: Type.String({ pattern: '^ast_[\\w-]{1,60}$' }) })

export const Assistant = component('Assistant', {
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  model_name: Type.String({
    description: 'As a request names it in model',
    examples: ['assistant/recipes'],
  }),
  picture: nullable(Type.String()),
  instructions: Type.String(),
  model: nullable(Type.String()),
  parameters: Parameters,
  tools: Type.Array(Type.String()),
  shared: Type.Boolean({ description: 'Whether all may use it' }),
  can_change: Type.Boolean(),
  created_at: Time,
  updated_at: Time,
})

export const AssistantList = component('AssistantList', {
  items: Type.Array(Assistant),
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      description: Type.String(),
      asks: Type.Boolean({ description: 'Whether a chat asks before each call' }),
    }),
    { description: 'What the caller may give an assistant' },
  ),
})
