import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../../platform/check.ts'

const Token = Type.Object({
  token: Type.String(),
  logprob: Type.Number(),
  bytes: Type.Optional(Type.Union([Type.Array(Type.Number()), Type.Null()])),
})

/** As chat completions has them. */
const ChatLogprobs = Type.Object({
  content: Type.Array(
    Type.Intersect([
      Token,
      Type.Object({ top_logprobs: Type.Optional(Type.Union([Type.Array(Token), Type.Null()])) }),
    ]),
  ),
})

interface Logprob extends TokenLogprob {
  top_logprobs: TokenLogprob[]
}

interface TokenLogprob {
  token: string
  bytes: number[]
  logprob: number
}

/** Probabilities of tokens in the form of the Responses API; none where the engine has another form. */
export function logprobsOf(logprobs: unknown): Logprob[] {
  if (logprobs === undefined || logprobs === null || !matches(ChatLogprobs, logprobs)) return []
  return logprobs.content.map((one) => ({
    ...tokenOf(one),
    top_logprobs: (one.top_logprobs ?? []).map(tokenOf),
  }))
}

function tokenOf({ token, logprob, bytes }: Static<typeof Token>): TokenLogprob {
  return { token, bytes: bytes ?? [...Buffer.from(token)], logprob }
}
