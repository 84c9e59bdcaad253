import type { Capabilities, EngineEvent, Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'

/** One run of a tool: how it is called and what it reads. */
export interface Invocation {
  /** With the account's `extra_args`, where the tool takes them. */
  args: readonly string[]
  /**
   * Variables beside those of {@link toolEnvironment}: the account's folder first of all. The account's
   * own `env` and a private TMPDIR are laid over them.
   */
  env: Readonly<Record<string, string>>
  stdin: string
}

/** What a dialect may use while it prepares a run. */
export interface RunFolder {
  /** Private and empty; the tool's working folder, removed when the run has ended. */
  path: string
  /** Writes a file into it (an image, a schema) and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>
}

/**
 * Reads what one run says. Each method may throw an `EngineFailure`: an early verdict, on which the
 * process group is ended at once.
 */
export interface DialectReader {
  /** One line of stdout. A `finish` ends the run at once, also when the process lingers. */
  line(text: string): readonly EngineEvent[]
  /** One line of stderr, as it comes: some tools say a verdict there and then sleep on it for an hour. */
  errorLine(text: string): void
  /**
   * The process has ended by itself.
   *
   * @returns What is still to be said, a `finish` last
   * @throws {EngineFailure} when that was no whole answer
   */
  end(exitCode: number): readonly EngineEvent[]
}

/** One command-line tool: how it is called and how it speaks. Knows nothing of processes. */
export interface Dialect {
  /** Also the tool's default command name. */
  readonly name: 'claude' | 'codex' | 'gemini' | 'agy'
  readonly capabilities: Capabilities
  familyOf?(model: string): string | undefined
  prepare(turn: Turn, account: AccountSettings, folder: RunFolder): Promise<Invocation>
  reader(turn: Turn, account: AccountSettings): DialectReader
  /**
   * A command that uses no quota and reports whether the account is signed in; undefined where the tool
   * has none. It gets the variables of {@link prepare}. It is not used for an account with a provider's key.
   */
  statusCommand?: {
    args: readonly string[]
    check(stdout: string, stderr: string, exitCode: number): void
  }
}
