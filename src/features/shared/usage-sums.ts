import { type Static, Type } from '@sinclair/typebox'
import { usdOf } from '../../core/usage/prices.ts'
import type { UsageSums } from '../../core/usage/usage.ts'

export const Sums = Type.Object({
  calls: Type.Integer({
    description: 'Work with a price that succeeded; work without one, such as a chat, is no call',
  }),
  failures: Type.Integer({
    description: 'Work that failed, with or without a price; it costs no credits',
  }),
  credits: Type.Integer(),
  model_calls: Type.Integer({
    description: 'Calls of models, whatever came of them; one request may make several',
  }),
  queue_ms: Type.Integer(),
  total_ms: Type.Integer(),
  characters_in: Type.Integer(),
  characters_out: Type.Integer(),
  usd: Type.Number(),
})
export type SumsView = Static<typeof Sums>

export function sumsView(sums: UsageSums): SumsView {
  return {
    calls: sums.calls,
    failures: sums.failures,
    credits: sums.credits,
    model_calls: sums.modelCalls,
    queue_ms: sums.queueMs,
    total_ms: sums.totalMs,
    characters_in: sums.charactersIn,
    characters_out: sums.charactersOut,
    usd: usdOf(sums.credits),
  }
}
