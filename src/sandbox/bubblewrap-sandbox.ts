import { release as kernelRelease } from 'node:os'
import { AppError } from '../platform/errors.ts'
import { outputOf } from '../platform/programs.ts'
import { AnonymousFile } from './anonymous-file.ts'
import { findCgroupParents } from './cgroup.ts'
import type { Sandbox, SandboxEnd, SandboxRequest, SandboxState } from './contract.ts'
import { runSandboxed, SandboxFailure, type SandboxSetup } from './run-sandboxed.ts'
import {
  type Advice,
  adviceFor,
  missingProgram,
  NOT_LINUX,
  unknownProcessor,
} from './sandbox-advice.ts'
import { killAbandoned } from './sandbox-child.ts'
import { findSandboxPrograms, type SandboxPrograms } from './sandbox-programs.ts'
import { sandboxUsers } from './sandbox-user.ts'
import { seccompFilter } from './seccomp-filter.ts'
import { SELF_TEST_BOUNDS, selfTest } from './self-test.ts'
import { systemView } from './system-view.ts'
import { WorkVolumes } from './work-volumes.ts'

/** How long a machine counts as unable. What is installed or set later is found without a restart. */
const RETRY_MS = 30_000
/** Linux counts the processes of a user namespace by themselves since 5.14. */
const COUNTING_KERNEL = { major: 5, minor: 14 }

interface BubblewrapSandboxOptions {
  /** The owner's path of bubblewrap. */
  bwrap?: string | undefined
  /** Whose PATH is searched. */
  env: Readonly<Record<string, string | undefined>>
  /** Folders of the service. They are hidden even where they are within a system folder. */
  hidden?: readonly string[]
  /** Whether to leave control groups alone, so that memory and processes are polled. */
  withoutCgroups?: boolean
}

type Tried = { setup: SandboxSetup } | { advice: Advice; until: number }

/** A sandbox of bubblewrap for each command. Never runs one without. */
export class BubblewrapSandbox implements Sandbox, Disposable {
  readonly workFolders = new WorkVolumes()
  readonly #options: BubblewrapSandboxOptions
  #tried: { identity: string; result: Promise<Tried> } | undefined

  constructor(options: BubblewrapSandboxOptions) {
    this.#options = options
  }

  async state(): Promise<SandboxState> {
    const tried = await this.#try()
    if ('advice' in tried) return { ok: false, ...tried.advice }
    const { cgroups, users, programs } = tried.setup
    return {
      ok: true,
      isolation: { cgroup: cgroups?.version ?? 'none', user: users.kind, python: programs.python },
    }
  }

  async run(request: SandboxRequest): Promise<SandboxEnd> {
    const tried = await this.#try()
    if ('advice' in tried) throw notPossible(tried.advice)
    try {
      return await runSandboxed(tried.setup, request)
    } catch (error) {
      if (!(error instanceof SandboxFailure)) throw error
      // The machine may have changed.
      this[Symbol.dispose]()
      throw notPossible(adviceFor(error.message, isRoot()))
    }
  }

  /** Lets go of what is kept for later commands. */
  [Symbol.dispose](): void {
    const tried = this.#tried
    this.#tried = undefined
    void tried?.result.then(release, () => undefined)
  }

  async #try(): Promise<Tried> {
    const found = this.#find()
    if ('reason' in found) return { advice: found, until: 0 }
    const { identity } = found
    if (this.#tried?.identity !== identity) {
      this[Symbol.dispose]()
      this.#tried = { identity, result: this.#prepare(found) }
    }
    const current = this.#tried
    const tried = await current.result
    if (!('advice' in tried) || performance.now() < tried.until) return tried
    if (this.#tried === current) this.#tried = undefined
    return this.#try()
  }

  #find(): SandboxPrograms | Advice {
    if (process.platform !== 'linux') return NOT_LINUX
    const { bwrap, env } = this.#options
    const found = findSandboxPrograms({ bwrap, path: env['PATH'] })
    if ('missing' in found) return missingProgram(found.missing)
    if (isRoot() && found.setpriv === undefined) return missingProgram('setpriv')
    return found
  }

  async #prepare(programs: SandboxPrograms): Promise<Tried> {
    const unable = (advice: Advice) => ({ advice, until: performance.now() + RETRY_MS })
    const { arch } = process
    if (arch !== 'x64' && arch !== 'arm64') return unable(unknownProcessor(arch))
    const users = sandboxUsers()
    if (users === undefined)
      return unable({
        reason: 'Root of this container has no user ids that it could run commands as',
        fix: 'Run Hearth as another user than root',
      })
    killAbandoned()
    const { hidden = [], withoutCgroups = false } = this.#options
    const options = await outputOf([programs.bwrap, '--help'])
    const setup: SandboxSetup = {
      ...{ programs, users, view: systemView(hidden), cgroups: undefined },
      isUsernsDisabled: options?.includes('--disable-userns') === true,
      countsProcesses: countsProcesses(),
      filter: new AnonymousFile(seccompFilter(arch)),
    }
    const cgroups = withoutCgroups ? undefined : await findCgroupParents(SELF_TEST_BOUNDS)
    // Groups that can be made cannot always be joined.
    const groupless = await faultOf(setup)
    if (groupless !== undefined) {
      setup.filter[Symbol.dispose]()
      return unable(groupless)
    }
    const grouped = { ...setup, cgroups }
    const isGrouped = cgroups !== undefined && (await faultOf(grouped)) === undefined
    return { setup: isGrouped ? grouped : setup }
  }
}

async function faultOf(setup: SandboxSetup): Promise<Advice | undefined> {
  try {
    const wrong = await selfTest(setup)
    if (wrong === undefined) return undefined
    const fix = 'Report this to the makers of Hearth, with the versions of Linux and bubblewrap'
    return { reason: `The sandbox is not tight: ${wrong}`, fix }
  } catch (error) {
    if (error instanceof SandboxFailure) return adviceFor(error.message, isRoot())
    const { message } = error instanceof Error ? error : new Error(String(error))
    return { reason: `The sandbox cannot be tried: ${message}`, fix: 'See TMPDIR and the disk' }
  }
}

function notPossible({ reason, fix }: Advice): AppError {
  return new AppError('not_installed', `Cannot run a command in a sandbox: ${reason}. ${fix}`)
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function countsProcesses(): boolean {
  const [major = 0, minor = 0] = kernelRelease().split('.').map(Number)
  const { major: since, minor: sinceMinor } = COUNTING_KERNEL
  return major > since || (major === since && minor >= sinceMinor)
}

/** A command that runs has its own descriptors of it. */
function release(tried: Tried): void {
  if ('setup' in tried) tried.setup.filter[Symbol.dispose]()
}
