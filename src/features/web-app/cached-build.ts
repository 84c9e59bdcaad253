import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize } from 'node:v8'
import { type Static, Type } from '@sinclair/typebox'
import { buildCache, fingerprintOf, removeOldBuilds } from '../../platform/build-cache.ts'
import { matches } from '../../platform/check.ts'
import { deadline } from '../../platform/deadline.ts'
import { randomId } from '../../platform/ids.ts'
import type { Language } from '../../platform/languages.ts'
import type { Build } from './build.ts'

const CHILD = join(import.meta.dir, 'build-child.ts')
const PROJECT = join(import.meta.dir, '../../..')
const CACHE = buildCache('hearth-pages')
/** A build takes less than a second; on a busy small machine, some. */
const BUILD_MS = 60_000
/** Characters of what a process says that has no result. */
const MAX_WORDS = 2_000

const Bytes = Type.Unsafe<Uint8Array<ArrayBuffer>>(Type.Uint8Array())
const Files = Type.Object({
  script: Type.String(),
  style: Type.String(),
  theme: Type.String(),
  pages: Type.Unsafe<ReadonlyMap<string, readonly string[]>>(Type.Any()),
})

/** What the child process writes: the build, or why there is none. */
const BuildMessage = Type.Union([
  Type.Object({
    assets: Type.Array(
      Type.Tuple([
        Type.String(),
        Type.Object({ type: Type.String(), bytes: Bytes, gzip: Bytes, brotli: Bytes }),
      ]),
    ),
    files: Type.Object({ app: Files, admin: Files, shared: Files }),
    install: Type.Object({
      manifest: Type.String(),
      touchIcon: Type.String(),
      worker: Type.String(),
    }),
  }),
  Type.Object({ fault: Type.String() }),
])
export type BuildMessage = Static<typeof BuildMessage>

/**
 * The web app in one language from the cache of an earlier start of exactly these sources, or built in a child
 * process and cached for the next start, as a build takes a second of a processor.
 *
 * @throws {Error} with the messages of the bundler, or with the end of the process
 */
export async function cachedBuild(
  language: Language,
  { cache = CACHE, program = CHILD }: { cache?: string; program?: string } = {},
): Promise<Build> {
  const name = fingerprint()
  const path = join(cache, name, language)
  const cached = await readCached(path)
  if (cached !== undefined) return cached
  const { bytes, build } = await runChild(language, program)
  // Edited meanwhile: it is of neither version. Where nothing can be cached, the next start builds again.
  if (fingerprint() === name) await store(cache, path, bytes).catch(() => undefined)
  return build
}

/**
 * Bundles the web app in one language, in a child process that ends with it.
 *
 * @param program Path of what the process runs
 * @throws {Error} with the messages of the bundler, or with the end of the process
 */
export async function buildInChild(language: Language, program = CHILD): Promise<Build> {
  return (await runChild(language, program)).build
}

async function runChild(language: Language, program: string) {
  // It reads the stdin only to notice the end of this process.
  const child = Bun.spawn([process.execPath, '--no-env-file', program, language], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
    // The names of the files depend on it.
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  try {
    const [bytes, words] = await deadline(
      Promise.all([
        new Response(child.stdout).bytes(),
        new Response(child.stderr).text(),
        child.exited,
      ]),
      BUILD_MS,
    )
    const message = messageOf(bytes)
    if (message === undefined) throw new Error(`Cannot build the web app: ${endOf(child, words)}`)
    if ('fault' in message) throw new Error(message.fault)
    return { bytes, build: buildOf(message) }
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
}

/** Of all that the pages are made of. */
const fingerprint = () => fingerprintOf(['src', 'public'], /./)

async function readCached(path: string): Promise<Build | undefined> {
  const bytes = await readFile(path).catch(() => undefined)
  const message = bytes && messageOf(bytes)
  return message === undefined || 'fault' in message ? undefined : buildOf(message)
}

/** Renamed when it is whole and on the disk, so that no start finds a part of it. */
async function store(cache: string, path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const fresh = `${path}-${randomId('new')}`
  await using file = await open(fresh, 'w')
  await file.writeFile(bytes)
  await file.sync()
  await rename(fresh, path)
  removeOldBuilds(cache)
}

const buildOf = (message: Exclude<BuildMessage, { fault: string }>): Build => ({
  ...message,
  assets: new Map(message.assets),
})

function messageOf(bytes: Uint8Array): BuildMessage | undefined {
  try {
    const message: unknown = deserialize(bytes)
    return matches(BuildMessage, message) ? message : undefined
  } catch {
    return undefined
  }
}

function endOf({ exitCode, signalCode }: Bun.Subprocess, words: string): string {
  return `its process ended with ${signalCode ?? exitCode}: ${words.trim().slice(-MAX_WORDS)}`
}
