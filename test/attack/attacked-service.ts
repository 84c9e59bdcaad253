import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRIMARY_KEY } from '../support/service.ts'
import { memoryGroup } from './memory-limit.ts'
import { fdsOf, rssOf } from './process-figures.ts'

const MAIN = join(import.meta.dir, '../../src/main.ts')
const END_MS = 500
/** What the service may have in memory, with its child processes. */
export const MEMORY_BYTES = 1024 ** 3

export interface ServiceOptions {
  /** HOME, settings, log and `data`; by default the driver's folder. Kept between starts. */
  readonly folder?: string
  /** Text of its hearth.toml. */
  readonly toml?: string
  readonly env?: Readonly<Record<string, string>>
  /** Command before `bun src/main.ts`, such as `strace -D …`; it must become the service by exec. */
  readonly prefix?: readonly string[]
  readonly memoryBytes?: number
}

/** The service as a process that is under attack. */
export interface AttackedService extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly folder: string
  /** Its DATA_DIR as the running process has it, also where that is a mount of its own. */
  readonly data: string
  /** Resolves to its exit code when the process ends for any reason. */
  readonly exited: Promise<number>
  readonly isAlive: () => boolean
  /** Bytes of resident memory, now and at the most so far, of the service without its children. */
  readonly rss: () => { now: number; peak: number }
  readonly fds: () => number
  /** Processes of the group that the kernel has ended for want of memory; 0 without a group. */
  readonly memoryKills: () => number
  readonly logText: () => string
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>
}

const running = new Set<() => Promise<void>>()

/** Kills every service that this process has started. */
export async function endAllServices(): Promise<void> {
  await Promise.all([...running].map((end) => end()))
}

/** @throws {Error} with the end of its log, when it ends before it listens */
export async function startAttacked(
  options: ServiceOptions & { folder: string },
): Promise<AttackedService> {
  const { folder } = options
  mkdirSync(folder, { recursive: true })
  const group = memoryGroup(options.memoryBytes ?? MEMORY_BYTES)
  const config = join(folder, 'hearth.toml')
  const log = join(folder, 'log')
  await Bun.write(config, options.toml ?? '')
  const command = [...(group?.prefix ?? []), ...(options.prefix ?? []), process.execPath, MAIN]
  const child = Bun.spawn(command, {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TMPDIR: folder,
      HEARTH_CONFIG: config,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      PRIMARY_KEY,
      MIN_FREE_BYTES: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', Bun.file(log)],
  })
  const end = async () => {
    child.kill('SIGKILL')
    await child.exited
    group?.[Symbol.dispose]()
    running.delete(end)
  }
  running.add(end)
  const url = await listening(child.stdout)
  if (url === undefined) {
    await end()
    throw new Error(
      `The service ended before it listened: ${readFileSync(log, 'utf8').slice(-2000)}`,
    )
  }
  let memory = { now: 0, peak: 0 }
  return {
    ...{ url, folder, pid: child.pid, port: Number(new URL(url).port), exited: child.exited },
    data: join(`/proc/${child.pid}/root`, folder, 'data'),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    rss: () => {
      // A process that has ended has none; its last figures remain.
      memory = rssOf(child.pid) ?? memory
      return memory
    },
    fds: () => fdsOf(child.pid),
    memoryKills: () => group?.kills() ?? 0,
    logText: () => readFileSync(log, 'utf8'),
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal)
      await child.exited
    },
    [Symbol.asyncDispose]: end,
  }
}

/** Whether a service ends; connections break off before its end is known. */
export async function endsSoon({ exited }: AttackedService): Promise<boolean> {
  return await Promise.race([exited.then(() => true), Bun.sleep(END_MS).then(() => false)])
}

async function listening(stdout: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder()
  const reader = stdout.getReader()
  let printed = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return undefined
    printed += decoder.decode(value, { stream: true })
    const url = /Hearth is listening on (\S+)/.exec(printed)?.[1]
    if (url === undefined) continue
    reader.releaseLock()
    return url
  }
}
