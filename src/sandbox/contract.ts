import type { CodedText } from '../platform/coded-text.ts'

/** What one command may use. Reaching a bound that cannot be refused to the command ends it. */
export interface SandboxBounds {
  deadlineMs: number
  /** Of all its processes together, with its private temporary files and what its sockets hold. */
  memoryBytes: number
  /** Processes and threads at a time. */
  processes: number
  /** Processor time of each process. */
  cpuSeconds: number
  /** Size of one file. */
  fileBytes: number
  /** What the work folder may hold, with what was there before; one that holds more may not grow. */
  diskBytes: number
  /** Files and folders in the work folder, likewise. */
  files: number
  /** What is kept of each of stdout and stderr: its start and its end. */
  outputBytes: number
  /** What it may print in all. */
  printedBytes: number
}

/**
 * One command of a job. The folders are the job's own: the sandbox may change who owns them, and
 * what is in them. They hold copies of the service's files, never links.
 */
export interface SandboxRequest {
  command: readonly [program: string, ...string[]]
  /** Seen as /work, and the only place where something stays after the command. */
  work: string
  /** Seen as /inputs, read-only. */
  inputs?: string
  stdin?: string
  bounds: SandboxBounds
  signal: AbortSignal
  /** Is given what the command prints, as it comes, without control characters. */
  onOutput?: (text: string, stream: 'stdout' | 'stderr') => void
  /** A file of the host that gets all that is printed, up to a bound; it must not exist. */
  log?: { path: string; maxBytes: number }
}

export type StopReason = 'deadline' | 'memory' | 'disk' | 'files' | 'output' | 'processes'

/** How a command ended. No process of it is left. */
export interface SandboxEnd {
  /** 128 and more after a signal. */
  exitCode: number
  /** Without control characters but line ends and tabs; cut in the middle, with a note. */
  stdout: string
  stderr: string
  /** The bound for which it was ended. */
  stopped?: StopReason
  ms: number
}

/** What separates commands from the machine. */
export interface Isolation {
  /** Which control groups bound memory and processes; without them, they are polled. */
  cgroup: 'v2' | 'v1' | 'none'
  /** The user of commands on the host: one for each job, or the service's own in a namespace. */
  user: 'own' | 'namespace'
  /** Path of Python 3 within the sandbox. */
  python: string | undefined
}

export type SandboxState =
  | { ok: true; isolation: Isolation }
  /** In plain words, and what the owner can do about it. */
  | {
      ok: false
      reason: string
      fix: string
      /** The same for pages, in their own words. */
      texts?: { reason: CodedText; fix: CodedText }
    }

/** Bounds what is in work folders by more than looking at them, where the machine can. */
export interface WorkFolders {
  /** Prepares a work folder for its commands. */
  open(work: string, bounds: Pick<SandboxBounds, 'diskBytes' | 'files'>): Promise<void>
  /**
   * Ends that, before the folder is removed or the service ends.
   *
   * @param isKept Whether it may be opened again with what is in it
   */
  close(work: string, isKept?: boolean): Promise<void>
}

/** Runs the commands of jobs, separated from the machine and from one another. */
export interface Sandbox {
  /** Tries the sandbox once for each version of the programs that make it. */
  state(): Promise<SandboxState>
  readonly workFolders?: WorkFolders
  /**
   * Runs a command. Nothing of it but the files in its work folder is left when this settles.
   *
   * @throws {AppError} `not_installed` where no sandbox can be made
   * @throws The signal's reason
   */
  run(request: SandboxRequest): Promise<SandboxEnd>
}
