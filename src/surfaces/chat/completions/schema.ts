import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../../kit/nullable.ts'
import { OpenAiErrorObject } from '../../kit/openai-error.ts'
import { ModelName } from '../model-schema.ts'
import { OWN_FIELDS } from '../own-fields.ts'

/** OpenAI's older request. Additional fields are ignored or forwarded, never refused. */
export const CompletionBody = Type.Object(
  {
    model: { ...ModelName, examples: ['auto'] },
    prompt: Type.Unknown({ description: 'A text, or a list of one' }),
    stream: Type.Optional(nullable(Type.Boolean())),
    stream_options: Type.Optional(
      nullable(Type.Object({ include_usage: Type.Optional(Type.Boolean()) })),
    ),
    max_tokens: Type.Optional(
      Type.Unknown({ description: 'Most tokens of the answer; a whole number' }),
    ),
    echo: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'Whether the text begins with the prompt',
      }),
    ),
    n: Type.Optional(nullable(Type.Literal(1))),
    best_of: Type.Optional(nullable(Type.Literal(1))),
  },
  { $id: 'CompletionRequest' },
)
export type CompletionBody = Static<typeof CompletionBody>

const Usage = Type.Object({
  prompt_tokens: Type.Literal(0),
  completion_tokens: Type.Literal(0),
  total_tokens: Type.Literal(0),
})

const Completion = Type.Object(
  {
    id: Type.String({ examples: ['cmpl-5b0Q7sYw2Lx8'] }),
    object: Type.Literal('text_completion'),
    created: Type.Integer({ description: 'Unix seconds', examples: [1795336200] }),
    model: Type.String({ examples: ['demo/echo'] }),
    choices: Type.Array(
      Type.Object({
        index: Type.Literal(0),
        text: Type.String(),
        logprobs: Type.Null(),
        finish_reason: nullable(Type.String({ examples: ['stop'] })),
      }),
    ),
    usage: Type.Optional(nullable(Usage)),
    ...OWN_FIELDS,
  },
  { $id: 'TextCompletion' },
)

export const completionResponses = {
  responses: {
    200: {
      description:
        'The text. With `stream: true` events of the same form, each with the next piece; the last event is `[DONE]`, and a failure after the headers is an event with `error`',
      schema: Completion,
      events: Type.Union([
        Completion,
        Type.Object({ error: OpenAiErrorObject }, { $id: 'ChatStreamError' }),
      ]),
    },
  },
  errors: [404, 429, 502, 503],
}
