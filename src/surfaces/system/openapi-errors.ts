import type { RouteFacts } from '../../http/server/route-facts.ts'
import { ErrorAnswer, OpenAiErrorAnswer } from './schema.ts'

interface OperationFacts extends RouteFacts {
  guarded: boolean
  params: boolean
  query: boolean
  body: boolean
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read, or is refused as it is',
  401: 'No valid credential',
  403: 'The credential does not allow this',
  404: 'There is none',
  408: 'The body did not arrive in time',
  409: 'Conflicts with what is there',
  410: 'It is gone',
  413: 'The body is too large',
  415: 'The body has another media type',
  422: 'A field does not match; the detail names it',
  429: 'Too many requests; Retry-After says when to ask again',
  500: 'A fault of the service',
  502: 'An engine or provider failed',
  503: 'Not now; Retry-After says when to ask again',
  507: 'The storage is full',
}

/** The error responses of a route, by status. */
export function errorResponses({ errorShape = 'json', ...facts }: OperationFacts): object {
  const schema = errorShape === 'openai' ? OpenAiErrorAnswer : ErrorAnswer
  const content = {
    'application/json': { schema },
    ...(errorShape === 'page' ? { 'text/html': { schema: { type: 'string' } } } : {}),
  }
  return Object.fromEntries(
    statusesOf(facts).map((status) => [
      status,
      { description: DESCRIPTIONS[status] ?? 'An error', content },
    ]),
  )
}

function statusesOf({
  guarded,
  params,
  query,
  body,
  rateLimited = false,
  sensitive = false,
  errors = [],
}: Omit<OperationFacts, 'errorShape'>): readonly number[] {
  return [
    ...(sensitive ? [400] : []),
    ...(guarded ? [401, 403] : []),
    ...(params ? [404] : []),
    ...(query ? [422] : []),
    ...(body ? [400, 408, 413, 415, 422] : []),
    ...(rateLimited ? [429] : []),
    500,
    ...errors,
  ]
}
