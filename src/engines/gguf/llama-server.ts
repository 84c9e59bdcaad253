import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { abortable, deadline } from '../../platform/deadline.ts'
import type { Log } from '../../platform/log.ts'
import { findProgram } from '../../platform/programs.ts'
import { ProcessGroup } from '../../platform/subprocess.ts'
import { ErrorTail } from '../cli/dialect.ts'
import { type OpenRunFolder, openRunFolder } from '../cli/run-folder.ts'
import { EngineFailure } from '../contract/failure.ts'

/** Time of a start. @limit gguf-start seconds */
export const START_MS = 30_000
/**
 * Wait after the first unexpected end; twice as long after each further one.
 * @limit gguf-restart seconds
 */
export const FIRST_RESTART_MS = 500
/** The longest of these waits. @limit gguf-restart-max seconds */
export const MAX_RESTART_MS = 60_000
/** A server that ran for so long is started again at once, as if it had never failed. */
const STEADY_MS = 60_000
/**
 * A request waits for a new start up to so long, and else fails at once. @limit gguf-wait seconds
 */
export const MAX_WAIT_MS = 3_000
const POLL_MS = 20
/** How long the output of a process may take that has ended. @limit gguf-output seconds */
export const OUTPUT_MS = 5_000
const MAX_EVIDENCE_CHARACTERS = 300
/** Exit codes from here on stand for signals. */
const FIRST_SIGNAL_CODE = 128

/** How Hearth's users get the program. */
const HOW_TO_INSTALL =
  'brew install llama.cpp, apt install llama.cpp (Debian 14), or name it in [programs] llama_server'

interface LlamaServerOptions {
  /** Name or path of the program. */
  program: string
  /** Without where it listens. */
  args: readonly string[]
  /** The whole environment, without TMPDIR. */
  env: Readonly<Record<string, string>>
  log: Log | undefined
}

/** A process that has exited. */
interface ProcessRecord {
  code: number
  /** By `performance.now()`. */
  startedAt: number
  log: ServerLog
  /** Settles when all its output was read. */
  output: Promise<unknown>
}

/**
 * Keeps one `llama-server` running while it is wanted: in a process group of its own, with a Unix
 * socket in a private folder as its only address. It is started when it is asked for, also after an
 * unexpected end, then with growing waits. It ends with this process, also when that is killed.
 */
export class LlamaServer {
  readonly #options: LlamaServerOptions
  #folder: OpenRunFolder | undefined
  #group: ProcessGroup | undefined
  #starting: Promise<void> | undefined
  /** Resolves after the end of the last process, when it is known why. */
  #ended: Promise<void> = Promise.resolve()
  #isReady = false
  #log = new ServerLog()
  /** Unexpected ends in a row. */
  #failures = 0
  #retryAt = 0
  #reason = ''
  #isEnded = false

  constructor(options: LlamaServerOptions) {
    this.#options = options
  }

  /** Whether it answers, as far as is known. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Path of its socket. @throws {Error} before the first start */
  get socket(): string {
    if (this.#folder === undefined) throw new Error('The server was never started')
    return join(this.#folder.path, 'llama.sock')
  }

  /** To be called before a model is asked: gives why it could not be loaded, in the words of the server. */
  loadErrorFrom(model: string): () => Promise<string | undefined> {
    const log = this.#log
    const exits = log.exits(model)
    return async () => {
      // Its answer may be here before its output is.
      await deadline(log.untilExit(model, exits), OUTPUT_MS, { onTimeout: () => undefined })
      return log.loadError(model)
    }
  }

  /** @throws {EngineFailure} `not_installed` where the program is not there */
  find(): string {
    const { program, env } = this.#options
    const found = findProgram(program, env['PATH'])
    if (found !== undefined) return found.path
    const text = `${program} is not installed: ${HOW_TO_INSTALL}`
    throw new EngineFailure('not_installed', text)
  }

  /**
   * Starts it unless it runs, and waits until it answers.
   *
   * @throws {EngineFailure} `not_installed`, or `transient` when it cannot be started now
   * @throws The signal's reason; the start goes on
   */
  async ready(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#isReady) return
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined
    })
    await abortable(this.#starting, signal)
  }

  /** Ends it until it is wanted again. */
  async pause(): Promise<void> {
    await this.#starting?.catch(() => undefined)
    const group = this.#group
    this.#group = undefined
    this.#isReady = false
    await group?.end()
  }

  /** Ends it for good, and removes its folder. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#group?.end()
    await this.pause()
    await this.#folder?.[Symbol.asyncDispose]()
    this.#folder = undefined
  }

  async #start(): Promise<void> {
    const path = this.find()
    await this.#ended
    const waitMs = this.#retryAt - performance.now()
    if (waitMs > MAX_WAIT_MS) {
      const seconds = Math.ceil(waitMs / 1000)
      throw unreachable(`${this.#reason}; it is started again in ${seconds} s`)
    }
    if (waitMs > 0) await Bun.sleep(waitMs)
    if (this.#isEnded) throw unreachable('The service is stopping')
    this.#folder ??= await openRunFolder()
    await rm(this.socket, { force: true })
    const group = this.#spawn(path, this.#folder)
    this.#group = group
    await this.#untilAnswering(group)
    this.#isReady = true
    this.#options.log?.info({ program: path }, 'llama-server runs')
  }

  #spawn(path: string, { path: cwd, temporary }: OpenRunFolder): ProcessGroup {
    const { args, env } = this.#options
    const setpriv = Bun.which('setpriv')
    // Its model process ends with it, as its stdin is then closed.
    const bound = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL', '--']
    const command = [...bound, path, ...args, '--host', this.socket]
    // Where nothing ends it with a killed Hearth, the next start finds it by this folder.
    const own = { TMPDIR: temporary, HOME: temporary, LLAMA_CACHE: temporary }
    const log = new ServerLog()
    this.#log = log
    let group: ProcessGroup
    try {
      const marker = `TMPDIR=${temporary}`
      group = new ProcessGroup({ command, env: { ...env, ...own }, cwd, stdin: '', marker })
    } catch (cause) {
      throw new EngineFailure('transient', `Cannot start ${path}`, { cause })
    }
    const startedAt = performance.now()
    const output = Promise.all([drain(group.stdout, log), drain(group.stderr, log)])
    this.#ended = group.exited.then((code) => this.#judge(group, { code, startedAt, log, output }))
    return group
  }

  async #untilAnswering(group: ProcessGroup): Promise<void> {
    const until = performance.now() + START_MS
    let hasExited = false
    while (!hasExited && performance.now() < until) {
      try {
        const signal = AbortSignal.timeout(START_MS)
        const response = await fetch('http://llama/health', { unix: this.socket, signal })
        await response.body?.cancel()
        if (response.ok) return
      } catch {
        // It does not listen yet.
      }
      hasExited = await group.exitedWithin(POLL_MS)
    }
    if (!hasExited) await group.end()
    await this.#ended
    if (!hasExited) this.#reason = `llama-server did not start within ${START_MS / 1000} s`
    throw unreachable(this.#reason || 'The service is stopping')
  }

  async #judge(
    group: ProcessGroup,
    { code, startedAt, log, output }: ProcessRecord,
  ): Promise<void> {
    if (this.#group === group) this.#isReady = false
    // Its last words may come after its exit, and to end the group closes its pipes.
    await deadline(output, OUTPUT_MS, { onTimeout: () => undefined })
    // Its model process may still be there.
    void group.end()
    if (this.#group !== group) return
    this.#group = undefined
    if (this.#isEnded) return
    const now = performance.now()
    this.#failures = now - startedAt > STEADY_MS ? 1 : this.#failures + 1
    const waitMs = Math.min(FIRST_RESTART_MS * 2 ** (this.#failures - 1), MAX_RESTART_MS)
    this.#retryAt = now + waitMs
    this.#reason = wordsOf(code, log.tail)
    this.#options.log?.warn({ waitMs }, this.#reason)
  }
}

function wordsOf(code: number, tail: string): string {
  if (/invalid argument/i.test(tail))
    return `This llama-server is too old, as it does not know an option (${lastLine(tail)}): install a newer one`
  // One that was killed had no time to say why.
  const said = code >= FIRST_SIGNAL_CODE ? '' : lastLine(tail)
  return `llama-server ended unexpectedly with ${code}${said === '' ? '' : `: ${said}`}`
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(0, MAX_EVIDENCE_CHARACTERS)
}

function unreachable(text: string): EngineFailure {
  return new EngineFailure('unreachable', text)
}

/** Everything is read, so that the process never waits for a reader. */
async function drain(batches: AsyncIterable<readonly string[]>, log: ServerLog): Promise<void> {
  try {
    for await (const batch of batches) for (const line of batch) log.read(line)
  } catch {
    // A line without an end: the pipe is closed, and the process ends by that.
  }
}

/** Lines of a model process have its port before them; each has a time and a level. */
const LINE = /^(?:\[(\d+)\] )?(?:[\d.]+ )?([A-Z]) (.*)$/
const SPAWNED = /spawning server instance with name=(.+) on port (\d+)$/
/** Names of functions before a message, such as `srv    load_model: `. */
const PREFIX = /^(?:\w+ +)?[\w:]+: +/
const LOADING = /error loading model: (?:\w+: )*(.+)$/
/** What is said whatever the reason is. */
const GENERAL = /^failed to load model\b/
const EXITED = /instance name=(.+) exited with status/
const MAX_PORTS = 64
const MAX_LINES = 20
const MAX_REASON_CHARACTERS = 300

/**
 * Reads what `llama-server` writes, and keeps the little that explains a failure. It writes no prompts
 * and no answers at its default verbosity; of other lines than errors nothing is kept.
 */
class ServerLog {
  readonly #tail = new ErrorTail()
  readonly #modelOf = new Map<string, string>()
  readonly #errors = new Map<string, string[]>()
  /** How often the process of a model has ended. */
  readonly #exits = new Map<string, number>()
  #exited = Promise.withResolvers<void>()

  read(line: string): void {
    const [, port, level, text = ''] = LINE.exec(line) ?? []
    if (level === undefined) {
      this.#tail.add(line)
      return
    }
    const spawned = SPAWNED.exec(text)
    if (spawned !== null) this.#spawned(spawned[1] ?? '', spawned[2] ?? '')
    const exited = EXITED.exec(text)?.[1]
    if (exited !== undefined) this.#ended(exited)
    if (level !== 'E') return
    const model = port === undefined ? undefined : this.#modelOf.get(port)
    const errors = model === undefined ? undefined : this.#errors.get(model)
    if (errors === undefined) this.#tail.add(text)
    else if (errors.length < MAX_LINES) errors.push(text)
  }

  /** The last lines without a time, in which its options are refused, and its own errors. */
  get tail(): string {
    return this.#tail.text
  }

  /** How often the process of a model has ended so far. */
  exits(model: string): number {
    return this.#exits.get(model) ?? 0
  }

  /** Resolves when it has ended more often, so that what it said of a failure was read. */
  async untilExit(model: string, exits: number): Promise<void> {
    while (this.exits(model) <= exits) await this.#exited.promise
  }

  /** Why the last process of a model could not load it; undefined where it did not say. */
  loadError(model: string): string | undefined {
    const errors = this.#errors.get(model) ?? []
    const reasons = errors.flatMap((text) => LOADING.exec(text)?.[1] ?? [])
    const reason =
      reasons.find((text) => !GENERAL.test(text)) ??
      errors.map((text) => text.replace(PREFIX, '')).find((text) => !GENERAL.test(text)) ??
      reasons[0]
    return reason?.trim().slice(0, MAX_REASON_CHARACTERS)
  }

  #ended(model: string): void {
    this.#exits.set(model, this.exits(model) + 1)
    this.#exited.resolve()
    this.#exited = Promise.withResolvers()
  }

  #spawned(model: string, port: string): void {
    if (this.#modelOf.size >= MAX_PORTS) {
      this.#modelOf.clear()
      this.#errors.clear()
    }
    this.#modelOf.set(port, model)
    this.#errors.set(model, [])
  }
}
