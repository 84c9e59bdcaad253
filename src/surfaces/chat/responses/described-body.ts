import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { BodyExample } from '../../kit/openapi.ts'
import { ResponsesBody, TokenCountBody } from './schema.ts'

const SENT_BACK = 'Sent back with the response'

/** What callers are told of the fields. */
const WORDS: Readonly<Record<keyof typeof ResponsesBody.properties, string>> = {
  model: '`auto`, an engine, or `engine/model`; the list of models has them',
  input:
    'A text, or items: messages of text, images and files, calls of functions and their outputs, `item_reference` to an item of a kept answer',
  instructions: 'Come before all messages; those of an earlier response do not hold for this one',
  stream: 'Whether the answer comes in pieces, while it is written',
  store: 'Whether the answer is kept, so that it can be continued and fetched; by default it is',
  background: 'Whether to answer at once, and to go on without the client; GET gives the answer',
  previous_response_id: 'A kept response that this one continues',
  include: '`message.output_text.logprobs` for the probabilities of tokens; others are ignored',
  tools:
    'Functions, namespaces of functions and custom tools. Those that run on OpenAI’s servers are left out',
  tool_choice: '`auto`, `none`, `required`, a function, or allowed tools',
  parallel_tool_calls: 'Whether one answer may hold several calls',
  text: '`format`: text, any JSON object, or JSON that matches a schema; `verbosity`',
  reasoning: '`effort`: how long the model thinks',
  max_output_tokens: 'Most tokens of the answer',
  temperature: 'From 0 to 2; lower is more predictable',
  top_p: 'From 0 to 1; only the likeliest tokens of this share',
  presence_penalty: 'From -2 to 2; above 0 for new subjects',
  frequency_penalty: 'From -2 to 2; above 0 against repetition',
  top_logprobs: 'Likeliest tokens told at each place',
  metadata: SENT_BACK,
  max_tool_calls: `${SENT_BACK}: it bounds tools that run on OpenAI’s servers`,
  service_tier: 'Ignored: there is one, `default`',
  safety_identifier: SENT_BACK,
  prompt_cache_key: SENT_BACK,
  user: SENT_BACK,
}

function describedBody($id: string, body: TObject = ResponsesBody) {
  const properties = Object.entries(body.properties).map(([name, schema]): [string, TSchema] => [
    name,
    { ...schema, description: Reflect.get(WORDS, name) },
  ])
  return Type.Object(Object.fromEntries(properties), { $id })
}

export const DescribedResponsesBody = describedBody('ResponsesRequest')
export const DescribedCodeResponsesBody = describedBody('CodeResponsesRequest')

export const DescribedTokenCountBody = describedBody('ResponsesTokenCountRequest', TokenCountBody)

const HELLO = { model: 'auto', input: 'Why is the sky blue?' }

export const CODE_RESPONSES_EXAMPLES: Readonly<Record<string, BodyExample>> = {
  whole: { summary: 'A whole answer', value: HELLO },
  streamed: { summary: 'An answer in pieces', value: { ...HELLO, stream: true } },
}

export const RESPONSES_EXAMPLES: Readonly<Record<string, BodyExample>> = {
  ...CODE_RESPONSES_EXAMPLES,
  options: {
    summary: 'With instructions, and kept by nobody',
    value: { ...HELLO, instructions: 'Answer in one sentence.', store: false },
  },
}

export const COUNT_EXAMPLES: Readonly<Record<string, BodyExample>> = {
  count: { summary: 'A question', value: HELLO },
}
