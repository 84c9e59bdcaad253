import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BunPlugin } from 'bun'
import manifest from '../package.json' with { type: 'json' }
import { buildCache, fingerprintOf, removeOldBuilds } from './platform/build-cache.ts'
import { codeOf } from './platform/errors.ts'

const SOURCES = import.meta.dir
const CACHE = buildCache('hearth')
const BUILDING = join(CACHE, 'building')
const ENTRY = 'start-service.ts'
/**
 * Packages that every start loads and that are nothing but JavaScript. All others stay outside: some
 * look for files beside their own.
 */
const BUNDLED = [
  '@elysiajs/cors',
  '@elysiajs/jwt',
  '@sinclair/typebox',
  'drizzle-orm',
  'elysia',
  'ipaddr.js',
  'jose',
  're2js',
  'robots-parser',
  'smol-toml',
]
/** Milliseconds after which a build that has not ended is taken for a killed one. */
const STALE_BUILD_MS = 120_000
/** Characters of what the process that bundles says of its failure. */
const MAX_WORDS = 2_000

let isBuilding = false

/**
 * The service in one file with its bytecode, which starts in a third of the time of its 900 modules.
 *
 * @returns The path of the entry; undefined where there is none of exactly these sources
 */
export function findBundle(): string | undefined {
  const entry = join(CACHE, fingerprint(), entryName())
  return existsSync(entry) ? entry : undefined
}

/**
 * Makes the bundle in a process of its own, for the next start.
 *
 * @returns What went wrong, as where the folder of the packages cannot be written
 */
export async function bundleInChild(): Promise<string | undefined> {
  if (findBundle() !== undefined) return undefined
  const child = Bun.spawn([process.execPath, '--no-env-file', join(SOURCES, 'bundle-child.ts')], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
    // The process notices by it that this one has ended.
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [words, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited])
  return exitCode === 0 ? undefined : words.trim().slice(-MAX_WORDS)
}

/**
 * Makes the bundle for the next starts, unless it is there or another process is at it.
 *
 * @throws {Error} with the messages of the bundler, or of the file system
 */
export async function makeBundle(): Promise<void> {
  if (findBundle() !== undefined) return
  mkdirSync(CACHE, { recursive: true })
  if (!claim(BUILDING)) return
  isBuilding = true
  try {
    const name = fingerprint()
    const { success, logs, outputs } = await build()
    if (!success) throw new Error(logs.map(String).join('\n'))
    for (const output of outputs)
      writeDurably(
        join(BUILDING, basename(output.path)),
        new Uint8Array(await output.arrayBuffer()),
      )
    // Edited meanwhile: it is of neither version.
    if (fingerprint() === name) {
      renameSync(BUILDING, join(CACHE, name))
      isBuilding = false
    }
  } finally {
    abandonBundle()
  }
  removeOldBuilds(CACHE)
}

/** Gives up what this process is building, so that the next start need not wait for it. */
export function abandonBundle(): void {
  if (isBuilding) rmSync(BUILDING, { recursive: true, force: true })
  isBuilding = false
}

function build() {
  const external = Object.keys(manifest.dependencies).filter((name) => !BUNDLED.includes(name))
  return Bun.build({
    entrypoints: [join(SOURCES, ENTRY)],
    root: SOURCES,
    target: 'bun',
    // Bun makes bytecode of CommonJS only, which has no `import.meta`. https://bun.sh/docs/bundler/bytecode
    format: 'cjs',
    bytecode: true,
    external: external.flatMap((name) => [name, `${name}/*`]),
    plugins: [OWN_PATHS],
  })
}

/** Has sources in a bundle find threads, child processes, pages and the manual beside their own files. */
export const OWN_PATHS: BunPlugin = {
  name: 'paths of the sources',
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(SOURCES)) return undefined
      return { loader: 'ts', contents: withOwnPaths(readFileSync(path, 'utf8'), path) }
    })
  },
}

function withOwnPaths(source: string, path: string): string {
  return source
    .replaceAll('import.meta.dir', JSON.stringify(dirname(path)))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
}

/** Of all that the bundle is made of. */
const fingerprint = () => fingerprintOf(['src'], /\.ts$/)

function entryName(): string {
  return ENTRY.replace(/\.ts$/, '.js')
}

/**
 * Whether this process is the one that builds.
 *
 * @throws {Error} of the file system, as where the folder may not be written
 */
function claim(folder: string): boolean {
  const startedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
  if (startedAt !== undefined) {
    if (Date.now() - startedAt < STALE_BUILD_MS) return false
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** So that a power cut does not leave an empty program behind a name that says that it is whole. */
function writeDurably(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w')
  try {
    writeSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
