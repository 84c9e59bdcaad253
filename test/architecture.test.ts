import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

const SRC = join(import.meta.dir, '../src')

/** Who may import whom, besides itself. */
const ROOMS: Record<string, readonly string[]> = {
  surfaces: ['guards', 'edge', 'core', 'platform'],
  guards: ['edge', 'core', 'platform'],
  edge: ['platform'],
  core: ['engines', 'media', 'db', 'platform'],
  engines: ['platform'],
  media: ['platform'],
  db: ['platform'],
  platform: [],
  // Runs on other machines, and knows the service by its paths only, as any client does.
  client: ['platform'],
}
const ELYSIA_ROOMS = new Set(['', 'surfaces', 'guards', 'edge'])

// By text, because a transpiler's scan drops type imports, and these count.
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

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
        return file.split('/')[1] !== target.split('/')[1]
      if (from === to) return false
      if (from === 'core' && to === 'engines') return target !== 'engines/contract.ts'
      return ROOMS[from]?.includes(to) !== true
    })
  expect(broken).toEqual([])
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

test('every room in the tree is in the table', async () => {
  const rooms = new Set((await imports()).map(({ file }) => roomOf(file)))
  rooms.delete('')
  expect([...rooms].filter((room) => !(room in ROOMS))).toEqual([])
})
