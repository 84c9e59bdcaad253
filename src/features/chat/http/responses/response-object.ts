import type { Response, ResponseUsage } from 'openai/resources/responses/responses'
import type { AttachmentReport } from '../../../../core/attachments/attachment.ts'
import type { ResponsesBody } from './schema.ts'

type Status = NonNullable<Response['status']>

/** Why an answer has failed. Its code is one that clients know, where there is one. */
export interface ResponseFailure {
  code: string
  message: string
}

/** What changes while a response is written. */
export interface ResponseState {
  status: Status
  /** Of the model that answers; before it is known, of the one that was asked for. */
  model: string
  output: Response['output']
  incomplete_details?: Response['incomplete_details']
  error?: ResponseFailure
  /** Unix seconds; null before the end. */
  completed_at?: number | null
  /** Whether it is kept. */
  store: boolean
  attachments?: readonly AttachmentReport[] | undefined
}

/** Model work is metered by the service; OpenAI's counters are always zero here. */
const USAGE: ResponseUsage = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
}

/** What a response says of its request; the same from its start to its end. */
export interface ResponseHead {
  id: string
  /** Unix seconds. */
  createdAt: number
  body: ResponsesBody
}

export type ResponseObject = ReturnType<typeof responseObject>

/**
 * An answer as OpenAI's `response`. Its field `output_text` is missing: where it is there, OpenAI's
 * client does not make its own.
 */
export function responseObject({ id, createdAt, body }: ResponseHead, state: ResponseState) {
  const { attachments, status } = state
  return {
    id,
    object: 'response' as const,
    created_at: createdAt,
    completed_at: state.completed_at ?? null,
    status,
    background: body.background === true,
    error: state.error ?? null,
    incomplete_details: state.incomplete_details ?? null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    model: state.model,
    output: state.output,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: {
      effort: body.reasoning?.effort ?? null,
      summary: body.reasoning?.summary ?? null,
    },
    store: state.store,
    temperature: body.temperature ?? 1,
    text: {
      format: formatOf(body),
      ...(body.text?.verbosity == null ? {} : { verbosity: body.text.verbosity }),
    },
    tool_choice: body.tool_choice ?? 'auto',
    tools: (body.tools ?? []).map(toolOf),
    top_logprobs: body.top_logprobs ?? 0,
    top_p: body.top_p ?? 1,
    presence_penalty: body.presence_penalty ?? 0,
    frequency_penalty: body.frequency_penalty ?? 0,
    truncation: 'disabled' as const,
    max_tool_calls: body.max_tool_calls ?? null,
    service_tier: 'default' as const,
    safety_identifier: body.safety_identifier ?? null,
    prompt_cache_key: body.prompt_cache_key ?? null,
    user: body.user ?? null,
    usage: USAGE,
    // A field of its own name, which OpenAI's clients pass over.
    ...(attachments === undefined ? {} : { hearth: { attachments } }),
  }
}

/** The form of the text with each field that OpenAI's has. */
function formatOf({ text }: ResponsesBody) {
  const format = text?.format ?? { type: 'text' }
  if (format.type !== 'json_schema') return format
  return { description: null, ...format, strict: Reflect.get(format, 'strict') === true }
}

/** A tool as it was sent; a function with each field that OpenAI's has, null where it was not sent. */
function toolOf(tool: { type: string }) {
  if (tool.type !== 'function') return tool
  return { description: null, parameters: null, strict: null, ...tool }
}
