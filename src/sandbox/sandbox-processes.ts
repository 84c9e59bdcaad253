import { randomInt } from 'node:crypto'
import {
  chownSync,
  lchownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs'
import { readIfThere, sendSignal } from '../platform/process-table.ts'
import { useOfFileSystem, walkFolder } from './job-folder.ts'

const BLOCK_BYTES = 512
const KIB = 1024
/** What a socket can hold in each direction until it is read: `net.core.wmem_default` of Linux. */
const SOCKET_BYTES = 212_992
/** Index of the start time in `/proc/<pid>/stat` after the name; in clock ticks since boot. */
const START_FIELD = 19
/** Growth of the machine's shared memory that nothing explains, before its reason is sought. */
const UNEXPLAINED_BYTES = 16 * 1024 * 1024
/** Where commands can keep something in memory. */
const MEMORY_FOLDERS = ['/tmp', '/dev/shm']

export interface ProcessUse {
  /** Processes and threads. */
  count: number
  memoryBytes: number
  /** Files in the folders that are kept in memory. */
  files: number
}

/** The processes of one sandbox, seen from the host. */
export class SandboxProcesses {
  /** On the host, the id of what is process 1 inside. The kernel ends all others with it. */
  readonly #first: number
  readonly #started: string | undefined
  readonly #sharedAtStart = sharedBytes()

  constructor(first: number) {
    this.#first = first
    this.#started = startOf(first)
  }

  get isGone(): boolean {
    const start = startOf(this.#first)
    return start === undefined || start !== this.#started
  }

  kill(): void {
    if (!this.isGone) sendSignal(this.#first, 'SIGKILL')
  }

  /**
   * @param enoughBytes A quick count above it is made again, without counting shared memory twice
   */
  use(enoughBytes: number): ProcessUse {
    if (!this.#isSetUp()) return { count: 0, memoryBytes: 0, files: 0 }
    const paths = this.#pids().map((pid) => this.#living(pid))
    const states = paths.map((path) => this.#read(`${path}/status`))
    const kept = this.#useOfMemoryFolders()
    const seen = kept.bytes + sum(states, ['RssShmem'])
    const hidden = this.#hiddenSharedBytes(paths, seen)
    const other = kept.bytes + hidden + this.#sockets() * SOCKET_BYTES
    const quick = sum(states, ['RssAnon', 'RssShmem', 'VmSwap', 'VmPTE']) + other
    const memoryBytes =
      quick <= enoughBytes
        ? quick
        : other +
          paths
            .map((path) => this.#read(`${path}/smaps_rollup`))
            .reduce((total, text) => total + sum([text], ['Pss_Anon', 'Pss_Shmem', 'SwapPss']), 0) +
          sum(states, ['VmPTE'])
    const count = states.reduce((total, text) => total + (numberIn(text, 'Threads') ?? 0), 0)
    return { count, memoryBytes, files: kept.files }
  }

  /**
   * Files that have no name any more and take room on a disk as long as a process uses them.
   *
   * @param folder On the disk
   * @param assumedBytes Size of one that is mapped into memory only, which cannot be seen
   * @param unexplainedBytes What the disk has given away for unknown reasons: it is taken by files that
   * are sent between processes, where there are such
   */
  unnamedBytes(folder: string, assumedBytes: number, unexplainedBytes: number): number {
    if (!this.#isSetUp()) return 0
    const { dev } = statSync(folder)
    const sizes = new Map<number, number>()
    let isSending = false
    for (const pid of this.#pids()) {
      // Threads can have descriptors of their own, and outlive the first thread of their process.
      for (const thread of this.#threads(pid)) {
        const descriptors = `${this.#root}/proc/${thread}/fd`
        for (const name of entriesOf(descriptors)) {
          const stats = statsOf(`${descriptors}/${name}`)
          if (stats?.isFile() && stats.nlink === 0 && stats.dev === dev)
            sizes.set(stats.ino, stats.blocks * BLOCK_BYTES)
          if (stats?.isSocket() === true)
            isSending ||= /^scm_fds:\s*[1-9]/m.test(this.#read(`${thread}/fdinfo/${name}`))
        }
      }
      // "start-end access offset device inode path (deleted)"
      for (const line of this.#read(`${this.#living(pid)}/maps`).split('\n')) {
        const inode = line.endsWith(' (deleted)') ? Number(line.split(/ +/, 5)[4]) : 0
        if (inode > 0 && line.includes(' /work/') && !sizes.has(inode))
          sizes.set(inode, assumedBytes)
      }
    }
    const bytes = [...sizes.values()].reduce((total, bytes) => total + bytes, 0)
    return isSending ? Math.max(bytes, unexplainedBytes) : bytes
  }

  /** Memory that processes share and have taken out of their own, where no process shows it. */
  #hiddenSharedBytes(paths: readonly string[], seenBytes: number): number {
    const hidden = sharedBytes() - this.#sharedAtStart - seenBytes
    if (hidden < UNEXPLAINED_BYTES) return 0
    return paths.some((path) => this.#read(`${path}/maps`).includes(' /dev/zero (deleted)'))
      ? hidden
      : 0
  }

  #threads(pid: string): string[] {
    return entriesOf(`${this.#root}/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`)
  }

  /** Where a process is seen in /proc: at another thread when its first one has ended. */
  #living(pid: string): string {
    const isAlive = (path: string) => !/^State:\s*[ZX]/m.test(this.#read(`${path}/status`))
    return isAlive(pid) ? pid : (this.#threads(pid).find(isAlive) ?? pid)
  }

  /** Until its own root is there, that of the host is seen. */
  #isSetUp(): boolean {
    const root = statsOf(`${this.#root}/`)
    return root !== undefined && root.dev !== statSync('/').dev
  }

  get #root(): string {
    return `/proc/${this.#first}/root`
  }

  /** Their ids inside: the sandbox has a /proc of its own, which lists them and no others. */
  #pids(): string[] {
    return entriesOf(`${this.#root}/proc`).filter((name) => /^\d+$/.test(name))
  }

  #read(path: string): string {
    return readIfThere(`${this.#root}/proc/${path}`)
  }

  #useOfMemoryFolders(): { bytes: number; files: number } {
    const total = { bytes: 0, files: 0 }
    for (const folder of MEMORY_FOLDERS) {
      try {
        const { usedBytes, usedFiles } = useOfFileSystem(this.#root + folder)
        total.bytes += usedBytes
        total.files += usedFiles ?? 0
      } catch {
        // It has ended in the meantime.
      }
    }
    return total
  }

  #sockets(): number {
    return Number(/^sockets: used (\d+)/.exec(this.#read('1/net/sockstat'))?.[1] ?? 0)
  }
}

/** Shared memory of the whole machine. */
function sharedBytes(): number {
  return sum([readIfThere('/proc/meminfo')], ['Shmem'])
}

/** Of a process that has not ended. */
function startOf(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`)
  // "pid (name) state …": the name may contain any character, also brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[START_FIELD]
}

/** In bytes. */
function sum(texts: readonly string[], names: readonly string[]): number {
  let total = 0
  for (const text of texts) for (const name of names) total += (numberIn(text, name) ?? 0) * KIB
  return total
}

/** A line such as `VmRSS:   1234 kB`. */
function numberIn(text: string, name: string): number | undefined {
  const value = new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1]
  return value === undefined ? undefined : Number(value)
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** User and group of commands that have no user of their own on the host. */
const NOBODY = 65_534
/**
 * Ids that systemd's table leaves free, in a whole machine and in a container of 65,536 ids.
 * https://systemd.io/UIDS-GIDS
 */
const FREE_IDS = [
  { first: 1_879_048_192, count: 268_304_384 },
  { first: 60_578, count: 606 },
]

/** Ids of the users whom commands run as. */
export type SandboxUsers =
  /** Each job has an id of this range. */
  | { kind: 'own'; first: number; count: number }
  /** The service's own user, under another number. */
  | { kind: 'namespace' }

/** @returns undefined where root has no ids to give away */
export function sandboxUsers(): SandboxUsers | undefined {
  if (process.getuid?.() !== 0) return { kind: 'namespace' }
  const range = FREE_IDS.find(
    (ids) => isMapped('/proc/self/uid_map', ids) && isMapped('/proc/self/gid_map', ids),
  )
  return range && { kind: 'own', ...range }
}

/**
 * The user id of a job: the owner of its work folder. A folder that belongs to the service is given
 * to a new user, with all that is in it and in the inputs.
 */
export function userOfJob(
  users: SandboxUsers,
  { work, inputs }: { work: string; inputs?: string | undefined },
): number {
  if (users.kind === 'namespace') return NOBODY
  const { uid } = lstatSync(work)
  const isOwn = uid >= users.first && uid < users.first + users.count
  const user = isOwn ? uid : users.first + randomInt(users.count)
  for (const folder of inputs === undefined ? [work] : [work, inputs])
    if (lstatSync(folder).uid !== user) giveFolder(folder, user)
  return user
}

/** The folder itself at the end, so that it is done again after a crash in the middle. */
function giveFolder(folder: string, user: number): void {
  for (const { path, stats } of walkFolder(folder)) {
    // The other name may be that of a file of the service.
    if (stats.isFile() && stats.nlink > 1) throw new Error('A file of a job has several names')
    lchownSync(path, user, user)
  }
  chownSync(folder, user, user)
}

/** Lines of a map have the first id inside, the first outside, and their count. */
function isMapped(map: string, { first, count }: { first: number; count: number }): boolean {
  return readFileSync(map, 'latin1')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([start = 0, , length = 0]) => start <= first && start + length >= first + count)
}
