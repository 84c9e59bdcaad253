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
