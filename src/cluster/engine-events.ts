import { type Static, Type } from '@sinclair/typebox'
import { EngineFailure } from '../engines/contract/failure.ts'
import type { EngineEvent } from '../engines/contract/text.ts'
import { matches } from '../platform/check.ts'
import type { CallResult } from './contract.ts'

const WireEvent = Type.Union([
  Type.Object({
    type: Type.Literal('text'),
    text: Type.String(),
    logprobs: Type.Optional(Type.Unknown()),
  }),
  Type.Object({
    type: Type.Literal('delta'),
    delta: Type.Record(Type.String(), Type.Unknown()),
    logprobs: Type.Optional(Type.Unknown()),
  }),
  Type.Object({ type: Type.Literal('finish'), reason: Type.String() }),
])
const WireEvents = Type.Array(WireEvent)

/**
 * The events of a call for text, each checked.
 *
 * @throws {EngineFailure} `unknown` for what is no event; what the call throws
 */
export async function* engineEvents(
  call: AsyncGenerator<readonly unknown[], CallResult>,
): AsyncGenerator<readonly EngineEvent[]> {
  for await (const batch of call) yield checked(batch)
}

function checked(batch: unknown): readonly Static<typeof WireEvent>[] {
  if (matches(WireEvents, batch)) return batch
  throw new EngineFailure('unknown', 'A worker node has sent what is no event of an answer')
}
