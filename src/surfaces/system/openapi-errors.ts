import type { TSchema } from '@sinclair/typebox'
import { as400, codesOf, errorBody, type HttpErrorCode } from '../../http/reply/error-body.ts'
import type { ErrorShape, RouteFacts } from '../../http/server/route-facts.ts'
import type { Components } from './openapi-components.ts'
import {
  AnthropicErrorAnswer,
  ErrorAnswer,
  GrantErrorAnswer,
  OllamaErrorAnswer,
  OpenAiErrorAnswer,
} from './schema.ts'

interface OperationFacts extends RouteFacts {
  guarded: boolean
  params: boolean
  query: boolean
  body: boolean
  /** Whether it may write to the database beside its caller's uses. */
  writes: boolean
}

interface StatusWords {
  /** Name of the response in the document. */
  name: string
  description: string
  /** An example of its `detail`, and the code beside it. */
  example: string
  code: HttpErrorCode
}

const STATUSES: Readonly<Record<number, StatusWords>> = {
  400: {
    name: 'BadRequest',
    description: 'The request cannot be read, or is refused as it is',
    example: 'Request body is not JSON',
    code: 'malformed',
  },
  401: {
    name: 'Unauthorized',
    description: 'No valid credential',
    example: 'Invalid or missing API key',
    code: 'unauthorized',
  },
  403: {
    name: 'Forbidden',
    description: 'The credential does not allow this',
    example: 'This key lacks the capability: generate',
    code: 'capability_denied',
  },
  404: {
    name: 'NotFound',
    description: 'There is none',
    example: 'There is no such path',
    code: 'not_found',
  },
  408: {
    name: 'RequestTimeout',
    description: 'The body did not arrive in time',
    example: 'The request body did not arrive in time',
    code: 'request_timeout',
  },
  409: {
    name: 'Conflict',
    description: 'Conflicts with what is there',
    example: 'This name is taken',
    code: 'conflict',
  },
  410: {
    name: 'Gone',
    description: 'It is gone',
    example: 'The job has expired',
    code: 'job_expired',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The request is of another version of tus',
    example: 'Expected the header Tus-Resumable: 1.0.0',
    code: 'precondition_failed',
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is too large',
    example: 'Request body is larger than 524288 bytes',
    code: 'too_large',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body has another media type',
    example: 'Expected the media type application/json',
    code: 'unsupported_media_type',
  },
  416: {
    name: 'RangeNotSatisfiable',
    description: 'No byte of the file is in the range',
    example: 'Cannot send that range: the size is 1024 bytes',
    code: 'range_not_satisfiable',
  },
  421: {
    name: 'MisdirectedRequest',
    description: 'The Host header names another server',
    example: 'This server does not answer for this host',
    code: 'misdirected',
  },
  422: {
    name: 'UnprocessableContent',
    description: 'A field does not match; the detail names it',
    example: 'Request body is invalid: prompt is missing: it must be a string',
    code: 'invalid',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests; Retry-After says when to ask again',
    example: 'Try again in 5 seconds: 2 of your requests are already running or waiting',
    code: 'busy',
  },
  460: {
    name: 'ChecksumMismatch',
    description: 'The bytes that came have another checksum',
    example: 'The bytes that came do not have the given sha1 checksum: send the piece again',
    code: 'checksum_mismatch',
  },
  500: {
    name: 'InternalServerError',
    description: 'A fault of the service',
    example: 'Internal server error',
    code: 'internal',
  },
  502: {
    name: 'BadGateway',
    description: 'An engine, a provider or the server of a download failed',
    example: 'The engine failed',
    code: 'engine_failed',
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'Not now; Retry-After, where it is sent, says when to ask again',
    example: 'No engine could answer: try again later',
    code: 'no_engine',
  },
  504: {
    name: 'GatewayTimeout',
    description: 'The server of a download did not answer in time',
    example: 'Cannot download from example.com: not finished within 60 seconds',
    code: 'download_timeout',
  },
  507: {
    name: 'InsufficientStorage',
    description: 'The storage is full',
    example: 'The storage is full',
    code: 'storage_full',
  },
}

const PREFIXES: Readonly<Record<ErrorShape, string>> = {
  json: '',
  openai: 'OpenAi',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
  page: 'Page',
}

const ANSWERS: Readonly<Record<ErrorShape, TSchema>> = {
  json: ErrorAnswer,
  openai: OpenAiErrorAnswer,
  anthropic: AnthropicErrorAnswer,
  ollama: OllamaErrorAnswer,
  page: ErrorAnswer,
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } },
}

/** Each status of an error with its meaning and its codes. */
export function describedStatuses(): [status: string, words: string][] {
  return Object.entries(STATUSES).map(([status, { description }]) => [
    status,
    withCodes(description, codesOf(Number(status))),
  ])
}

/**
 * The error responses of a route, by status.
 *
 * @param components Takes each response, which many routes share
 */
export function errorResponses(
  { errorShape = 'json', grant = false, ...facts }: OperationFacts,
  components: Components,
): Record<string, object> {
  return Object.fromEntries(
    statusesOf(facts).map((status) => {
      const isGrant = grant && status === 400
      const { name = `Status${status}` } = STATUSES[status] ?? {}
      const prefix = isGrant ? 'Grant' : PREFIXES[errorShape]
      const response = isGrant ? grantResponse() : errorResponse(status, errorShape)
      return [status, components.response(`${prefix}${name}`, response)]
    }),
  )
}

function errorResponse(status: number, shape: ErrorShape): object {
  const { description = 'An error', example = 'An error', code } = STATUSES[status] ?? {}
  const content = {
    'application/json': {
      schema: ANSWERS[shape],
      ...(code === undefined ? {} : { example: errorBody(shape, code, example) }),
    },
    ...(shape === 'page' ? { 'text/html': { schema: { type: 'string' } } } : {}),
  }
  const headers = status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}
  return { description: withCodes(description, codesOf(status)), ...headers, content }
}

function grantResponse(): object {
  return {
    description: 'The grant is refused, or is not approved yet. RFC 6749, 5.2 and RFC 8628, 3.5',
    content: {
      'application/json': {
        schema: { anyOf: [GrantErrorAnswer, ErrorAnswer] },
        example: errorBody('json', 'authorization_pending', 'Not approved yet'),
      },
    },
  }
}

function withCodes(description: string, codes: readonly string[]): string {
  if (codes.length === 0) return description
  return `${description}. \`code\`: ${codes.map((code) => `\`${code}\``).join(', ')}`
}

/** 400 and 421 come from the head of any request. */
function statusesOf({
  guarded,
  params,
  query,
  body,
  writes,
  rateLimited = false,
  refusesWith400 = false,
  errors = [],
}: Omit<OperationFacts, 'errorShape' | 'grant'>): readonly number[] {
  const statuses = [
    ...[400, 421, 500],
    ...(guarded ? [401, 403] : []),
    ...(params ? [404] : []),
    ...(query ? [422] : []),
    ...(body ? [408, 413, 415, 422] : []),
    ...(rateLimited ? [429] : []),
    ...(writes ? [507] : []),
    ...errors,
  ]
  const sent = refusesWith400 ? statuses.map(as400) : statuses
  return [...new Set(sent)].sort((a, b) => a - b)
}
