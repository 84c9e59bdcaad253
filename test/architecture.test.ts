import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

const SRC = join(import.meta.dir, '../src')

/** Which rooms a room may import, besides itself. */
const ROOMS: Record<string, readonly string[]> = {
  features: ['guards', 'http', 'core', 'engines', 'media', 'storage', 'sandbox', 'db', 'platform'],
  guards: ['http', 'core', 'platform'],
  http: ['platform'],
  core: ['engines', 'media', 'storage', 'cluster', 'sandbox', 'db', 'platform'],
  // Engines of other machines. Of the engines it sees the contracts only.
  cluster: ['engines', 'platform'],
  // Of the media, the formats that they speak and write.
  engines: ['media', 'platform'],
  media: ['platform'],
  storage: ['platform'],
  sandbox: ['platform'],
  db: ['platform'],
  // The schemas of settings and their issues, which stand beside what they are of.
  config: ['features', 'core', 'engines', 'storage', 'cluster', 'platform'],
  platform: [],
  // Runs on other machines, and knows the service by its paths only, as any client does.
  client: ['platform'],
  // Commands for the service's own machine. They start no service, so they speak no HTTP.
  cli: ['features', 'config', 'core', 'db', 'engines', 'media', 'storage', 'sandbox', 'platform'],
}
/** It looks at the programs, servers and files themselves. */
const EXAMINER = 'features/doctor/'
/** Imports over the border of a room that the table does not allow, each with its reason. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  // It examines the whole installation, its settings included, also as a command.
  [EXAMINER]: ['config', 'cli'],
  // What the start tells the terminal about listeners that cannot be opened.
  'cli/startup/': ['http'],
  // Its subject is the cluster.
  'features/worker-nodes/': ['cluster'],
}
const ELYSIA_ROOMS = new Set(['', 'features', 'guards', 'http'])
/** Of these rooms, the core and the features see the contracts only. */
const ADAPTER_ROOMS = new Set(['engines', 'media', 'storage', 'cluster'])
/** Formats and other code of these rooms without a program, a disk or a network behind it. */
const OPEN_PARTS = ['media/subtitles/', 'media/captions/', 'media/audio/wav.ts']

/** Which other features a feature may import; all may import what is shared. */
const FEATURES: Record<string, readonly string[]> = {
  admin: ['backups', 'doctor', 'system', 'worker-nodes'],
  'agent-tasks': ['skills'],
  chat: ['assistants'],
  conversations: ['assistants', 'files'],
  dashboard: ['files'],
  'data-export': ['me'],
  notifications: ['me'],
  docs: ['system'],
  doctor: ['backups', 'files', 'skills', 'tool-servers', 'video', 'worker-nodes', 'workers'],
  jobs: ['skills'],
  knowledge: ['conversations', 'files', 'history', 'web-pages'],
  mcp: ['files'],
  skills: ['agent-tasks', 'brands', 'chat', 'generate'],
  speech: ['brands'],
  subtitles: ['brands'],
  system: ['backups', 'docs'],
  transcription: ['files', 'subtitles'],
  video: ['transcription'],
  workers: ['files', 'skills', 'tool-servers', 'web-pages'],
}
/** Files of a feature that speak HTTP, by their names. */
const EDGE_FILE = /(?:^|\/)(?:[\w-]+-)?(?:routes|schema|view|feature)\.ts$/
/** Folders of a feature that speak HTTP, and features that are nothing else. */
const EDGE_FOLDER = /^features\/(?:[\w-]+\/)+http\/|^features\/(?:shared|docs|web-app)\//
/** Files that speak SQL, by their names. */
const SQL_FILE = /(?:^|\/)(?:[\w-]+-)?(?:store|table)\.ts$|^core\/usage\/usage-[\w-]+\.ts$/

/** Parts of core that every other part may import; of these, only `audit` imports another. */
const CORE_BASE = [
  'list-page.ts',
  'search-expression.ts',
  'alert-texts.ts',
  'caller.ts',
  'usage-entry.ts',
  'audit',
  'request-table.ts',
  'rate-limit-store.ts',
  'rate-limits.ts',
  'request-store.ts',
  'request-log.ts',
  'retention.ts',
  'storage-quota.ts',
  'restorable.ts',
  'restorable-rows.ts',
  'personal-data.ts',
]
/** Parts of core that know the base and none of one another. */
const CORE_FOUNDATION = ['alerts', 'identity', 'usage', 'tasks', 'json-schema', 'doctor']
/** Parts of core in order: each may import the base, the foundation and the parts before it. */
const CORE_FAMILIES = ['attachments', 'engines', 'tools', 'feature.ts', 'lifecycle.ts']

/** A file with fewer lines is small. */
const SMALL_LINES = 60
/** Small files that one file alone imports. */
const MAX_SMALL_FILES = 25
/** Roles that a file has even where it is short. */
const ROLE_FILE = /(?:^|\/)(?:[\w-]+-)?(?:table|feature|settings)\.ts$/

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

/** Relative imports of `src`, as paths from there. */
async function relativeImports() {
  return (await imports())
    .filter(({ target }) => target.startsWith('.'))
    .map(({ file, target }) => ({ file, target: relative(SRC, join(SRC, dirname(file), target)) }))
}

const featureOf = (path: string) => path.split('/')[1] ?? ''

test('a room imports only the rooms behind it', async () => {
  const broken = (await relativeImports()).filter(({ file, target }) => {
    const [from, to] = [roomOf(file), roomOf(target)]
    if (from === '' || from === to) return false
    if (target === 'create-core.ts') return !file.endsWith('/feature.ts')
    const exception = Object.entries(EXCEPTIONS).find(([folder]) => file.startsWith(folder))
    if (exception?.[1].includes(to) === true) return false
    if (ROOMS[from]?.includes(to) !== true) return true
    if (from === 'config' && to !== 'platform') return !target.endsWith('/settings.ts')
    const seesContracts = ['core', 'features', 'cluster', 'engines'].includes(from)
    if (!seesContracts || !ADAPTER_ROOMS.has(to) || file.startsWith(EXAMINER)) return false
    return !/\/contract[/.-]/.test(target) && !OPEN_PARTS.some((part) => target.startsWith(part))
  })
  expect(broken).toEqual([])
})

test('a feature imports only the features that the table names', async () => {
  const broken = (await relativeImports()).filter(({ file, target }) => {
    if (roomOf(file) !== 'features' || roomOf(target) !== 'features') return false
    const [from, to] = [featureOf(file), featureOf(target)]
    return from !== to && to !== 'shared' && FEATURES[from]?.includes(to) !== true
  })
  expect(broken).toEqual([])
})

test('the name of a file in a feature says whether it speaks HTTP or SQL', async () => {
  const broken = (await imports()).filter(({ file, target }) => {
    const [room] = file.split('/')
    if (room !== 'features' && room !== 'core') return false
    if (/^(?:drizzle-orm|bun:sqlite)/.test(target)) return !SQL_FILE.test(file)
    if (room === 'core') return false
    const isHttp = /^(?:elysia|@elysiajs\/)/.test(target) || /\.\.\/(?:http|guards)\//.test(target)
    return isHttp && !EDGE_FILE.test(file) && !EDGE_FOLDER.test(file)
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

test('drizzle and SQLite are imported only in db and by stores and tables', async () => {
  const broken = (await imports()).filter(
    ({ file, target }) =>
      /^(drizzle-|bun:sqlite)/.test(target) && roomOf(file) !== 'db' && !SQL_FILE.test(file),
  )
  expect(broken).toEqual([])
})

test('every table is in a file that migrations are made from', async () => {
  const broken: string[] = []
  for (const file of new Bun.Glob('**/*.ts').scanSync(SRC)) {
    const isTable = /\bsqliteTable\('/.test(await Bun.file(join(SRC, file)).text())
    if (isTable && !/table\.ts$/.test(file)) broken.push(file)
  }
  expect(broken).toEqual([])
})

test('what one file alone uses stands in that file, unless it is an idea of its own', async () => {
  const importers = new Map<string, Set<string>>()
  for (const { file, target } of await relativeImports())
    importers.set(target, (importers.get(target) ?? new Set()).add(file))
  const small = [...importers]
    .filter(([target, files]) => files.size === 1 && !ROLE_FILE.test(target))
    .map(([target]) => target)
  const lines = async (file: string) => (await Bun.file(join(SRC, file)).text()).split('\n').length
  const counted = await Promise.all(small.map(async (file) => ({ file, lines: await lines(file) })))
  const found = counted.filter((one) => one.lines < SMALL_LINES).map(({ file }) => file)
  expect(found.length <= MAX_SMALL_FILES ? [] : found.sort()).toEqual([])
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
    if (file.startsWith('features/web-pages/')) continue
    if (readers.test(await Bun.file(join(SRC, file)).text())) found.push(file)
  }
  expect(found.sort()).toEqual([
    // Of a child process of its own.
    'bundle.ts',
    // Of the service itself.
    'client/service.ts',
    // Read by `fetchBounded` before.
    'core/identity/sign-in/oauth-client.ts',
    // Kept by the service itself.
    'features/conversations/attachment-contents.ts',
    // Of a child process of its own.
    'features/doctor/command.ts',
    // Of the library in the process.
    'features/files/uploads/routes.ts',
    // Of a child process of its own.
    'features/web-app/cached-build.ts',
    // That reader, of a body whose declared length is within the bound.
    'platform/bounded-text.ts',
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
    'cli/startup/terminal-log.ts',
    'core/identity/session-store.ts',
    'features/chat/responses/stored-responses.ts',
    'features/history/history.ts',
    'features/transcription/transcript-cache-store.ts',
    'platform/json.ts',
  ])
})

test('every room in the tree is in the table', async () => {
  const rooms = new Set((await imports()).map(({ file }) => roomOf(file)))
  rooms.delete('')
  expect([...rooms].filter((room) => !(room in ROOMS))).toEqual([])
})
