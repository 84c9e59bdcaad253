import { Type } from '@sinclair/typebox'

/** What Anthropic's clients read of an error. */
export const AnthropicErrorObject = Type.Object(
  {
    type: Type.String({ examples: ['invalid_request_error'] }),
    message: Type.String(),
    details: Type.Optional(Type.Object({ error_code: Type.String() })),
  },
  { $id: 'AnthropicErrorObject' },
)

/** What OpenAI's clients read of an error. */
export const OpenAiErrorObject = Type.Object(
  {
    message: Type.String(),
    type: Type.String({ examples: ['invalid_request_error'] }),
    param: Type.Union([Type.String(), Type.Null()], { description: 'The field that is wrong' }),
    code: Type.String(),
  },
  { $id: 'OpenAiErrorObject' },
)
