import type { Cgroup } from './cgroup.ts'
import type { SandboxBounds, StopReason } from './contract.ts'
import { DISK_RESERVE_BYTES, type FolderUse, useOfFileSystem, useOfFolder } from './job-folder.ts'
import type { SandboxProcesses } from './sandbox-processes.ts'
import { isVolume } from './work-volumes.ts'

/** Pause between two looks at what a sandbox uses; the shorter while it uses much. */
const POLL_MS = 100
const BUSY_POLL_MS = 20
/** Share of a bound from which on it uses much, or by which it has grown since the last look. */
const BUSY_SHARE = 0.5
const BUSY_GROWTH = 0.1
/** At most this part of the time is spent on looking. */
const MAX_TIME_SHARE = 0.05
/** Growth of the file system that the work folder does not explain, before the reason is sought. */
const UNEXPLAINED_BYTES = 16 * 1024 * 1024
/** It is sought this often in any case, as what others delete meanwhile hides such growth. */
const UNNAMED_LOOK_MS = 2_000
/** A look that waits long for a busy disk must not put off the next one for as many times longer. */
const MAX_PAUSE_MS = 1_000
/** Files of a work folder that are counted before a command starts. */
const MAX_COUNTED_FILES = 100_000
/** bubblewrap's process 1, and one that has ended and is not yet waited for. */
const OTHER_PROCESSES = 2

/** What there was before the command started. */
export interface WorkAtStart {
  /** Of the work folder. */
  bytes: number
  files: number
  /** Of its whole file system. */
  usedBytes: number
  /** Whether that is the folder's own, so that what it writes cannot fill the machine's disk. */
  isVolume: boolean
}

/** To be called before the command is started, which may write much until it is looked at. */
export function workAtStart(work: string): WorkAtStart {
  const { usedBytes } = useOfFileSystem(work)
  const { bytes = 0, files = 0 } = useOf(work, MAX_COUNTED_FILES) ?? {}
  return {
    usedBytes,
    bytes,
    files: Math.min(files, MAX_COUNTED_FILES),
    isVolume: isVolume(work),
  }
}

interface MonitorOptions {
  processes: SandboxProcesses
  atStart: WorkAtStart
  cgroup: Cgroup | undefined
  work: string
  bounds: SandboxBounds
  /** Called once. */
  onExceeded: (reason: StopReason) => void
}

interface Look {
  reason?: StopReason
  /** The largest share of a bound that is used. */
  share: number
}

/** Looks at what a sandbox uses, where the kernel sets no bound, until it exceeds one. */
export class Monitor implements Disposable {
  readonly #options: MonitorOptions
  /**
   * What the work folder may hold. A folder that has exceeded its bounds may not grow, and commands
   * can still delete what is in it.
   */
  readonly #maxBytes: number
  readonly #maxFiles: number
  /** Of the file system, without the work folder's part. */
  readonly #otherBytes: number
  readonly #usedAtStart: number
  #timer: Timer | undefined
  #share = 0
  /** The folder's last count, valid as long as its file system gives nothing more away. */
  #folder: { identity: string; use: FolderUse | undefined } | undefined
  #lookedForUnnamedAt = Number.NEGATIVE_INFINITY
  #isOver = false

  constructor(options: MonitorOptions) {
    this.#options = options
    const { atStart, bounds } = options
    this.#usedAtStart = atStart.usedBytes
    this.#otherBytes = atStart.usedBytes - atStart.bytes
    this.#maxBytes = Math.max(bounds.diskBytes, atStart.bytes)
    this.#maxFiles = Math.max(bounds.files, atStart.files)
    this.#timer = setTimeout(() => this.#poll(), BUSY_POLL_MS)
  }

  /** Looks once more, as after the end of the command. @returns The bound that is exceeded */
  finalReason(): StopReason | undefined {
    if (this.#options.cgroup?.isOutOfMemory === true) return 'memory'
    return this.#lookAtFolder().reason
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  #poll(): void {
    const start = performance.now()
    const looks = [this.#lookAtProcesses(), this.#lookAtFolder()]
    const took = performance.now() - start
    const reason = looks.find((look) => look.reason !== undefined)?.reason
    if (reason !== undefined) {
      this[Symbol.dispose]()
      this.#options.onExceeded(reason)
      return
    }
    const share = Math.max(...looks.map((look) => look.share))
    const isBusy = share > BUSY_SHARE || share - this.#share > BUSY_GROWTH
    this.#share = share
    const rest = Math.min(took / MAX_TIME_SHARE, MAX_PAUSE_MS)
    const pause = Math.max(isBusy ? BUSY_POLL_MS : POLL_MS, rest)
    if (!this.#isOver) this.#timer = setTimeout(() => this.#poll(), pause)
  }

  #lookAtProcesses(): Look {
    const { processes, bounds, cgroup } = this.#options
    if (cgroup?.isOutOfMemory === true) return { reason: 'memory', share: 1 }
    const { count, memoryBytes, files } = processes.use(bounds.memoryBytes)
    const share = Math.max(memoryBytes / bounds.memoryBytes, files / bounds.files)
    if (memoryBytes > bounds.memoryBytes) return { reason: 'memory', share }
    if (files > bounds.files) return { reason: 'files', share }
    if (count > bounds.processes + OTHER_PROCESSES) return { reason: 'processes', share }
    return { share }
  }

  #lookAtFolder(): Look {
    const { work, bounds, processes, atStart } = this.#options
    const disk = useOfFileSystem(work)
    const isLow = !atStart.isVolume && disk.freeBytes < DISK_RESERVE_BYTES
    if (isLow && disk.usedBytes > this.#usedAtStart) return { reason: 'disk', share: 1 }
    const identity = `${disk.usedBytes} ${disk.usedFiles}`
    // Some file systems do not count their files.
    if (this.#folder?.identity !== identity || disk.usedFiles === undefined)
      this.#folder = { identity, use: useOf(work, this.#maxFiles) }
    const { use } = this.#folder
    if (use === undefined || use.isHidden || use.files > this.#maxFiles)
      return { reason: 'files', share: 1 }
    const unexplained = disk.usedBytes - this.#otherBytes - use.bytes
    const isDue = performance.now() - this.#lookedForUnnamedAt >= UNNAMED_LOOK_MS
    let unnamed = 0
    if (isDue || unexplained > UNEXPLAINED_BYTES) {
      unnamed = processes.unnamedBytes(work, bounds.fileBytes, unexplained)
      this.#lookedForUnnamedAt = performance.now()
    }
    const bytes = use.bytes + unnamed
    const share = Math.max(bytes / this.#maxBytes, use.files / this.#maxFiles)
    return bytes > this.#maxBytes ? { reason: 'disk', share } : { share }
  }
}

/** @returns undefined when a folder cannot be read, as when the command takes that right away */
function useOf(folder: string, maxFiles: number): FolderUse | undefined {
  try {
    return useOfFolder(folder, maxFiles)
  } catch {
    return undefined
  }
}
