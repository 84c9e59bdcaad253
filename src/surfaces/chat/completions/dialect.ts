import { AppError } from '../../../platform/errors.ts'
import { randomId } from '../../../platform/ids.ts'
import { FORWARDED_FIELDS } from '../chat-completions/forwarded-fields.ts'
import type { Dialect, ReadChat, ReadContext } from '../dialect.ts'
import { MAX_CHAT_BYTES } from '../limits.ts'
import { CompletionWriter, textCompletion } from './completion-writer.ts'
import { CompletionBody } from './schema.ts'

/** Fields that the two requests share by name and not by meaning, and those of chats alone. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'logprobs',
  'top_logprobs',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
])

/** OpenAI's older completions: the prompt is the one message of a chat. */
export const COMPLETIONS: Dialect<typeof CompletionBody> = {
  body: CompletionBody,
  maxBytes: MAX_CHAT_BYTES,
  read,
}

function read(body: CompletionBody, { now }: ReadContext): ReadChat {
  const { model, stream, echo, stream_options: streamOptions } = body
  const prompt = promptOf(body)
  refuseUnsupported(body)
  const options: Record<string, unknown> = {}
  for (const name of Object.keys(FORWARDED_FIELDS)) {
    const value: unknown = Reflect.get(body, name)
    if (value !== undefined && value !== null && !OWN_FIELDS.has(name)) options[name] = value
  }
  const facts = {
    id: randomId('cmpl-'),
    created: Math.floor(now / 1000),
    model,
    prefix: echo === true ? prompt : '',
    includeUsage: streamOptions?.include_usage === true,
  }
  const messages = [{ role: 'user' as const, content: prompt }]
  return {
    input: { model, messages, options, stream: stream === true, surface: 'completions' },
    attached: [],
    whole: (answer) => textCompletion(facts, answer),
    writer: () => new CompletionWriter(facts),
  }
}

function promptOf({ prompt }: CompletionBody): string {
  const given: readonly unknown[] = Array.isArray(prompt) ? prompt : [prompt]
  const [text] = given
  if (given.length === 1 && typeof text === 'string') return text
  const param = 'prompt'
  const message = 'Request body is invalid: prompt must be a text, or a list of one text'
  throw new AppError('invalid', message, { param })
}

/** @throws {AppError} `invalid` for what an answer of a chat cannot have */
function refuseUnsupported(body: CompletionBody): void {
  for (const [param, reason] of [
    ['suffix', 'the models answer chats and fill no gaps'],
    ['logprobs', 'POST /v1/chat/completions has them'],
  ] as const) {
    const value: unknown = Reflect.get(body, param)
    if (value === undefined || value === null || value === '') continue
    throw new AppError('invalid', `Cannot use ${param}: ${reason}`, { param })
  }
}
