import { Type } from '@sinclair/typebox'
import { ProfileBody } from '../kit/profile-view.ts'

/** The body of every error. */
export const ErrorAnswer = Type.Object(
  {
    detail: Type.String({ description: 'What is wrong, in words' }),
    code: Type.String({ description: 'What is wrong, as one of a fixed set of words' }),
    error: Type.Optional(Type.String({ description: 'The code, where OAuth clients look for it' })),
    interval: Type.Optional(
      Type.Integer({ description: 'Seconds between two polls from now on, of slow_down' }),
    ),
  },
  { $id: 'Error' },
)

/** The body of every error on the paths of OpenAI's API. */
export const OpenAiErrorAnswer = Type.Object(
  {
    detail: Type.String(),
    code: Type.String(),
    error: Type.Object(
      {
        message: Type.String(),
        type: Type.String(),
        param: Type.Union([Type.String(), Type.Null()]),
        code: Type.String(),
      },
      { $id: 'OpenAiErrorObject' },
    ),
  },
  { $id: 'OpenAiError' },
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
