import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

const SRC = join(import.meta.dir, '../src')

/** Which rooms a room may import, besides itself. */
const ROOMS: Record<string, readonly string[]> = {
  surfaces: ['guards', 'http', 'core', 'platform'],
  guards: ['http', 'core', 'platform'],
  http: ['platform'],
  core: ['engines', 'media', 'storage', 'cluster', 'sandbox', 'db', 'platform'],
  // Engines of other machines. Of the engines it sees the contracts only.
  cluster: ['engines', 'platform'],
  engines: ['platform'],
  media: ['platform'],
  storage: ['platform'],
  sandbox: ['platform'],
  db: ['platform'],
  // Of the engines it sees the settings only, which it composes.
  config: ['engines', 'platform'],
  // What a start and a stop tell the terminal.
  startup: ['config', 'http', 'core', 'platform'],
  platform: [],
  // Runs on other machines, and knows the service by its paths only, as any client does.
  client: ['platform'],
  // Commands for the service's own machine. They start no service, so they know no HTTP.
  maintenance: ['config', 'core', 'db', 'engines', 'media', 'storage', 'sandbox', 'platform'],
}
const ELYSIA_ROOMS = new Set(['', 'surfaces', 'guards', 'http'])
/** Of these rooms, the core sees the contracts only. */
const ADAPTER_ROOMS = new Set(['engines', 'media', 'storage', 'cluster'])

/** Parts of core that every other part may import; of these, only `audit.ts` imports another. */
const CORE_BASE = [
  'list-page.ts',
  'search-expression.ts',
  'caller.ts',
  'usage-entry.ts',
  'audit.ts',
  'rate-limits.ts',
  'request-log.ts',
  'retention.ts',
  'leftover-checks.ts',
]
/** Parts of core that know the base and none of one another. */
const CORE_FOUNDATION = ['alerts', 'identity', 'usage', 'tasks', 'json-schema', 'doctor']
/** Parts of core in order: each may import the base, the foundation and the parts before it. */
const CORE_FAMILIES = [
  'accounts',
  'worker-nodes',
  'files',
  'attachments',
  'text',
  'brands',
  'subtitles',
  'skills',
  'transcripts',
  'speech',
  'conversations',
  'responses',
  'history',
  'web',
  'video',
  'workers',
  'backups',
  'system',
  'lifecycle.ts',
]

// By text, because a transpiler's scan drops type imports, and these count.
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

const COMMENT_LINE = /^\s*(?:\/\/|\/?\*)/
/** Words that only code which knows HTTP can write. */
const WIRE_WORDS = ['Request body is invalid', 'Query is invalid', '/v1/', '/api/']

/** A part of core imports only parts of a lower rank. */
function rankOf(part: string): number {
  if (CORE_BASE.includes(part)) return CORE_BASE.indexOf(part)
  if (CORE_FOUNDATION.includes(part)) return CORE_BASE.length
  const index = CORE_FAMILIES.indexOf(part)
  if (index === -1) throw new Error(`core/${part} has no place in the order of core`)
  return CORE_BASE.length + 1 + index
}

function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/', 1)[0] ?? '') : ''
}

async function imports(): Promise<{ file: string; target: string }[]> {
  const files = [...new Bun.Glob('**/*.ts').scanSync(SRC)]
  expect(files.length).toBeGreaterThan(20)
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await Bun.file(join(SRC, file)).text()
      return [...text.matchAll(IMPORT)].map(([, target = '']) => ({ file, target }))
    }),
  )
  return found.flat()
}

test('a room imports only the rooms behind it', async () => {
  const broken = (await imports())
    .filter(({ target }) => target.startsWith('.'))
    .map(({ file, target }) => ({ file, target: relative(SRC, join(SRC, dirname(file), target)) }))
    .filter(({ file, target }) => {
      const [from, to] = [roomOf(file), roomOf(target)]
      if (from === '') return false
      if (from === 'surfaces' && to === 'surfaces')
        return file.split('/')[1] !== target.split('/')[1] && target.split('/')[1] !== 'kit'
      if (from === to) return false
      if ((from === 'core' && ADAPTER_ROOMS.has(to)) || (from === 'cluster' && to === 'engines'))
        return !target.startsWith(`${to}/contract`)
      if (from === 'config' && to === 'engines') return !target.endsWith('/settings.ts')
      return ROOMS[from]?.includes(to) !== true
    })
  expect(broken).toEqual([])
})

test('inside core, each part imports only the parts before it', async () => {
  const partOf = (path: string) => path.split('/')[1] ?? ''
  const broken = (await imports())
    .filter(({ file, target }) => roomOf(file) === 'core' && target.startsWith('.'))
    .map(({ file, target }) => ({ file, target: relative(SRC, join(SRC, dirname(file), target)) }))
    .filter(({ target }) => roomOf(target) === 'core')
    .filter(({ file, target }) => {
      const [from, to] = [partOf(file), partOf(target)]
      return from !== to && rankOf(to) >= rankOf(from)
    })
  expect(broken).toEqual([])
})

test('no file imports itself through others, types included', async () => {
  const graph = new Map<string, string[]>()
  for (const { file, target } of await imports()) {
    if (!target.startsWith('.')) continue
    const to = relative(SRC, join(SRC, dirname(file), target))
    graph.set(file, [...(graph.get(file) ?? []), to])
  }
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '))
    if (path.includes(file) || done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  expect(circles).toEqual([])
})

test('Elysia is imported only where HTTP is spoken', async () => {
  const broken = (await imports()).filter(
    ({ file, target }) => /^(elysia|@elysiajs\/)/.test(target) && !ELYSIA_ROOMS.has(roomOf(file)),
  )
  expect(broken).toEqual([])
})

test('drizzle and SQLite are imported only in db', async () => {
  const broken = (await imports()).filter(
    ({ file, target }) => /^(drizzle-|bun:sqlite)/.test(target) && roomOf(file) !== 'db',
  )
  expect(broken).toEqual([])
})

test('core holds no path of a surface and no words about the parts of a request', async () => {
  const broken: string[] = []
  for (const file of new Bun.Glob('core/**/*.ts').scanSync(SRC)) {
    const lines = (await Bun.file(join(SRC, file)).text()).split('\n')
    for (const line of lines.filter((text) => !COMMENT_LINE.test(text)))
      for (const words of WIRE_WORDS) if (line.includes(words)) broken.push(`${file}: ${words}`)
  }
  expect(broken).toEqual([])
})

test('answers from outside are read by the reader with a bound', async () => {
  const readers =
    /(?:\b(?:response|answer|reply|resource)|new Response\([\w.]*\))\.(?:text|json|bytes|blob|arrayBuffer)\(\)/
  const found: string[] = []
  for (const file of new Bun.Glob('**/*.ts').scanSync(SRC)) {
    if (file.startsWith('surfaces/web/')) continue
    if (readers.test(await Bun.file(join(SRC, file)).text())) found.push(file)
  }
  expect(found.sort()).toEqual([
    // Of the service itself.
    'client/service.ts',
    // Kept by the service itself.
    'core/conversations/attachment-contents.ts',
    // Read by `fetchBounded` before.
    'core/identity/sign-in/oauth-client.ts',
    'core/identity/sign-in/provider-http.ts',
    // Of a child process of its own.
    'maintenance/doctor/database-file.ts',
    // Of the library in the process.
    'surfaces/uploads/routes.ts',
    // Of a child process of its own.
    'surfaces/web-app/build-process.ts',
  ])
})

test('JSON from outside is parsed by the function that bounds its depth', async () => {
  const found: string[] = []
  for (const file of new Bun.Glob('**/*.ts').scanSync(SRC)) {
    const text = await Bun.file(join(SRC, file)).text()
    if (/\bJSON\.parse\((?!JSON\.stringify\()/.test(text)) found.push(file)
  }
  expect(found.sort()).toEqual([
    // Written by the service itself.
    'core/history/history.ts',
    'core/responses/stored-responses.ts',
    'db/session-store.ts',
    'db/transcript-cache-store.ts',
    'platform/try-parse-json.ts',
    'startup/terminal-log.ts',
  ])
})

test('every room in the tree is in the table', async () => {
  const rooms = new Set((await imports()).map(({ file }) => roomOf(file)))
  rooms.delete('')
  expect([...rooms].filter((room) => !(room in ROOMS))).toEqual([])
})
