import { wholeCalls } from '../../../../core/engines/call-pieces.ts'
import { reasoningOf } from '../../../../core/engines/text-event.ts'
import type { ChatAnswer } from '../../chat.ts'
import { ownFields, refusalOf } from '../dialect.ts'

/** Model work is metered by the service; Anthropic's counters are always zero here. */
export const USAGE = { input_tokens: 0, output_tokens: 0 }

/**
 * Of thoughts. Anthropic signs them; clients send back only those that have a signature, and Hearth
 * checks none.
 */
export const SIGNATURE = 'hearth'

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
  stop_sequence: 'stop_sequence',
}

export interface StopFacts {
  /** As the engine has it. */
  reason: string
  hasCalls: boolean
  hasRefusal: boolean
}

/** Some servers end an answer with calls by `stop`, which would end the loop of the client. */
export function stopReasonOf({ reason, hasCalls, hasRefusal }: StopFacts): string {
  const known = STOP_REASONS[reason] ?? 'end_turn'
  if (known !== 'end_turn' && known !== 'tool_use') return known
  if (hasCalls) return 'tool_use'
  return hasRefusal ? 'refusal' : 'end_turn'
}

/** A whole answer as Anthropic's message. */
export function message(id: string, answer: ChatAnswer, hasThinking: boolean) {
  const { text, extra, engine, model, finishReason: reason, attachments } = answer
  const thinking = hasThinking ? reasoningOf(extra) : ''
  const refusal = refusalOf(extra)
  const calls = wholeCalls(extra['tool_calls'])
  const said = text + refusal
  const content = [
    ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: SIGNATURE }]),
    ...(said === '' && calls.length > 0 ? [] : [{ type: 'text', text: said }]),
    ...calls.map((call) => ({ type: 'tool_use', ...call })),
  ]
  return {
    id,
    type: 'message' as const,
    role: 'assistant' as const,
    model: `${engine}/${model}`,
    content,
    stop_reason: stopReasonOf({
      reason,
      hasCalls: calls.length > 0,
      hasRefusal: refusal !== '',
    }),
    stop_sequence: null,
    usage: USAGE,
    ...ownFields(attachments),
  }
}
