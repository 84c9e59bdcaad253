import { Type } from '@sinclair/typebox'

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

/** The same where OpenAI's clients call. */
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
