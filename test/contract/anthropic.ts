import { QUOTA_SECONDS, type VendorProtocol } from '../support/contract-upstream.ts'
import { names } from './names.ts'

const START = event('message_start', {
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-8',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  },
})

/** Anthropic's Messages, streamed. */
export const anthropic: VendorProtocol = {
  isAnswerRequest: (path) => /^\/v1\/messages(\?|$)/.test(path),
  head: () =>
    START + event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  word: (text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  tail: () => event('content_block_stop', { index: 0 }) + end('end_turn'),
  call(path) {
    const calls = [
      ['Write', { file_path: path, content: 'written' }],
      ['Bash', { command: `echo written > ${path}`, description: 'Writes' }],
    ].map(
      ([name, input], index) =>
        event('content_block_start', {
          index,
          content_block: { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
        }) +
        event('content_block_delta', {
          index,
          delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
        }) +
        event('content_block_stop', { index }),
    )
    return START + calls.join('') + end('tool_use')
  },
  toolNames: (question) => names(Reflect.get(Object(question), 'tools')),
  refuse(refusal) {
    switch (refusal) {
      case 'quota': {
        const reset = String(Math.floor(Date.now() / 1000) + QUOTA_SECONDS)
        return {
          status: 429,
          // The headers of a subscription's answers, from which the tool reads its limits.
          headers: {
            'anthropic-ratelimit-unified-status': 'rejected',
            'anthropic-ratelimit-unified-reset': reset,
            'anthropic-ratelimit-unified-representative-claim': 'five_hour',
            'anthropic-ratelimit-unified-5h-status': 'rejected',
            'anthropic-ratelimit-unified-5h-reset': reset,
            'anthropic-ratelimit-unified-5h-utilization': '1',
          },
          body: failure('rate_limit_error', "This request would exceed your account's rate limit."),
        }
      }
      case 'credential':
        return { status: 401, body: failure('authentication_error', 'invalid x-api-key') }
      case 'overload':
        return { status: 529, body: failure('overloaded_error', 'Overloaded') }
    }
  },
}

function end(reason: string): string {
  const delta = { stop_reason: reason, stop_sequence: null }
  return event('message_delta', { delta, usage: { output_tokens: 8 } }) + event('message_stop', {})
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}

function failure(type: string, message: string): object {
  return { type: 'error', error: { type, message } }
}
