import { EngineFailure } from '../contract/failure.ts'
import type { Capabilities, EngineEvent, Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'

/** One run of a tool: its arguments, environment and input. */
export interface Invocation {
  /** Includes the account's `extra_args`, where the tool accepts them. */
  args: readonly string[]
  /**
   * Variables besides those of {@link toolEnvironment}, first of all the account's folder. The
   * account's own `env` and a private TMPDIR take precedence.
   */
  env: Readonly<Record<string, string>>
  stdin: string
}

/** What a dialect may use to prepare a run. */
export interface RunFolder {
  /** Private and empty: the tool's working folder. Removed when the run has ended. */
  path: string
  /** Writes a file into the folder (an image, a schema) and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>
}

/**
 * Reads the output of one run. Each method may throw an `EngineFailure`, which ends the process
 * group at once.
 */
export interface DialectReader {
  /**
   * Reads one line of stdout. A `finish` ends the run at once, also when the process still runs.
   */
  line(text: string): readonly EngineEvent[]
  /**
   * Reads one line of stderr as it arrives: some tools print an error there and then wait for an
   * hour.
   */
  errorLine(text: string): void
  /**
   * Called when the process has exited by itself.
   *
   * @returns The remaining events, a `finish` last
   * @throws {EngineFailure} when the answer is incomplete
   */
  end(exitCode: number): readonly EngineEvent[]
}

/**
 * The protocol of one command-line tool: how it is called and how its output is read. Starts no
 * process.
 */
export interface Dialect {
  /** Also the tool's default command name. */
  readonly name: 'claude' | 'codex' | 'gemini' | 'agy'
  readonly capabilities: Capabilities
  familyOf?(model: string): string | undefined
  prepare(turn: Turn, account: AccountSettings, folder: RunFolder): Promise<Invocation>
  reader(turn: Turn, account: AccountSettings): DialectReader
  /**
   * A command that uses no quota and reports whether the account is signed in; undefined where the
   * tool has none. It gets the variables of {@link prepare}. It is not used for an account with a
   * provider's key.
   */
  statusCommand?: {
    args: readonly string[]
    check(stdout: string, stderr: string, exitCode: number): void
  }
}

const MAX_LINES = 40
const MAX_LINE_CHARACTERS = 1_000

/** The last lines of a tool's stderr, used as evidence where stdout has none. */
export class ErrorTail {
  readonly #lines: string[] = []

  add(line: string): void {
    if (line.trim() === '') return
    this.#lines.push(line.slice(0, MAX_LINE_CHARACTERS))
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
  }

  /** Empty when there was no output. */
  get text(): string {
    return this.#lines.join('\n')
  }
}

/** The failure of an engine whose tool could not be started. */
export function spawnFailure(command: string, cause: unknown): EngineFailure {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  switch (code) {
    case 'ENOENT':
    case 'EACCES':
    case 'ENOEXEC':
      return new EngineFailure('not_installed', `Cannot start ${command}: ${code}`, { cause })
    case 'E2BIG':
    case 'ERR_INVALID_ARG_VALUE':
      return new EngineFailure('request', `Cannot hand the request to ${command}: ${code}`, {
        cause,
        retryableElsewhere: true,
      })
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
      return new EngineFailure('transient', `Cannot start ${command}: ${code}`, { cause })
    default:
      return new EngineFailure('unknown', `Cannot start ${command}: ${String(code)}`, { cause })
  }
}

/** The variables of Hearth's environment that a tool sees. Provider keys are not among them. */
const ALLOWED_VARIABLES = [
  'PATH',
  'LANG',
  'LC_ALL',
  'TERM',
  'TMPDIR',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
] as const

/**
 * The environment of one run of a tool: the allowed variables, the account's variables, and UTC as
 * the time zone, because tools print reset times in local time.
 *
 * @param hearthEnvironment Hearth's own environment
 * @param accountVariables Variables that select the account, and the owner's additions from
 * `hearth.toml`
 */
export function toolEnvironment(
  hearthEnvironment: Readonly<Record<string, string | undefined>>,
  accountVariables: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = { TZ: 'UTC', NO_COLOR: '1' }
  for (const name of ALLOWED_VARIABLES) {
    const value = hearthEnvironment[name]
    if (value !== undefined) env[name] = value
  }
  return { ...env, ...accountVariables }
}
