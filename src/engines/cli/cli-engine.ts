import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { holdsKey } from '../../platform/provider-keys.ts'
import { realPath } from '../../platform/real-path.ts'
import { ProcessGroup } from '../../platform/subprocess.ts'
import type { Account, ProbeKind } from '../contract/account.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  type Capabilities,
  type Engine,
  type EngineEvent,
  minimalTurn,
  type Turn,
} from '../contract/text.ts'
import type { AccountSettings, EngineSettings } from '../settings.ts'
import type { AccountLocks } from './account-locks.ts'
import { withOwnerPatterns } from './classify.ts'
import type { Dialect, Invocation } from './dialect.ts'
import { readRun } from './read-run.ts'
import { readStatus } from './read-status.ts'
import { type OpenRunFolder, openRunFolder } from './run-folder.ts'
import { shapeTurn } from './shape-turn.ts'
import { spawnFailure } from './spawn-failure.ts'
import { toolEnvironment } from './tool-environment.ts'

export interface CliEngineOptions {
  settings: EngineSettings & {
    models: readonly string[]
    accounts: readonly AccountSettings[]
  }
  dialect: Dialect
  /** Hearth's own environment; a tool sees only the variables of an allow-list. */
  environment: Readonly<Record<string, string | undefined>>
  /** Shared by all engines. */
  locks: AccountLocks
  /** What the tool's processes cannot get out of; absent, they can. */
  containment?: ToolContainment | undefined
  /** UTC milliseconds. */
  now?: () => number
}

/**
 * A command-line tool as an engine: one process for each answer, in a private folder and a process
 * group of its own, and one process at a time for each login.
 */
export class CliEngine implements Engine {
  readonly type = 'text'
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly models: readonly string[]
  readonly maxCharacters: number
  readonly timeoutMs: number
  readonly parallel: number | undefined
  readonly capabilities: Capabilities
  readonly accounts: readonly Account[]
  readonly usesSubscription = true
  readonly #command: string
  readonly #logins: ReadonlyMap<string, AccountSettings>
  readonly #patterns: EngineSettings['patterns']
  readonly #dialect: Dialect
  readonly #environment: CliEngineOptions['environment']
  readonly #locks: AccountLocks
  readonly #containment: ToolContainment | undefined
  readonly #now: () => number

  constructor({
    settings,
    dialect,
    environment,
    locks,
    containment,
    now = Date.now,
  }: CliEngineOptions) {
    const { command = dialect.name } = settings
    this.id = settings.id
    this.label = settings.label ?? settings.id
    this.models = settings.models
    this.kind = settings.adapter
    this.maxCharacters = settings.max_characters
    this.parallel = settings.parallel
    this.timeoutMs = settings.timeout_seconds * 1000
    this.capabilities = dialect.capabilities
    this.accounts = settings.accounts.map(({ id }) => ({ id }))
    this.#command = command
    this.#logins = new Map(settings.accounts.map((account) => [account.id, account]))
    this.#patterns = settings.patterns
    this.#dialect = dialect
    this.#environment = environment
    this.#locks = locks
    this.#containment = containment
    this.#now = now
  }

  familyOf(model: string): string | undefined {
    return this.#dialect.familyOf?.(model)
  }

  async *run(
    turn: Turn,
    account: Account,
    signal: AbortSignal,
  ): AsyncGenerator<readonly EngineEvent[]> {
    const login = this.#login(account)
    using _lock = await this.#locks.acquire(realPath(login.dir), signal)
    await using folder = await openRunFolder(this.#environment['TMPDIR'])
    const shaped = shapeTurn(turn, this.capabilities)
    const invocation = await this.#dialect.prepare(shaped.turn, login, folder)
    await using child = await this.#spawn(invocation, login, { folder, signal })
    try {
      for await (const events of readRun(child, this.#dialect.reader(shaped.turn, login), signal)) {
        let batch = events
        for (const filter of shaped.filters) batch = filter.apply(batch)
        if (batch.length > 0) yield batch
      }
    } catch (error) {
      throw this.#withOwnerPatterns(error)
    }
  }

  /**
   * The tools report no login for a key of a private server: only an answer proves that it works.
   */
  probeKind(account: Account): ProbeKind {
    return this.#statusCommand(this.#login(account)) === undefined ? 'answer' : 'status'
  }

  async checkStatus(signal: AbortSignal, account: Account): Promise<void> {
    const login = this.#login(account)
    const command = this.#statusCommand(login)
    if (command === undefined)
      throw new Error(`The account ${account.id} of ${this.id} has no status check`)
    const turn = minimalTurn(this.models[0] ?? '')
    using _lock = await this.#locks.acquire(realPath(login.dir), signal)
    await using folder = await openRunFolder(this.#environment['TMPDIR'])
    const { env } = await this.#dialect.prepare(turn, login, folder)
    const invocation = { args: command.args, env, stdin: '' }
    await using child = await this.#spawn(invocation, login, { folder, signal })
    try {
      await readStatus(child, command.check, signal)
    } catch (error) {
      throw this.#withOwnerPatterns(error)
    }
  }

  isBusy(account: Account): boolean {
    return this.#locks.isInUse(realPath(this.#login(account).dir))
  }

  #statusCommand({ env }: AccountSettings): Dialect['statusCommand'] {
    return holdsKey(env) ? undefined : this.#dialect.statusCommand
  }

  async #spawn(
    { args, env, stdin }: Invocation,
    login: AccountSettings,
    { folder, signal }: { folder: OpenRunFolder; signal: AbortSignal },
  ): Promise<ProcessGroup> {
    const containment = await this.#containment?.find()
    signal.throwIfAborted()
    const { path, temporary } = folder
    const toolVariables = { ...env, ...login.env, TMPDIR: temporary }
    try {
      return new ProcessGroup({
        command: [this.#command, ...args],
        env: toolEnvironment(this.#environment, toolVariables),
        cwd: path,
        stdin,
        marker: `TMPDIR=${temporary}`,
        containment,
      })
    } catch (cause) {
      throw spawnFailure(this.#command, cause)
    }
  }

  /** Classifies a failure with the owner's patterns, which the dialects do not have. */
  #withOwnerPatterns(error: unknown): unknown {
    if (!(error instanceof EngineFailure) || this.#patterns === undefined) return error
    return withOwnerPatterns(error, { now: this.#now(), patterns: this.#patterns })
  }

  #login({ id }: Account): AccountSettings {
    const login = this.#logins.get(id)
    if (login === undefined) throw new Error(`The engine ${this.id} has no account ${id}`)
    return login
  }
}
