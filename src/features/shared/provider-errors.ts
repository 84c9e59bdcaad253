import { Type } from '@sinclair/typebox'
import { component } from '../../platform/schemas.ts'

/** What Anthropic's clients read of an error. */
export const AnthropicErrorObject = component('AnthropicErrorObject', {
  type: Type.String({ examples: ['invalid_request_error'] }),
  message: Type.String(),
  details: Type.Optional(Type.Object({ error_code: Type.String() })),
})

/** What OpenAI's clients read of an error. */
export const OpenAiErrorObject = component('OpenAiErrorObject', {
  message: Type.String(),
  type: Type.String({ examples: ['invalid_request_error'] }),
  param: Type.Union([Type.String(), Type.Null()], { description: 'The field that is wrong' }),
  code: Type.String(),
})
