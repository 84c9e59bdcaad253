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
