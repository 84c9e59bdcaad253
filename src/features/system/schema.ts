import { Type } from '@sinclair/typebox'
import { ProfileBody } from '../shared/profile-view.ts'
import { AnthropicErrorObject, OpenAiErrorObject } from '../shared/provider-errors.ts'

/** The body of every error. */
export const ErrorAnswer = Type.Object(
  {
    detail: Type.String({ description: 'What is wrong, in words' }),
    code: Type.String({ description: 'What is wrong, as one of a fixed set of words' }),
  },
  { $id: 'Error' },
)

/** The body of a grant that is refused or not approved yet. RFC 6749, 5.2 */
export const GrantErrorAnswer = Type.Object(
  {
    ...ErrorAnswer.properties,
    error: Type.String({ description: 'The code, where OAuth clients look for it' }),
    interval: Type.Optional(
      Type.Integer({ description: 'Seconds between two polls from now on, of slow_down' }),
    ),
  },
  { $id: 'GrantError' },
)

/** The body of every error on the paths of OpenAI's API. */
export const OpenAiErrorAnswer = Type.Object(
  {
    ...ErrorAnswer.properties,
    error: OpenAiErrorObject,
  },
  { $id: 'OpenAiError' },
)

/** The body of every error on the paths of Anthropic's API. */
export const AnthropicErrorAnswer = Type.Object(
  {
    type: Type.Literal('error'),
    error: AnthropicErrorObject,
    ...ErrorAnswer.properties,
  },
  { $id: 'AnthropicError' },
)

/** The body of every error on the paths of Ollama's API. */
export const OllamaErrorAnswer = Type.Object(
  {
    error: Type.String({ description: 'What is wrong, where the clients of Ollama look for it' }),
    ...ErrorAnswer.properties,
  },
  { $id: 'OllamaError' },
)

/** Who a credential belongs to, and what it may do. */
export const AuthCheck = Type.Object(
  {
    ok: Type.Literal(true),
    actor: Type.String({ description: 'Label of the key, or name of the user' }),
    kind: Type.Union([Type.Literal('primary'), Type.Literal('key'), Type.Literal('user')]),
    role: Type.Union([Type.Literal('admin'), Type.Literal('user'), Type.Null()], {
      description: 'Null for a custom key: it has capabilities and no role',
    }),
    capabilities: ProfileBody,
  },
  { $id: 'AuthCheck' },
)

export const Health = Type.Object({ status: Type.Literal('ok') }, { $id: 'Health' })

export const MetricsText = Type.String({ description: 'Prometheus text format' })
