import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { sendSignal } from '../platform/process-table.ts'
import { useOfFileSystem } from './folder-use.ts'

const BLOCK_BYTES = 512
const KIB = 1024
/** What a socket can hold in each direction until it is read: `net.core.wmem_default` of Linux. */
const SOCKET_BYTES = 212_992
/** Index of the start time in `/proc/<pid>/stat` after the name; in clock ticks since boot. */
const START_FIELD = 19
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
    const pids = this.#pids()
    const states = pids.map((pid) => this.#read(`${pid}/status`))
    const kept = this.#useOfMemoryFolders()
    const other = kept.bytes + this.#sockets() * SOCKET_BYTES
    const quick = sum(states, ['RssAnon', 'RssShmem', 'VmSwap', 'VmPTE']) + other
    const memoryBytes =
      quick <= enoughBytes
        ? quick
        : other +
          pids
            .map((pid) => this.#read(`${pid}/smaps_rollup`))
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
   */
  unnamedBytes(folder: string, assumedBytes: number): number {
    if (!this.#isSetUp()) return 0
    const { dev } = statSync(folder)
    const sizes = new Map<number, number>()
    for (const pid of this.#pids()) {
      const descriptors = `${this.#root}/proc/${pid}/fd`
      for (const name of entriesOf(descriptors)) {
        const stats = statsOf(`${descriptors}/${name}`)
        if (stats?.isFile() && stats.nlink === 0 && stats.dev === dev)
          sizes.set(stats.ino, stats.blocks * BLOCK_BYTES)
      }
      // "start-end access offset device inode path (deleted)"
      for (const line of this.#read(`${pid}/maps`).split('\n')) {
        const inode = line.endsWith(' (deleted)') ? Number(line.split(/ +/, 5)[4]) : 0
        if (inode > 0 && line.includes(' /work/') && !sizes.has(inode))
          sizes.set(inode, assumedBytes)
      }
    }
    return [...sizes.values()].reduce((total, bytes) => total + bytes, 0)
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
    return read(`${this.#root}/proc/${path}`)
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

/** Of a process that has not ended. */
function startOf(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`)
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

/** A process may end in the meantime. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
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
