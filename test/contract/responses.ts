import { QUOTA_SECONDS, type VendorProtocol } from '../support/contract-upstream.ts'
import { names } from './names.ts'

const COMPLETED = event('response.completed', {
  response: {
    id: 'resp_1',
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 8,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 18,
    },
  },
})

/** OpenAI's Responses, streamed. */
export const responses: VendorProtocol = {
  isAnswerRequest: (path) => /\/responses(\?|$)/.test(path),
  head: () =>
    event('response.created', { response: { id: 'resp_1' } }) +
    event('response.output_item.added', { output_index: 0, item: message([]) }),
  word: (delta) =>
    event('response.output_text.delta', {
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      delta,
    }),
  tail: (text) =>
    event('response.output_item.done', {
      output_index: 0,
      item: message([{ type: 'output_text', text, annotations: [] }]),
    }) + COMPLETED,
  call(path) {
    const patch = `*** Begin Patch\n*** Add File: ${path}\n+written\n*** End Patch`
    const script = `text(await tools.apply_patch(${JSON.stringify(patch)}))`
    const shell = JSON.stringify({ cmd: `echo written > ${path}` })
    const calls = [
      { type: 'custom_tool_call', name: 'apply_patch', input: patch },
      { type: 'custom_tool_call', name: 'exec', namespace: 'functions', input: script },
      { type: 'function_call', name: 'exec_command', arguments: shell },
    ].map((call, index) =>
      event('response.output_item.done', {
        output_index: index,
        item: { id: `call_${index}`, call_id: `call_${index}`, status: 'completed', ...call },
      }),
    )
    return event('response.created', { response: { id: 'resp_1' } }) + calls.join('') + COMPLETED
  },
  toolNames(question) {
    const { tools, input } = Object(question)
    const added = (Array.isArray(input) ? input : []).filter(
      (item: unknown) => Reflect.get(Object(item), 'type') === 'additional_tools',
    )
    return [tools, ...added.map((item: unknown) => Reflect.get(Object(item), 'tools'))].flatMap(
      names,
    )
  },
  refuse(refusal) {
    switch (refusal) {
      case 'quota':
        return {
          status: 429,
          body: {
            error: {
              type: 'usage_limit_reached',
              message: 'The usage limit has been reached',
              plan_type: 'plus',
              resets_at: Math.floor(Date.now() / 1000) + QUOTA_SECONDS,
            },
          },
        }
      case 'credential':
        return {
          status: 401,
          body: {
            error: {
              type: 'invalid_request_error',
              code: 'invalid_api_key',
              message: 'Incorrect API key provided',
            },
          },
        }
      case 'overload':
        return {
          status: 503,
          body: { error: { type: 'server_error', message: 'The server is overloaded' } },
        }
    }
  },
}

function message(content: readonly object[]): object {
  return { id: 'msg_1', type: 'message', role: 'assistant', content }
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}
