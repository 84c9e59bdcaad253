import { type TSchema, Type } from '@sinclair/typebox'
import { as400 } from '../../http/reply/error-body.ts'
import { factsOf } from '../../http/server/route-facts.ts'
import { errorShapeBelow, type Route } from '../../http/server/route-table.ts'
import type { Documented, DocumentedResponse } from '../shared/openapi.ts'
import type {
  ApiAnswer,
  ApiContent,
  ApiDocument,
  ApiMedia,
  ApiOperation,
  ApiParameter,
} from './api-document.ts'
import { exampleOf } from './docs-curl.ts'
import { Components, credentialsOf, errorAnswer, SECURITY_SCHEMES } from './openapi-errors.ts'

const JSON_TYPE = 'application/json'

/** Media types whose examples are values. */
const VALUE_TYPES: ReadonlySet<string> = new Set([JSON_TYPE, 'application/x-www-form-urlencoded'])

/** The groups of routes, in the order in which a reader wants them. */
const TAGS = {
  Chat: 'Conversations with the models of this machine, as OpenAI’s clients ask for them. A chat costs no credits. One heavy task runs at a time: a slow answer usually waits in the queue, and a streamed one says so.',
  Conversations:
    'Chats that the service keeps: messages, answers that go on without a reader, branches, search. They belong to the caller who has created them; nobody else can read them, the owner of the service included.',
  Embeddings:
    'Vectors of texts for a search by meaning, and documents ranked by a question, by models of the owner’s own servers and files.',
  Generate:
    'One prompt, one answer: as text or as JSON that matches a schema; at once, or as a job that survives a restart.',
  Jobs: 'Work that goes on without a waiting client.',
  'Agent tasks':
    'Ready-made tasks on a text, such as `summarize` and `translate`. A task that succeeds costs 2 credits; one that fails costs nothing.',
  Workers:
    'Jobs that a model does by itself: with tools, in a sandbox without a network, with files as its result. Who may use them, and how many jobs there are in a day, the owner decides.',
  Speech:
    'Texts spoken by the voices of this machine: as clips with a link, or as a stream for OpenAI’s clients. A clip or a stream costs 1 credit when it is done.',
  Files: 'Files that the service keeps, with links that open anywhere. They are free of credits.',
  Knowledge:
    'Collections of files, web pages, transcripts, conversations and notes that are read and searched together. They are private until their owner shares one with all members. Free of credits, save the reading of web pages.',
  History:
    'What the caller has made: transcripts, translations and clips, with a search over their texts. Nobody else can read them. Unlike jobs, they stay until they are deleted; a clip stays for 30 days unless it is kept.',
  Account:
    'What the caller has and has used: signed-in browsers, devices, calls, credits and jobs.',
  Keys: 'Keys for apps and for other people, and what each may do. Only the owner makes them.',
  Admin: 'The owner’s view: engines and accounts, the queue, users, devices, usage, alerts.',
  Skills:
    'The definitions of the agent tasks: a SKILL.md for each, with the schemas of its input and result.',
  Transcription:
    'What is spoken in recordings and videos, as text and as subtitles. Only `/v1/transcript` costs credits. Long recordings are jobs; they are recognised piece by piece, so that others are served in between.',
  Video:
    'What sites say of videos, channels and playlists, in one form whatever the site. Private addresses are refused.',
  Web: 'Pages of the web as clean text. Private addresses are refused.',
  MCP: 'The tools of this service for clients of the Model Context Protocol, which bring a model of their own. Each costs what the work that it starts costs.',
  Subtitles:
    'Subtitles that are well timed and broken, and translations of texts, subtitles and transcripts. They cost no credits.',
  Uploads:
    'Resumable uploads by tus 1.0.0. A finished one is named by its id wherever a file is taken.',
  Assistants: 'Instructions, a model and tools under a name, for chats and apps.',
  Brands:
    'How texts are written, translated and spoken: language, tone, glossary, caption rules, voice. Admins keep them.',
  'Code assistants':
    'For opencode, Qwen Code, aider and other assistants: a machine is approved by a code that a signed-in user types, then it chats at `/api/code/v1`.',
  Canvas:
    'For a canvas app in a browser: paired by a code that a signed-in user types, then with tokens of 60 seconds.',
  Images: 'Not available yet: there is no image model.',
  'Signing in': 'For browsers: sessions of users, through an identity provider.',
  Service: 'Whether the service works, and who a credential belongs to.',
} as const

/**
 * Describes routes as OpenAPI 3.1.
 *
 * @param base The parts of the document that do not come from routes
 * @throws {Error} When two different schemas have one name, or a guard is not described
 */
export function openApiDocument<base extends object>(
  routes: readonly Route[],
  base: base,
): ApiDocument & base {
  const components = new Components()
  const paths: Record<string, Record<string, ApiOperation>> = {}
  for (const route of inOrder(routes)) {
    if (Object(route.hooks.detail).hide === true) continue
    const template = route.path.replace(/:(\w+)/g, '{$1}')
    paths[template] ??= {}
    paths[template][route.method.toLowerCase()] = operationOf(route, components)
  }
  return {
    openapi: '3.1.0',
    ...base,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      responses: components.responses,
      schemas: components.schemas,
    },
  }
}

/** By the order of their groups, so that readers and generators find chat first. */
function inOrder(routes: readonly Route[]): readonly Route[] {
  const names = Object.keys(TAGS)
  const rank = ({ hooks }: Route) => names.indexOf(Object(hooks.detail).tags?.[0])
  return routes.toSorted((a, b) => rank(a) - rank(b))
}

function operationOf({ method, path, hooks }: Route, components: Components): ApiOperation {
  const detail: Documented & { security?: unknown } = Object(hooks.detail)
  const { summary, description, tags = [], body, bodyTypes = [JSON_TYPE], responses = {} } = detail
  const facts = { errorShape: errorShapeBelow(path), ...factsOf(detail) }
  const { security, needs } = credentialsOf(
    facts.browserOnly === true ? [{ require_session: [] }] : detail.security,
  )
  const words = needs === undefined ? 'Open to all.' : `Needs ${needs}.`
  const parameters = parametersOf(path, hooks, detail, components)
  const examples = detail.bodyExamples && { examples: detail.bodyExamples }
  const content = body && contentOf(bodyTypes, body, examples ?? {}, components)
  const good = Object.entries(responses).map(([status, response]): [string, ApiAnswer] => [
    status,
    answerOf(response, components),
  ])
  const statuses = new Set([
    // From the head of any request.
    ...[400, 421, 500],
    ...(security.length > 0 ? [401, 403] : []),
    ...(path.includes('/:') ? [404] : []),
    ...(hooks.query === undefined ? [] : [422]),
    ...(body === undefined ? [] : [408, 413, 415, 422]),
    ...(facts.rateLimited ? [429] : []),
    // It may write to the database beside its caller's uses.
    ...(method === 'GET' ? [] : [507]),
    ...(facts.errors ?? []),
  ])
  const errors = [...statuses]
    .map((status) => (facts.refusesWith400 ? as400(status) : status))
    .map((status) => [status, errorAnswer(status, facts, components)])
  return {
    operationId: operationId(method, path),
    summary,
    description: description === undefined ? words : `${description}\n\n${words}`,
    tags,
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: !isOptional(method, body), content } }),
    responses: {
      ...Object.fromEntries(errors),
      // What the route itself says of an error has another body.
      ...Object.fromEntries(good),
      // A route that has no successful answer says so by the answer of all other statuses.
      ...(good.some(([status]) => status.startsWith('2'))
        ? {}
        : { default: errorAnswer(500, facts, components) }),
    },
  }
}

/** Whether a body may be left out, as no field of it is needed. */
function isOptional(method: string, { type, required = [], minProperties }: TSchema): boolean {
  return (
    method === 'POST' && type === 'object' && required.length === 0 && minProperties === undefined
  )
}

/** The name of an operation in generated clients: `get_api_skills_name` for `GET /api/skills/:name`. */
function operationId(method: string, path: string): string {
  const words = `${method} ${path}`.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('_')
}

function parametersOf(
  path: string,
  { params, query }: Route['hooks'],
  { headers = {}, requiredHeaders = {} }: Documented,
  components: Components,
): ApiParameter[] {
  const parameter = (
    place: ApiParameter['in'],
    name: string,
    source: object,
    required: boolean,
  ) => {
    const { description, ...schema } = components.schema(withoutText(source))
    const words = typeof description === 'string' ? { description } : {}
    return { name, in: place, required, ...words, schema }
  }
  const { properties = {}, required: needed = [] } = Object(query)
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
      parameter('path', name, Object(params).properties?.[name] ?? { type: 'string' }, true),
    ),
    // A parameter with a default is optional for callers, although the schema requires it.
    ...Object.entries<object>(properties).map(([name, schema]) =>
      parameter('query', name, schema, needed.includes(name) && !('default' in schema)),
    ),
    ...Object.entries(requiredHeaders).map(([name, schema]) =>
      parameter('header', name, schema, true),
    ),
    ...Object.entries(headers).map(([name, schema]) => parameter('header', name, schema, false)),
  ]
}

/** An integer without Elysia's alternative for the text in a query, which callers do not need. */
function withoutText(schema: object): object {
  const { anyOf: [text, number] = [], description } = Object(schema)
  const isNumber = text?.type === 'string' && /^(?:integer|number)$/.test(number?.type)
  return isNumber ? { description, ...number } : schema
}

function answerOf(
  { description, headers, schema, events, example, ...types }: DocumentedResponse,
  components: Components,
): ApiAnswer {
  const { contentType = JSON_TYPE, alternatives = [] } = types
  const sent = Object.entries(headers ?? {}).map(([name, words]) => [
    name,
    { description: words, schema: { type: 'string' } },
  ])
  const content = schema && {
    ...contentOf([contentType], schema, example === undefined ? {} : { example }, components),
    ...(events && contentOf(['text/event-stream'], events, {}, components)),
    ...contentOf(alternatives, Type.String(), {}, components),
  }
  return {
    description,
    ...(sent.length > 0 && { headers: Object.fromEntries(sent) }),
    ...(content && { content }),
  }
}

/** @param given Its own examples; without them, values get one of their schema */
function contentOf(
  types: readonly string[],
  source: TSchema,
  given: Omit<ApiMedia, 'schema'>,
  components: Components,
): ApiContent {
  const schema = components.schema(source)
  const made = () => ({ example: exampleOf(schema, components.schemas) })
  const isMade = (type: string) => VALUE_TYPES.has(type) && Object.keys(given).length === 0
  return Object.fromEntries(
    types.map((type) => [type, { schema, ...(isMade(type) ? made() : given) }]),
  )
}
