// The least a gateway with keys can do on Elysia: what the service does beyond it is its queue, its
// admission, its dialects, its failover. Arguments: the upstream, a folder for its database and log.
import { Database } from 'bun:sqlite'
import { appendFile, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Elysia, t } from 'elysia'
import { sha256 } from '../../src/platform/ids.ts'
import { ready } from './ready.ts'
import { serveElysia } from './serve-elysia.ts'

/** Rows and lines of this time are written together. */
const WRITE_MS = 20
const KEY = 'least'
const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'origin',
}
const ChatBody = t.Object({
  model: t.String(),
  messages: t.Array(t.Object({ role: t.String(), content: t.String() })),
  stream: t.Optional(t.Boolean()),
})
const Answer = t.Object({
  choices: t.Array(t.Object({ message: t.Object({ content: t.String() }) })),
  usage: t.Object({ prompt_tokens: t.Integer(), completion_tokens: t.Integer() }),
})
const answerSchema = TypeCompiler.Compile(Answer)

const [upstream = '', folder = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const db = new Database(join(folder, 'least.sqlite'))
db.run('PRAGMA journal_mode = WAL')
db.run('PRAGMA synchronous = NORMAL')
db.run('CREATE TABLE calls (at INTEGER, owner TEXT, model TEXT, input INTEGER, output INTEGER)')
type Call = [at: number, owner: string, model: string, input: number, output: number]
const insert = db.prepare<unknown, Call>('INSERT INTO calls VALUES (?, ?, ?, ?, ?)')
const owners = new Map([[sha256(KEY), 'owner']])
let calls: Call[] = []
let lines: string[] = []
setInterval(write, WRITE_MS)

const app = new Elysia()
  .post(
    '/v1/chat/completions',
    async ({ body, request }) => {
      const start = performance.now()
      const owner = ownerOf(request)
      if (owner === undefined) return answerWith({ error: 'invalid_key' }, start, request, 401)
      const answer = await fetch(`${upstream}/whole/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: request.signal,
      })
      const value: unknown = await answer.json()
      if (!answerSchema.Check(value)) return answerWith({ error: 'upstream' }, start, request, 502)
      const { choices, usage } = value
      calls.push([Date.now(), owner, body.model, usage.prompt_tokens, usage.completion_tokens])
      const completion = {
        id: crypto.randomUUID(),
        object: 'chat.completion',
        created: Math.floor(Date.now() / 1000),
        model: body.model,
        choices: choices.map(({ message: { content } }, index) => ({
          index,
          message: { role: 'assistant', content },
          finish_reason: 'stop',
        })),
        usage,
      }
      return answerWith(completion, start, request)
    },
    { body: ChatBody },
  )
  .get('/auth-check', ({ request }) => {
    const start = performance.now()
    const owner = ownerOf(request)
    return answerWith({ owner }, start, request, owner === undefined ? 401 : 200)
  })
ready({ url: serveElysia(app), keys: [KEY] })

function ownerOf({ headers }: Request): string | undefined {
  const [scheme, key = ''] = (headers.get('authorization') ?? '').split(' ')
  return scheme === 'Bearer' ? owners.get(sha256(key)) : undefined
}

function answerWith(value: object, start: number, request: Request, status = 200): Response {
  const id = crypto.randomUUID()
  const { method, url } = request
  const time = new Date().toISOString()
  lines.push(JSON.stringify({ time, id, method, url, status, ms: performance.now() - start }))
  return new Response(JSON.stringify(value), {
    status,
    headers: { ...HEADERS, 'x-request-id': id },
  })
}

function write(): void {
  db.transaction(() => {
    for (const call of calls) insert.run(...call)
  })()
  if (lines.length > 0) appendFile(join(folder, 'least.log'), `${lines.join('\n')}\n`, () => {})
  calls = []
  lines = []
}
