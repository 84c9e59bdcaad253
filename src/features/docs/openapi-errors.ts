import type { TSchema } from '@sinclair/typebox'
import { codesOf, errorBody, type HttpErrorCode } from '../../http/reply/error-body.ts'
import type { ErrorShape, RouteFacts } from '../../http/server/route-facts.ts'
import { DESCRIBED_AS } from '../shared/openapi.ts'
import {
  AnthropicErrorAnswer,
  ErrorAnswer,
  GrantErrorAnswer,
  OllamaErrorAnswer,
  OpenAiErrorAnswer,
} from '../system/schema.ts'
import type { ApiAnswer, ApiSchema } from './api-document.ts'

/** Keys that say nothing of a value's shape. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'title', 'examples', 'deprecated'])

/** TypeBox's form of a record whose names are any strings. */
const ANY_NAME = '^(.*)$'

/** Arrays directly in arrays that the schema of any JSON describes. */
const ARRAY_LEVELS = 3

const ANY_JSON = { $ref: '#/components/schemas/JsonValue' }
const JSON_TYPES = [
  ...['string', 'number', 'boolean', 'null'].map((type) => ({ type })),
  { $ref: '#/components/schemas/JsonObject' },
]

/**
 * Any JSON. It refers to itself through objects only: TypeScript has no type for an array in a
 * loop of properties, which is what openapi-typescript would make of it.
 */
const JSON_COMPONENTS = {
  JsonValue: { description: 'Any JSON value', anyOf: jsonTypes(ARRAY_LEVELS) },
  JsonObject: {
    description: 'Any JSON object',
    type: 'object',
    additionalProperties: ANY_JSON,
  },
}

function jsonTypes(arrayLevels: number): readonly object[] {
  if (arrayLevels === 0) return JSON_TYPES
  return [...JSON_TYPES, { type: 'array', items: { anyOf: jsonTypes(arrayLevels - 1) } }]
}

/**
 * Turns schemas of TypeBox into those of the document. A schema with an `$id` becomes a component
 * and every use of it a reference, so that generated clients have one type for it.
 */
export class Components {
  readonly schemas: Record<string, ApiSchema> = {}
  readonly responses: Record<string, ApiAnswer> = {}

  /** Keeps a response under a name. @returns A reference to it */
  response(name: string, make: () => ApiAnswer): ApiAnswer {
    this.responses[name] ??= make()
    return { $ref: `#/components/responses/${name}` }
  }

  /** @throws {Error} When two different schemas have one name */
  schema(source: object): ApiSchema {
    const { $id: name, [DESCRIBED_AS]: described, patternProperties, ...rest } = Object(source)
    if (described !== undefined) return this.schema(described)
    const item = Object(patternProperties)[ANY_NAME]
    const fields = item === undefined ? rest : { ...rest, additionalProperties: item }
    const entries = Object.entries(fields).map(([key, value]) => [key, this.#part(key, value)])
    const schema = simplified(Object.fromEntries(entries))
    if (typeof name !== 'string')
      return Object.keys(schema).every((key) => ANNOTATIONS.has(key))
        ? { ...schema, ...this.#anyJson() }
        : schema
    const known = this.schemas[name]
    if (known !== undefined && !Bun.deepEquals(known, schema))
      throw new Error(`Two schemas are called ${name}`)
    this.schemas[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  #part(key: string, value: unknown): unknown {
    switch (key) {
      case 'anyOf':
        return Array.isArray(value) ? value.map((one) => this.schema(one)) : value
      case 'properties':
        return Object.fromEntries(
          Object.entries<object>(Object(value)).map(([name, one]) => [name, this.schema(one)]),
        )
      case 'items':
      case 'additionalProperties':
        if (value === true) return this.#anyJson()
        return typeof value === 'object' && value !== null ? this.schema(value) : value
      default:
        return value
    }
  }

  #anyJson(): ApiSchema {
    Object.assign(this.schemas, JSON_COMPONENTS)
    return ANY_JSON
  }
}

/** The same schema with an enumeration in place of constants, and a list of types with null. */
function simplified({ anyOf, properties, ...rest }: Record<string, unknown>): ApiSchema {
  const own = Object.keys(Object(properties)).length === 0 ? rest : { properties, ...rest }
  if (!Array.isArray(anyOf)) return own
  const branches: readonly ApiSchema[] = anyOf
  const others = branches.filter(({ type }) => type !== 'null')
  const isEnum = others.length > 1 && others.every((one) => typeof one['const'] === 'string')
  const [first = {}] = others
  const { type, const: value, enum: values, ...one } = first
  const isSimple = typeof type === 'string' && type !== 'array' && one['properties'] === undefined
  if (!isSimple || !(isEnum || others.length === 1)) return { anyOf, ...own }
  const names = isEnum
    ? others.map((branch) => branch['const'])
    : (values ?? (value === undefined ? undefined : [value]))
  const isNullable = others.length < branches.length
  return {
    type: isNullable ? [type, 'null'] : type,
    ...(Array.isArray(names) ? { enum: isNullable ? [...names, null] : names } : {}),
    ...(isEnum ? {} : one),
    ...own,
  }
}

/** The credentials of the service, in words and as OpenAPI has them. */
export const SECURITY_SCHEMES = {
  api_key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: the Primary Key, which may do everything, or a custom key, which may do what its profile grants. `Authorization: Bearer KEY`',
  },
  x_api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same keys, for programs that send them in this header.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-hearth',
    description:
      'The session of a browser that has signed in at `/login`. It has the permissions of its user: `/admin` needs an admin. Where `BASE_URL` is plain http on loopback, the cookie is named `hearth`.',
  },
  device_token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of one machine or one canvas app that a user has approved by a code. It is valid on its own paths only: `hcd_…` under `/api/code`, where it may also stand in `x-api-key`; an access token of 60 seconds under `/api/canvas`.',
  },
} as const

type SchemeName = keyof typeof SECURITY_SCHEMES

interface GuardWords {
  /** Any one of them is enough. */
  schemes: readonly SchemeName[]
  /** Whether a caller on the trusted local network needs none of them. */
  local?: true
  /** Who is let in, as the end of "Needs …". */
  needs: string
}

const KEYS = ['api_key', 'x_api_key', 'session'] as const
const USER = { schemes: KEYS, needs: 'an API key or a session' }
const ADMIN = { schemes: KEYS, needs: 'the Primary Key or the session of an admin' }

/** What a caller of each guard needs. */
const GUARDS: Readonly<Record<string, GuardWords>> = {
  require_api_key: USER,
  require_user: USER,
  require_user_or_local: { ...USER, local: true },
  require_admin: ADMIN,
  require_admin_or_local: { ...ADMIN, local: true },
  require_session: { schemes: ['session'], needs: 'the session of an approved user' },
  require_sign_in: { schemes: ['session'], needs: 'a session' },
  require_device: { schemes: ['device_token'], needs: 'the token of an approved machine' },
  require_mcp: {
    schemes: [...KEYS, 'device_token'],
    needs: 'an API key, a session, or where OAuth is on a token of an approved app',
  },
  require_canvas: { schemes: ['device_token'], needs: 'an access token of a paired canvas app' },
}

interface Credentials {
  /** Ways to be let in, by scheme with the permissions it must have; an empty one needs none. */
  security: readonly Readonly<Record<string, readonly string[]>>[]
  /** For people; undefined for a route that is open to all. */
  needs?: string
}

/**
 * The credentials of a route.
 *
 * @param security Of the route: its guard, with the capability that a custom key must have
 * @throws {Error} For a guard that is not described
 */
export function credentialsOf(security: unknown): Credentials {
  const [requirement] = Array.isArray(security) ? security : []
  const [entry] = Object.entries<readonly string[]>(Object(requirement))
  if (entry === undefined) return { security: [] }
  const [guard, capabilities] = entry
  const words = GUARDS[guard]
  if (words === undefined) throw new Error(`The guard ${guard} is not described`)
  const { schemes, local, needs } = words
  const ability = capabilities.length === 0 ? '' : ` with the permission \`${capabilities.join()}\``
  return {
    security: [
      ...schemes.map((scheme) => ({ [scheme]: scheme === 'session' ? [] : capabilities })),
      ...(local ? [{}] : []),
    ],
    needs:
      needs.replace('an API key', `an API key${ability}`) +
      (local ? '; callers in `TRUSTED_NETWORKS` need none' : ''),
  }
}

/** Each status with the name of its response in the document, the code of its example, and words. */
const STATUSES: Readonly<Record<number, [name: string, code: HttpErrorCode, words: string]>> = {
  400: ['BadRequest', 'malformed', 'The request cannot be read, or is refused as it is'],
  401: ['Unauthorized', 'unauthorized', 'No valid credential'],
  403: ['Forbidden', 'capability_denied', 'The credential does not allow this'],
  404: ['NotFound', 'not_found', 'There is none'],
  408: ['RequestTimeout', 'request_timeout', 'The body did not arrive in time'],
  409: ['Conflict', 'conflict', 'Conflicts with what is there'],
  410: ['Gone', 'job_expired', 'It is gone'],
  412: ['PreconditionFailed', 'precondition_failed', 'A condition of the request does not hold'],
  413: ['ContentTooLarge', 'too_large', 'The body is too large'],
  415: ['UnsupportedMediaType', 'unsupported_media_type', 'The body has another media type'],
  416: ['RangeNotSatisfiable', 'range_not_satisfiable', 'No byte of the file is in the range'],
  421: ['MisdirectedRequest', 'misdirected', 'The Host header names another server'],
  422: ['UnprocessableContent', 'invalid', 'A field does not match; the detail names it'],
  429: ['TooManyRequests', 'busy', 'Too many requests; Retry-After says when to ask again'],
  460: ['ChecksumMismatch', 'checksum_mismatch', 'The bytes that came have another checksum'],
  500: ['InternalServerError', 'internal', 'A fault of the service'],
  502: ['BadGateway', 'engine_failed', 'An engine, a provider or the server of a download failed'],
  503: [
    'ServiceUnavailable',
    'no_engine',
    'Not now; Retry-After, where it is sent, says when to ask again',
  ],
  504: ['GatewayTimeout', 'download_timeout', 'The server of a download did not answer in time'],
  507: ['InsufficientStorage', 'storage_full', 'The storage is full'],
}

const SHAPES: Readonly<Record<ErrorShape, [prefix: string, answer: TSchema]>> = {
  json: ['', ErrorAnswer],
  openai: ['OpenAi', OpenAiErrorAnswer],
  anthropic: ['Anthropic', AnthropicErrorAnswer],
  ollama: ['Ollama', OllamaErrorAnswer],
  page: ['Page', ErrorAnswer],
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } },
}

/** Each status of an error with its meaning and its codes. */
export function describedStatuses(): [status: string, words: string][] {
  return Object.entries(STATUSES).map(([status, [, , words]]) => [
    status,
    withCodes(words, codesOf(Number(status))),
  ])
}

/** @throws {Error} For a status that is not described */
export function errorAnswer(
  status: number,
  { errorShape = 'json', grant = false }: RouteFacts,
  components: Components,
): ApiAnswer {
  const described = STATUSES[status]
  if (described === undefined) throw new Error(`The status ${status} is not described`)
  const [name, code, words] = described
  const [prefix, answer] = SHAPES[errorShape]
  if (grant && status === 400)
    return components.response(`Grant${name}`, () => grantResponse(components))
  return components.response(prefix + name, () => ({
    description: withCodes(words, codesOf(status)),
    ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
    content: {
      'application/json': {
        schema: components.schema(answer),
        example: errorBody(errorShape, code, words),
      },
      ...(errorShape === 'page' ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  }))
}

function grantResponse(components: Components): ApiAnswer {
  return {
    description: 'The grant is refused, or is not approved yet. RFC 6749, 5.2 and RFC 8628, 3.5',
    content: {
      'application/json': {
        schema: { anyOf: [GrantErrorAnswer, ErrorAnswer].map((one) => components.schema(one)) },
        example: errorBody('json', 'authorization_pending', 'Not approved yet'),
      },
    },
  }
}

function withCodes(words: string, codes: readonly string[]): string {
  return codes.length === 0 ? words : `${words}. \`code\`: \`${codes.join('`, `')}\``
}
