import { LineTooLongError } from '../../platform/bounded-text.ts'
import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { abortable, deadline } from '../../platform/deadline.ts'
import { holdsKey } from '../../platform/provider-keys.ts'
import { realPath } from '../../platform/real-path.ts'
import { ProcessGroup } from '../../platform/subprocess.ts'
import type { Account, ProbeKind } from '../contract/account.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  AnswerSize,
  answerTooLong,
  type Capabilities,
  type Engine,
  type EngineEvent,
  minimalTurn,
  type Turn,
} from '../contract/text.ts'
import type { AccountSettings, EngineSettings } from '../settings.ts'
import { withOwnerPatterns } from './classify.ts'
import {
  type Dialect,
  type DialectReader,
  type Invocation,
  spawnFailure,
  toolEnvironment,
} from './dialect.ts'
import {
  JsonReplyFilter,
  jsonInstruction,
  schemaOf,
  wantsJson,
  withInstruction,
} from './json-reply.ts'
import { type OpenRunFolder, openRunFolder } from './run-folder.ts'
import { StopFilter, stopsOf } from './stop-filter.ts'
import { ToolCallFilter } from './tool-filter.ts'
import { type ReplyFilter, toolsOf } from './tool-protocol.ts'

/**
 * Locks that allow one process per login at a time: two processes could refresh the login
 * concurrently, and one of them would be signed out. Shared by all engines, because two engines may
 * use one login.
 */
export class AccountLocks {
  /** For each login in use, a promise that resolves when the last waiter is done. */
  readonly #tails = new Map<string, Promise<void>>()

  /** Number of logins that are in use or waited for. */
  get size(): number {
    return this.#tails.size
  }

  isInUse(login: string): boolean {
    return this.#tails.has(login)
  }

  /**
   * Waits for a login; first come, first served.
   *
   * @returns Releases the login when disposed; disposing twice is harmless
   * @throws The signal's reason
   */
  async acquire(login: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted()
    const previous = this.#tails.get(login)
    const done = Promise.withResolvers<void>()
    const tail = previous === undefined ? done.promise : previous.then(() => done.promise)
    this.#tails.set(login, tail)
    const release = () => {
      done.resolve()
      // Only the last waiter may remove the entry.
      void tail.then(() => {
        if (this.#tails.get(login) === tail) this.#tails.delete(login)
      })
    }
    try {
      if (previous !== undefined) await abortable(previous, signal)
    } catch (reason) {
      release()
      throw reason
    }
    return { [Symbol.dispose]: release }
  }
}

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
        if (shaped.filters.some(({ isDone }) => isDone)) return
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

/** How long a tool may take to exit by itself once its answer is complete. */
const LINGER_MS = 250

/**
 * Reads one run of a tool to its end, one batch for each read of its stdout. A `finish` from the
 * reader ends the run, also when the process still runs. The caller ends the process group.
 *
 * @throws {EngineFailure} also while the process still runs
 * @throws The signal's reason
 */
async function* readRun(
  child: ProcessGroup,
  reader: DialectReader,
  signal: AbortSignal,
): AsyncGenerator<readonly EngineEvent[]> {
  const earlyVerdict = new AbortController()
  const errorsRead = readErrors(child, reader, earlyVerdict)
  const stop = AbortSignal.any([signal, earlyVerdict.signal])
  const output = child.stdout[Symbol.asyncIterator]()
  // What filters hold back is counted too.
  const size = new AnswerSize()
  for (;;) {
    const next = await abortable(nextLines(output), stop)
    if (next.done) break
    const batch = readLines(next.value, reader)
    size.add(batch)
    if (batch.length > 0) yield batch
    if (batch.at(-1)?.type === 'finish') {
      await child.exitedWithin(LINGER_MS)
      return
    }
  }
  const exitCode = await abortable(child.exited, stop)
  await abortable(errorsRead, stop)
  const rest = reader.end(exitCode)
  if (rest.length > 0) yield rest
}

async function nextLines(output: AsyncIterator<readonly string[]>) {
  try {
    return await output.next()
  } catch (cause) {
    throw cause instanceof LineTooLongError ? answerTooLong({ cause }) : cause
  }
}

function readLines(lines: readonly string[], reader: DialectReader): EngineEvent[] {
  const batch: EngineEvent[] = []
  for (const line of lines) {
    for (const event of reader.line(line)) {
      batch.push(event)
      if (event.type === 'finish') return batch
    }
  }
  return batch
}

async function readErrors(
  child: ProcessGroup,
  reader: DialectReader,
  earlyVerdict: AbortController,
): Promise<void> {
  try {
    for await (const lines of child.stderr) for (const line of lines) reader.errorLine(line)
  } catch (error) {
    earlyVerdict.abort(error)
  }
}

const TIMEOUT_MS = 30_000
const MAX_CHARACTERS = 64 * 1024

/**
 * Reads the output of a tool's status command and checks it. The caller ends the process group.
 *
 * @throws {EngineFailure} of the check, or `timeout` after 30 s
 */
async function readStatus(
  child: ProcessGroup,
  check: (stdout: string, stderr: string, exitCode: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const output = Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited])
  const [stdout, stderr, exitCode] = await deadline(output, TIMEOUT_MS, {
    signal,
    onTimeout: () => {
      throw new EngineFailure('timeout', 'The tool did not say whether it is signed in')
    },
  })
  check(stdout, stderr, exitCode)
}

async function textOf(output: AsyncIterable<readonly string[]>): Promise<string> {
  let text = ''
  for await (const lines of output) {
    if (text.length < MAX_CHARACTERS) text += `${lines.join('\n')}\n`
  }
  return text.slice(0, MAX_CHARACTERS)
}

/** A turn in the form in which a dialect takes it, and the filters of its answer. */
export interface ShapedTurn {
  turn: Turn
  filters: readonly ReplyFilter[]
}

/**
 * Turns what a command-line tool cannot take into instructions: functions, and JSON without a
 * schema. The dialect gets a conversation, and a schema where the tool can follow one. The texts at
 * which the answer has to end are looked for in what is left of it after the other filters.
 *
 * @throws {EngineFailure} `request` for too many of these texts
 */
export function shapeTurn(turn: Turn, capabilities: Capabilities): ShapedTurn {
  const stops = stopsOf(turn)
  const { turn: shaped, filters } = formatTurn(turn, capabilities)
  return {
    turn: shaped,
    filters: stops.length === 0 ? filters : [...filters, new StopFilter(stops)],
  }
}

function formatTurn(turn: Turn, capabilities: Capabilities): ShapedTurn {
  const tools = capabilities.tools ? toolsOf(turn) : undefined
  const { tools: _tools, tool_choice: _choice, response_format: format, ...options } = turn.options
  if (tools !== undefined) {
    // The schema would forbid the function calls, so it becomes an instruction too.
    const instructions = wantsJson(turn) ? [jsonInstruction(schemaOf(turn))] : []
    const text = [tools.instruction, ...instructions.map((one) => `Without a call: ${one}`)].join(
      '\n\n',
    )
    return {
      turn: { ...turn, options, messages: withInstruction(turn.messages, text) },
      filters: [new ToolCallFilter(tools, turn)],
    }
  }
  if (!wantsJson(turn)) return { turn: { ...turn, options }, filters: [] }
  const filters = [new JsonReplyFilter()]
  if (schemaOf(turn) !== undefined)
    return { turn: { ...turn, options: { ...options, response_format: format } }, filters }
  const messages = withInstruction(turn.messages, jsonInstruction(undefined))
  return { turn: { ...turn, options, messages }, filters }
}
