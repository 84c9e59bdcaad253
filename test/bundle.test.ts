import { expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { outputOf } from './support/output-of.ts'
import { tempFolder } from './support/process.ts'

const ROOT = join(import.meta.dir, '..')
const SOURCES = [
  ...['main.ts', 'bundle.ts', 'bundle-child.ts'],
  ...['platform/build-cache.ts', 'platform/errors.ts'],
].map((name) => `src/${name}`)

/** A checkout whose service prints a word, where its source stands, and whether a bundle runs. */
function smallCheckout() {
  const folder = tempFolder()
  const source = join(folder.path, 'src')
  const cache = join(folder.path, 'node_modules/.cache/hearth')
  mkdirSync(source)
  mkdirSync(join(folder.path, 'node_modules'))
  mkdirSync(join(source, 'platform'))
  for (const name of ['package.json', 'bun.lock', ...SOURCES])
    cpSync(join(ROOT, name), join(folder.path, name))
  const command = (script: string) => [process.execPath, join(source, script)]
  const startBundle = () =>
    Bun.spawn(command('bundle-child.ts'), { stdin: 'pipe', stderr: 'ignore' })
  return {
    cache,
    path: folder.path,
    bundles: () => readdirSync(cache),
    write(word: string) {
      const facts = `'${word}', import.meta.dir, new Error().stack?.includes('.cache')`
      const start = `export async function startService() { console.log(${facts}) }\n`
      writeFileSync(join(source, 'start-service.ts'), start)
    },
    start: async (env: Record<string, string> = {}) =>
      (await outputOf(command('main.ts'), { env })).stdout.trim(),
    startBundle,
    // Its end is that of its stdin.
    bundle: () => startBundle().exited,
    folderOf: (isBundle: boolean) => `${source} ${isBundle}`,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

test('a start takes the bundle of exactly its sources, which knows where they stand', async () => {
  using checkout = smallCheckout()
  const { write, start, bundle, folderOf } = checkout
  write('first')
  expect(await start()).toBe(`first ${folderOf(false)}`)
  await bundle()
  expect(await start()).toBe(`first ${folderOf(true)}`)
  expect(await start({ NODE_ENV: 'development' })).toBe(`first ${folderOf(false)}`)
  write('edited')
  expect(await start()).toBe(`edited ${folderOf(false)}`)
  await bundle()
  expect(await start()).toBe(`edited ${folderOf(true)}`)
  expect(checkout.bundles()).toHaveLength(2)
  // As in a copy of the folders alone.
  rmSync(join(checkout.path, 'bun.lock'))
  expect(await start()).toBe(`edited ${folderOf(false)}`)
})

test('what a start loads uses nothing of modules that CommonJS lacks', () => {
  const scripts = new Glob('**/*.ts').scanSync({ cwd: join(ROOT, 'src'), absolute: true })
  const others = [...scripts].filter((path) =>
    /\bimport\.meta\.(?!dir\b|url\b)/.test(readFileSync(path, 'utf8')),
  )
  expect(others).toEqual([])
})

test('only the newest bundles are kept, and what a killed build has left is not waited for', async () => {
  using checkout = smallCheckout()
  const building = join(checkout.cache, 'building')
  mkdirSync(building, { recursive: true })
  checkout.write('held')
  await checkout.bundle()
  expect(checkout.bundles()).toEqual(['building'])
  utimesSync(building, 0, 0)
  for (const word of ['a', 'bb', 'ccc', 'dddd']) {
    checkout.write(word)
    await checkout.bundle()
  }
  expect(checkout.bundles()).toHaveLength(3)
  expect(existsSync(building)).toBe(false)
  expect(await checkout.start()).toBe(`dddd ${checkout.folderOf(true)}`)
})

test('a build that ends with its service leaves nothing that the next one waits for', async () => {
  using checkout = smallCheckout()
  checkout.write('word')
  const building = join(checkout.cache, 'building')
  mkdirSync(checkout.cache, { recursive: true })
  const begun = Promise.withResolvers<void>()
  const watcher = watch(checkout.cache, () => {
    if (existsSync(building)) begun.resolve()
  })
  const child = checkout.startBundle()
  await Promise.race([begun.promise, child.exited])
  await child.stdin.end()
  await child.exited
  watcher.close()
  expect(existsSync(building)).toBe(false)
})

test('a folder of packages that cannot be written to ends the build with its reason', async () => {
  using checkout = smallCheckout()
  checkout.write('word')
  rmSync(join(checkout.path, 'node_modules'), { recursive: true })
  writeFileSync(join(checkout.path, 'node_modules'), '')
  expect(await checkout.bundle()).toBe(1)
  expect(await checkout.start()).toBe(`word ${checkout.folderOf(false)}`)
})
