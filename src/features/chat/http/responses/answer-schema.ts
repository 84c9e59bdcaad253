import { type TSchema, Type } from '@sinclair/typebox'
import { AttachmentReport } from '../../../../core/attachments/attachment.ts'
import type { Runs } from '../../../../core/tasks/runs.ts'
import { AppError } from '../../../../platform/errors.ts'
import { component } from '../../../../platform/schemas.ts'
import { nullable } from '../../../shared/fields.ts'
import type { StoredResponse, StoredResponses } from '../../responses/stored-responses.ts'
import { inputItemId } from './item-ids.ts'
import { refuseAt } from './schema.ts'

const MAX_ID_CHARACTERS = 200

export interface StoredServices {
  responses: StoredResponses
  runs: Runs
}

/** A kept response as it is now. @throws {AppError} `not_found` */
export function storedResponse({ responses, runs }: StoredServices, owner: string, id: string) {
  const kept = responses.find(owner, id)
  if (kept === undefined) throw notFound(id)
  const { response, state } = kept
  if (state === 'ended') return response
  const active = state === 'active' ? runs.durable(id) : undefined
  if (active !== undefined)
    return {
      ...response,
      status: active.run?.startedAt === undefined ? 'queued' : 'in_progress',
    }
  const message =
    state === 'active'
      ? 'The end of the answer could not be kept'
      : 'The service was stopped before the answer was whole'
  return { ...response, status: 'failed', error: { code: 'server_error', message } }
}

/** Ends an answer in the background. @throws {AppError} `not_found`, `invalid` */
export async function cancelResponse(services: StoredServices, owner: string, id: string) {
  const before = storedResponse(services, owner, id)
  if (Reflect.get(before, 'background') !== true)
    throw new AppError('invalid', 'Cannot cancel this response: it is not in the background')
  await services.runs.durable(id)?.cancel()
  return storedResponse(services, owner, id)
}

/** @throws {AppError} `not_found` */
export async function deleteResponse(
  { responses, runs }: StoredServices,
  owner: string,
  id: string,
) {
  if (responses.find(owner, id) === undefined) throw notFound(id)
  await runs.durable(id)?.cancel()
  responses.delete(owner, id)
  return { id, object: 'response' as const, deleted: true as const }
}

interface ItemsQuery {
  limit?: number | undefined
  order?: 'asc' | 'desc' | undefined
  after?: string | undefined
}

const DEFAULT_ITEMS = 20

/**
 * What was asked for a kept response, without what it continues.
 *
 * @throws {AppError} `not_found`; `invalid` for an unknown `after`
 */
export function inputItemList(
  services: StoredServices,
  owner: string,
  id: string,
  { limit = DEFAULT_ITEMS, order = 'desc', after }: ItemsQuery,
) {
  const kept = services.responses.find(owner, id)
  if (kept === undefined) throw notFound(id)
  const all = itemsOf(kept)
  const items = order === 'asc' ? all : all.reverse()
  const start = after === undefined ? 0 : items.findIndex((item) => item.id === after) + 1
  if (after !== undefined && start === 0) refuseAt('after', 'there is no such item')
  const data = items.slice(start, start + limit)
  return {
    object: 'list' as const,
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: start + limit < items.length,
  }
}

function itemsOf({ id, input = [] }: StoredResponse): { id: string }[] {
  return input.map((item, index) => {
    const own: unknown = Reflect.get(Object(item), 'id')
    const type: unknown = Reflect.get(Object(item), 'type')
    return {
      ...Object(item),
      type: type ?? 'message',
      id: typeof own === 'string' ? own : inputItemId(id, index),
    }
  })
}

function notFound(id: string): AppError {
  return new AppError(
    'not_found',
    `Response with id '${id.slice(0, MAX_ID_CHARACTERS)}' not found.`,
  )
}

const Status = Type.Union(
  (['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'] as const).map(
    (status) => Type.Literal(status),
  ),
)
const Item = Type.Object(
  {
    type: Type.String({ examples: ['message'] }),
    id: Type.String({ examples: ['msg_5b0Q7sYw2Lx8_0'] }),
  },
  {
    $id: 'ResponseItem',
    additionalProperties: true,
    description:
      'As OpenAI has it: a `message`, the `reasoning` of a model that shows it, a `function_call` or a `custom_tool_call`',
  },
)
const Fields = (description: string) => Type.Object({}, { additionalProperties: true, description })
const Count = Type.Literal(0)

const Usage = component(
  'ResponseUsage',
  {
    input_tokens: Count,
    input_tokens_details: Type.Object({ cached_tokens: Count, cache_write_tokens: Count }),
    output_tokens: Count,
    output_tokens_details: Type.Object({ reasoning_tokens: Count }),
    total_tokens: Count,
  },
  { description: 'Always zero: usage is counted in credits' },
)

const ResponseView = component('ModelResponse', {
  id: Type.String({ examples: ['resp_5b0Q7sYw2Lx8'] }),
  object: Type.Literal('response'),
  created_at: Type.Integer({ description: 'Unix seconds', examples: [1795336200] }),
  completed_at: nullable(Type.Integer({ description: 'Unix seconds' })),
  status: Status,
  background: Type.Boolean(),
  error: nullable(component('ResponseFailure', { code: Type.String(), message: Type.String() })),
  incomplete_details: nullable(
    Type.Object({ reason: Type.String({ examples: ['max_output_tokens'] }) }),
  ),
  instructions: nullable(Type.String()),
  max_output_tokens: nullable(Type.Integer()),
  metadata: Fields('As it was sent'),
  model: Type.String({
    description: 'The engine and the model that have answered',
    examples: ['demo/echo'],
  }),
  output: Type.Array(Item),
  parallel_tool_calls: Type.Boolean(),
  previous_response_id: nullable(Type.String()),
  reasoning: Type.Object({
    effort: nullable(Type.String()),
    summary: nullable(Type.String()),
  }),
  store: Type.Boolean({ description: 'Whether it is kept' }),
  temperature: Type.Number({ description: 'As it was sent, or OpenAI’s default, 1' }),
  text: Type.Object({
    format: Fields('As it was sent'),
    verbosity: Type.Optional(Type.String()),
  }),
  tool_choice: Type.Unknown({ description: 'As it was sent, or `auto`' }),
  tools: Type.Array(Fields('As it was sent')),
  top_logprobs: Type.Integer(),
  top_p: Type.Number({ description: 'As it was sent, or OpenAI’s default, 1' }),
  presence_penalty: Type.Number(),
  frequency_penalty: Type.Number(),
  truncation: Type.Literal('disabled'),
  max_tool_calls: nullable(Type.Integer()),
  service_tier: Type.Literal('default'),
  safety_identifier: nullable(Type.String()),
  prompt_cache_key: nullable(Type.String()),
  user: nullable(Type.String()),
  usage: Usage,
  hearth: Type.Optional(
    component(
      'ResponseOwnFields',
      { attachments: Type.Array(AttachmentReport) },
      { description: 'What was read of each attachment, where there are any' },
    ),
  ),
})

const optional = (schema: TSchema) => Type.Optional(schema)
const Event = component(
  'ResponseEvent',
  {
    type: Type.String({ examples: ['response.output_text.delta'] }),
    sequence_number: Type.Integer({ minimum: 0 }),
    response: optional(ResponseView),
    item: optional(Item),
    item_id: optional(Type.String()),
    output_index: optional(Type.Integer()),
    content_index: optional(Type.Integer()),
    summary_index: optional(Type.Integer()),
    part: optional(Fields('Of a message, or of thoughts')),
    delta: optional(Type.String()),
    text: optional(Type.String()),
    refusal: optional(Type.String()),
    name: optional(Type.String()),
    arguments: optional(Type.String()),
    input: optional(Type.String()),
    logprobs: optional(Type.Array(Type.Unknown())),
  },
  { description: 'One of OpenAI’s events; `type` says which' },
)

/** The documented answers of the paths that make a response. */
export const responsesAnswers = {
  responses: {
    200: {
      description:
        'The answer. With `stream: true` events in OpenAI’s order, and `[DONE]` behind the last. While it waits, `response.in_progress` comes again. A failure after the headers is `response.failed`',
      schema: ResponseView,
      events: Event,
    },
  },
  errors: [404, 429, 502, 503],
}

export const StoredAnswer = { description: 'The response', schema: ResponseView }

export const DeletedResponse = component('DeletedResponse', {
  id: Type.String(),
  object: Type.Literal('response'),
  deleted: Type.Literal(true),
})

export const InputItems = component('ResponseInputItems', {
  object: Type.Literal('list'),
  data: Type.Array(Item),
  first_id: nullable(Type.String()),
  last_id: nullable(Type.String()),
  has_more: Type.Boolean(),
})

export const InputTokenCount = component('ResponseInputTokens', {
  object: Type.Literal('response.input_tokens'),
  input_tokens: Type.Integer({ minimum: 0, examples: [14] }),
})
