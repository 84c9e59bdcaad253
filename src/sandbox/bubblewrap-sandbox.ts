import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { release as kernelRelease, tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { type CodedText, fillTemplate, type TextParams } from '../platform/coded-text.ts'
import { AppError } from '../platform/errors.ts'
import { readIfThere, temporaryName } from '../platform/process-table.ts'
import { outputOf } from '../platform/programs.ts'
import { findCgroupParents } from './cgroup.ts'
import type {
  Sandbox,
  SandboxBounds,
  SandboxEnd,
  SandboxRequest,
  SandboxState,
} from './contract.ts'
import { runSandboxed, SandboxFailure, type SandboxSetup } from './run-sandboxed.ts'
import { killAbandoned } from './sandbox-child.ts'
import { sandboxUsers } from './sandbox-processes.ts'
import { findSandboxPrograms, type SandboxPrograms } from './sandbox-programs.ts'
import { SANDBOX_TEXTS } from './sandbox-texts.ts'
import { seccompFilter } from './seccomp-filter.ts'
import { AnonymousFile } from './system-calls.ts'
import { WorkVolumes } from './work-volumes.ts'

const MIB = 1024 * 1024
/** A machine with much to do takes seconds. */
const SELF_TEST_BOUNDS: SandboxBounds = {
  deadlineMs: 20_000,
  memoryBytes: 256 * MIB,
  processes: 32,
  cpuSeconds: 10,
  fileBytes: MIB,
  diskBytes: 16 * MIB,
  files: 100,
  outputBytes: 64 * 1024,
  printedBytes: MIB,
}

/**
 * Each line is `name=value`; the values that are right are in {@link EXPECTED}. It only asks: where
 * there is no sandbox around it, as with a damaged bubblewrap, it must change nothing.
 */
const SCRIPT = `
status() { while read -r name value rest; do [ "$name" = "$1:" ] && echo "$value"; done < /proc/self/status; }
refused() { "$@" > /dev/null 2>&1 && echo no || echo yes; }
seen() { [ -e "$1" ] && echo yes || echo no; }
writable() { [ -w "$1" ] && echo yes || echo no; }
echo capabilities=$(status CapEff)$(status CapPrm)$(status CapBnd)
echo privileges=$(status NoNewPrivs)
echo filter=$(status Seccomp)
[ "$(status Uid)" != 0 ] && echo root=no
echo network=$(while read -r name rest; do case $name in *:*) printf %s "$name";; esac; done < /proc/net/dev)
processes=0; for process in /proc/[0-9]*; do processes=$((processes + 1)); done
[ $processes -lt 12 ] && echo processes=own
echo host=$(seen /etc/shadow)$(seen /root)$(seen /home)$(seen /var)$(seen /run)$(seen /sys)$(seen "$1")
echo environment=$(env | cut -d = -f 1 | sort)
echo system=$(writable /)$(writable /usr)$(writable /etc)$(writable /dev)$(writable /inputs)
echo work=$(writable /work)$(writable /tmp)
echo input=$(cat /inputs/input)
echo namespaces=$(refused unshare --user true)
`

const EXPECTED: Readonly<Record<string, { value: string; otherwise: string }>> = {
  capabilities: { value: '0'.repeat(48), otherwise: 'commands keep rights of root' },
  privileges: { value: '1', otherwise: 'commands can gain rights' },
  filter: { value: '2', otherwise: 'system calls are not filtered' },
  root: { value: 'no', otherwise: 'commands run as root' },
  network: { value: 'lo:', otherwise: 'commands can reach the network' },
  processes: { value: 'own', otherwise: 'commands see other processes' },
  host: { value: 'no'.repeat(7), otherwise: 'commands see files of this machine' },
  environment: {
    value: 'HOME LANG PATH PWD TMPDIR USER',
    otherwise: 'commands see the environment of Hearth',
  },
  system: { value: 'no'.repeat(5), otherwise: 'commands can write outside of their folder' },
  work: { value: 'yesyes', otherwise: 'commands cannot write into their folder' },
  input: { value: 'given', otherwise: 'commands cannot read what they are given' },
  namespaces: { value: 'yes', otherwise: 'commands can make namespaces' },
}

/**
 * Runs a command that tries from within whether the machine is out of its reach.
 *
 * @returns What is wrong; undefined when all is right
 * @throws {SandboxFailure} when no sandbox can be made
 */
async function selfTest(setup: SandboxSetup): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), temporaryName('sandbox')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Also where the service is ended at once, as by a second Ctrl-C.
  process.once('exit', remove)
  try {
    const [work, inputs, secret] = ['work', 'inputs', 'secret'].map((name) => join(folder, name))
    if (work === undefined || inputs === undefined || secret === undefined) return 'no folder'
    for (const path of [work, inputs]) mkdirSync(path)
    writeFileSync(join(inputs, 'input'), 'given')
    writeFileSync(secret, 'a file of this machine')
    const { stdout, stderr, stopped } = await runSandboxed(setup, {
      command: ['/bin/sh', '-c', SCRIPT, 'sh', secret],
      work,
      inputs,
      bounds: SELF_TEST_BOUNDS,
      signal: AbortSignal.any([]),
    })
    if (stopped !== undefined) return `a command in it was ended by its bounds (${stopped})`
    return (
      faultOfOutput(stdout) &&
      `${faultOfOutput(stdout)}${stderr === '' ? '' : ` (${stderr.trim()})`}`
    )
  } finally {
    process.off('exit', remove)
    remove()
  }
}

function faultOfOutput(printed: string): string | undefined {
  const values = new Map(
    printed.split('\n').map((line): [string, string] => {
      const [name = '', ...value] = line.split('=')
      return [name, value.join('=')]
    }),
  )
  const faults = Object.entries(EXPECTED).filter(([name, { value }]) => values.get(name) !== value)
  return faults.length === 0 ? undefined : faults.map(([, { otherwise }]) => otherwise).join(', ')
}

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
      return unable(advice(text('sandbox_no_users'), text('sandbox_use_user')))
    killAbandoned()
    const { hidden = [], withoutCgroups = false } = this.#options
    const options = await outputOf([programs.bwrap, '--help'])
    const setup: SandboxSetup = {
      programs,
      users,
      view: systemView(hidden),
      cgroups: undefined,
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
    return advice(text('sandbox_leaks', { said: wrong }), text('sandbox_report'))
  } catch (error) {
    if (error instanceof SandboxFailure) return adviceFor(error.message, isRoot())
    const { message } = error instanceof Error ? error : new Error(String(error))
    return advice(text('sandbox_not_tried', { said: message }), text('sandbox_disk'))
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

/** Why there is no sandbox, and what the owner can do. */
type Advice = Pick<Extract<SandboxState, { ok: false }>, 'reason' | 'fix'> & {
  texts: { reason: CodedText; fix: CodedText }
}

function text(code: keyof typeof SANDBOX_TEXTS, params: TextParams = {}): CodedText {
  return { code, params }
}

function advice(reason: CodedText, fix: CodedText): Advice {
  const inEnglish = (one: CodedText) => fillTemplate('{one}', { one }, SANDBOX_TEXTS)
  return { reason: inEnglish(reason), fix: inEnglish(fix), texts: { reason, fix } }
}

const INSTALL: Readonly<Record<'bwrap' | 'prlimit' | 'setpriv', string>> = {
  bwrap: 'apt install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora)',
  prlimit: 'apt install util-linux',
  setpriv: 'apt install util-linux',
}

/** Settings of the kernel that forbid user namespaces to users other than root. */
const KERNEL_SETTINGS = [
  {
    path: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    forbids: '1',
    code: 'sandbox_apparmor',
    fix: text('sandbox_profile', {
      profile:
        '"abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }"',
    }),
  },
  {
    path: '/proc/sys/kernel/unprivileged_userns_clone',
    forbids: '0',
    code: 'sandbox_root_only',
    fix: text('sandbox_as_root', {
      command:
        'echo kernel.unprivileged_userns_clone=1 > /etc/sysctl.d/60-userns.conf && sysctl --system',
    }),
  },
  {
    path: '/proc/sys/user/max_user_namespaces',
    forbids: '0',
    code: 'sandbox_no_namespaces',
    fix: text('sandbox_as_root', {
      command:
        'echo user.max_user_namespaces=15000 > /etc/sysctl.d/60-userns.conf && sysctl --system',
    }),
  },
] as const
/** What bubblewrap says when the kernel does not let it. */
const REFUSED = /permi|namespace/i
/** Files by which a container is known. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv']
/** Options of Docker that let a container make namespaces. */
const CONTAINER_OPTIONS =
  '--security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined'

const NOT_LINUX = advice(text('sandbox_linux'), text('sandbox_use_linux'))

function missingProgram(name: keyof typeof INSTALL): Advice {
  const install = text('sandbox_install', { command: INSTALL[name] })
  return advice(text('sandbox_missing', { command: name }), install)
}

/** @param processor As Bun names it */
function unknownProcessor(processor: string): Advice {
  return advice(text('sandbox_processor', { processor }), text('sandbox_processors'))
}

/** @param says What bubblewrap printed */
function adviceFor(says: string, isRoot: boolean): Advice {
  const said = says.split('\n').findLast((line) => line !== '') ?? text('sandbox_silent')
  const option = /unknown option (--\S+)/i.exec(says)?.[1]
  if (option !== undefined) return advice(text('sandbox_old', { option }), text('sandbox_newer'))
  const isRefused = REFUSED.test(says)
  const known =
    isRoot || !isRefused
      ? undefined
      : KERNEL_SETTINGS.find(({ path, forbids }) => readIfThere(path).trim() === forbids)
  if (known !== undefined) return advice(text(known.code, { said }), known.fix)
  if (isRefused && CONTAINER_FILES.some((path) => existsSync(path)))
    return advice(
      text('sandbox_container', { said }),
      text('sandbox_outside', { options: CONTAINER_OPTIONS }),
    )
  const command = 'bwrap --unshare-all --ro-bind / / true'
  return advice(text('sandbox_failed', { said }), text('sandbox_try', { command }))
}

/** Where programs and their libraries are. On most machines all but the first are links into it. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
/** What programs read of /etc. Nothing in it tells about the machine or its users. */
const SETTINGS = ['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime']

/**
 * bubblewrap's arguments for what commands see of the system, all of it read-only.
 *
 * @param hidden Folders of the service, which are left out even if they are within a system folder
 */
function systemView(hidden: readonly string[]): string[] {
  const folders = SYSTEM_FOLDERS.filter((path) => existsSync(path))
  const args = folders.flatMap((path) =>
    lstatSync(path).isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path],
  )
  const covered = [...new Set(hidden.flatMap(realFolder))].filter((path) =>
    folders.some((folder) => path.startsWith(realpathSync(folder) + sep)),
  )
  return [
    ...args,
    ...covered.flatMap((path) => ['--perms', '0555', '--size', '4096', '--tmpfs', path]),
    ...['--perms', '0755', '--dir', '/etc'],
    ...SETTINGS.map((name) => join('/etc', name))
      .filter((path) => existsSync(path))
      .flatMap((path) => ['--ro-bind', realpathSync(path), path]),
  ]
}

function realFolder(path: string): string[] {
  try {
    const real = realpathSync(path)
    return lstatSync(real).isDirectory() ? [real] : []
  } catch {
    // It is not there.
    return []
  }
}
