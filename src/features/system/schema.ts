import { Type } from '@sinclair/typebox'
import { component, oneOf } from '../../platform/schemas.ts'
import { ProfileBody } from '../shared/profile-view.ts'
import { AnthropicErrorObject, OpenAiErrorObject } from '../shared/provider-errors.ts'
import { RefusalReason } from '../shared/refusal-reason.ts'

const Failure = {
  detail: Type.String({ description: 'What is wrong, in words' }),
  code: Type.String({ description: 'What is wrong, as one of a fixed set of words' }),
}

/** The body of every error. */
export const ErrorAnswer = component('Error', {
  ...Failure,
  reason: Type.Optional(RefusalReason),
})

/** The body of a grant that is refused or not approved yet. RFC 6749, 5.2 */
export const GrantErrorAnswer = component('GrantError', {
  ...Failure,
  error: Type.String({ description: 'The code, where OAuth clients look for it' }),
  interval: Type.Optional(
    Type.Integer({ description: 'Seconds between two polls from now on, of slow_down' }),
  ),
})

/** The body of every error on the paths of OpenAI's API. */
export const OpenAiErrorAnswer = component('OpenAiError', {
  ...Failure,
  error: OpenAiErrorObject,
})

/** The body of every error on the paths of Anthropic's API. */
export const AnthropicErrorAnswer = component('AnthropicError', {
  type: Type.Literal('error'),
  error: AnthropicErrorObject,
  ...Failure,
})

/** The body of every error on the paths of Ollama's API. */
export const OllamaErrorAnswer = component('OllamaError', {
  error: Type.String({ description: 'What is wrong, where the clients of Ollama look for it' }),
  ...Failure,
})

/** Who a credential belongs to, and what it may do. */
export const AuthCheck = component('AuthCheck', {
  ok: Type.Literal(true),
  actor: Type.String({ description: 'Label of the key, or name of the user' }),
  kind: oneOf(['primary', 'key', 'user']),
  role: Type.Union([Type.Literal('admin'), Type.Literal('user'), Type.Null()], {
    description: 'Null for a custom key: it has capabilities and no role',
  }),
  capabilities: ProfileBody,
})

export const Health = component('Health', { status: Type.Literal('ok') })

export const MetricsText = Type.String({ description: 'Prometheus text format' })
