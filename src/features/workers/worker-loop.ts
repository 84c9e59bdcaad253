import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import type { Answer } from '../../core/engines/collect-answer.ts'
import { conversationCharacters } from '../../core/engines/conversation.ts'
import type { TaskContext } from '../../core/tasks/define-task.ts'
import { SeenAddresses } from '../../core/tools/seen-addresses.ts'
import { shortLine } from '../../core/tools/step.ts'
import { functionOf, isForeignName } from '../../core/tools/tool.ts'
import type { Tools } from '../../core/tools/tools.ts'
import type { Message } from '../../engines/contract/text.ts'
import type { WebSearch } from '../../media/contract-web.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import { countCharacters, firstCharacters } from '../../platform/subprocess.ts'
import type { Sandbox } from '../../sandbox/contract.ts'
import { callTool } from './call-tool.ts'
import { citedAnswer, conversationOf } from './conversation.ts'
import type { JobFolder } from './job-folders.ts'
import type {
  ModelStep,
  ToolCall,
  ToolResult,
  WorkerInputFile,
  WorkerPiece,
  WorkerStep,
} from './pieces.ts'
import type { FetchPage, ReadPicture, RequireRoom, ToolContext, WorkerTool } from './tool.ts'
import { fetchedAddress, finish, MAX_ANSWER_CHARACTERS, toolsOf } from './toolbox.ts'
import { waitForEngine } from './wait-for-engine.ts'
import { logOf, WorkClock, type WorkLogs } from './work-log.ts'
import { SERVICE_TOOLS, type WorkerProfile, type WorkerToolName } from './worker-profile.ts'
import { type AskModel, systemPrompt, type TurnInput, taskPrompt } from './worker-turn.ts'

/**
 * Code points of one conversation with the model; below the bound of `auto`.
 * @limit worker-conversation characters
 */
export const MAX_CONVERSATION_CHARACTERS = 90_000
/** The least to which it is shortened for a model with a small context. */
const MIN_CONVERSATION_CHARACTERS = 10_000
/** Code points that a job may send and get in all. @limit worker-characters characters */
export const MAX_JOB_CHARACTERS = 2_000_000
/** Code points of a call's result, and of all results of a step. @limit worker-result characters */
export const MAX_RESULT_CHARACTERS = 20_000
/** @limit worker-step-results characters */
export const MAX_STEP_RESULT_CHARACTERS = 40_000
/** Name of a step that was a wait, in place of that of a tool. */
const WAIT = 'wait_for_engine'
const TOO_LONG: readonly string[] = ['too_long', 'context_length_exceeded']
const LAST_STEP = 'This is the last step. Call finish now, with what you have; say what is missing.'

/** What the work of all jobs needs. */
export interface LoopParts {
  askModel: AskModel
  sandbox: Sandbox
  fetchPage: FetchPage
  readPicture: ReadPicture
  requireRoom: RequireRoom
  search: WebSearch | undefined
  tools: Pick<Tools, 'find' | 'ready'>
  logs: WorkLogs
  /** As `WORKER_RETRY_MS`. */
  retryMs: readonly number[]
  /** UTC milliseconds. */
  now: () => number
}

/** One job, prepared. */
export interface PreparedJob {
  brief: string
  model: string
  profile: WorkerProfile
  folder: JobFolder
  files: readonly WorkerInputFile[]
  /** Whether the model reads pictures. */
  sees: boolean
  /** Collections of knowledge to be searched; undefined for all that the person may read. */
  collections: readonly string[] | undefined
}

/** How a job has ended. */
export interface LoopResult {
  answer: string
  engine: string
  model: string
}

/**
 * Lets the model take steps until it finishes: its answer, then the calls of it. A step is a piece of
 * the run, also one that was cut off, with the calls that were made.
 */
export class WorkerLoop implements Disposable {
  readonly #parts: LoopParts
  readonly #job: PreparedJob
  readonly #context: TaskContext<unknown, WorkerPiece>
  readonly #clock: WorkClock
  readonly #signal: AbortSignal
  readonly #tools: readonly WorkerTool[]
  readonly #head: readonly Message[]
  readonly #steps: ModelStep[]
  readonly #addresses: SeenAddresses
  #maxCharacters = MAX_CONVERSATION_CHARACTERS

  constructor(parts: LoopParts, job: PreparedJob, context: TaskContext<unknown, WorkerPiece>) {
    const { profile, brief, files } = job
    this.#parts = parts
    this.#job = job
    this.#context = context
    this.#steps = context.pieces.finished.filter((piece) => piece.type === 'step')
    this.#clock = new WorkClock(profile.maxSeconds * 1000, this.#steps.at(-1)?.usedMs ?? 0)
    this.#signal = AbortSignal.any([context.signal, this.#clock.signal])
    this.#tools = toolsOf(profile, {
      hasSearch: parts.search !== undefined,
      find: (name) => parts.tools.find(context.caller, name),
    })
    this.#head = [
      { role: 'system', content: systemPrompt(profile, this.#tools) },
      { role: 'user', content: taskPrompt(brief, files) },
    ]
    // A job without files has no secrets but its brief's, unless a tool tells some.
    const hasSecrets = files.length > 0 || profile.tools.some(tellsSecrets)
    this.#addresses = new SeenAddresses(hasSecrets ? { linksPerHost: profile.linksPerHost } : {})
    this.#addresses.addFrom(brief)
    for (const step of this.#steps) this.#restoreAddresses(step)
  }

  /**
   * @throws {AppError} `request_timeout`, `engine_failed` at a bound; what the model or the sandbox
   * fails with
   */
  async run(): Promise<LoopResult> {
    const { maxSteps } = this.#job.profile
    for (;;) {
      const last = this.#steps.at(-1)
      if (last?.answer !== undefined)
        return { ...last, answer: citedAnswer(last.answer, this.#steps) }
      this.#report()
      if (this.#steps.length >= maxSteps)
        throw new AppError('engine_failed', `The worker did not finish within ${maxSteps} steps`)
      if (this.#characters >= MAX_JOB_CHARACTERS)
        throw new AppError(
          'engine_failed',
          `The worker did not finish within ${MAX_JOB_CHARACTERS} characters of conversation`,
        )
      const step = await this.#step(this.#steps.length + 1 === maxSteps)
      await this.#context.pieces.save(step)
      this.#steps.push(step)
    }
  }

  [Symbol.dispose](): void {
    this.#clock[Symbol.dispose]()
  }

  get #characters(): number {
    return this.#steps.reduce((sum, { characters }) => sum + characters, 0)
  }

  async #step(isLast: boolean): Promise<ModelStep> {
    const { answer, sent, wait } = await this.#ask(isLast)
    const { calls, left } = callsOf(answer)
    const { engine, model } = answer
    const characters = sent + countCharacters(answer.text) + argumentsOf(calls)
    const text = firstCharacters(answer.text, MAX_ANSWER_CHARACTERS)
    const facts = {
      type: 'step' as const,
      text,
      engine,
      model,
      characters,
      ...(wait === undefined ? {} : { wait }),
    }
    // A model that just answers is done.
    if (calls.length === 0 && text.trim() !== '')
      return { ...facts, calls, results: [], usedMs: this.#clock.usedMs, answer: text }
    const results: ToolResult[] = []
    let last: string | undefined
    this.#clock.start()
    try {
      for (const [index, call] of calls.entries()) {
        if (last !== undefined) break
        const made = await callTool(call, {
          tools: isLast ? [finish] : this.#tools,
          context: this.#toolContext(results, index),
          maxCharacters: Math.min(
            MAX_RESULT_CHARACTERS,
            Math.floor(MAX_STEP_RESULT_CHARACTERS / calls.length),
          ),
          prefix: this.#prefix(index),
          now: this.#parts.now,
          onStart: (label) => this.#progress(label),
        })
        results.push(made.result)
        last = made.answer
        if (left > 0 && index === calls.length - 1) made.result.content += leftOut(left)
        this.#report({ ...facts, results: [...results] })
      }
    } catch (error) {
      // What was done is shown and kept, as artifacts are, and a next attempt goes on behind it.
      if (results.length > 0) {
        const made = calls.slice(0, results.length)
        await this.#context.pieces.save({
          ...facts,
          calls: made,
          results,
          usedMs: this.#clock.usedMs,
        })
      }
      throw error
    } finally {
      this.#clock.stop()
    }
    const whole = { ...facts, calls, results, usedMs: this.#clock.usedMs }
    return last === undefined ? whole : { ...whole, answer: last }
  }

  /** A conversation that is too long for the model is shortened. */
  async #ask(
    isLast: boolean,
  ): Promise<{ answer: Answer; sent: number; wait: WorkerStep | undefined }> {
    const { folder, model } = this.#job
    const tools = (isLast ? [finish] : this.#tools).map(functionOf)
    const options = isLast ? { tools, tool_choice: 'required' } : { tools }
    for (;;) {
      const messages = await conversationOf(this.#head, this.#steps, {
        folder,
        maxCharacters: this.#maxCharacters,
      })
      if (isLast) messages.push({ role: 'user', content: LAST_STEP })
      try {
        const input = { model, messages, options }
        return { ...(await this.#answerOf(input)), sent: conversationCharacters(messages) }
      } catch (error) {
        const isTooLong = error instanceof AppError && TOO_LONG.includes(error.code)
        if (!isTooLong || this.#maxCharacters <= MIN_CONVERSATION_CHARACTERS) throw error
        this.#maxCharacters = Math.floor(this.#maxCharacters / 2)
      }
    }
  }

  /** @returns The answer, with what was waited for where no engine was there at first */
  async #answerOf(input: TurnInput): Promise<{ answer: Answer; wait: WorkerStep | undefined }> {
    const { askModel, retryMs, now } = this.#parts
    const since = performance.now()
    let wait: WorkerStep | undefined
    const answer = await waitForEngine(
      () => askModel(this.#context.caller, input, this.#signal, () => this.#clock.start()),
      {
        retryMs,
        clock: this.#clock,
        signal: this.#signal,
        onWait: (reason) => {
          const text = shortLine(`${WAIT}: ${reason}`)
          wait ??= { at: now(), tool: WAIT, text, ms: 0, ok: true }
          this.#progress(`Waiting for an engine. ${reason}`)
        },
      },
    )
    if (wait !== undefined) wait.ms = Math.round(performance.now() - since)
    return { answer, wait }
  }

  #toolContext(results: readonly ToolResult[], index: number): ToolContext {
    const { sandbox, fetchPage, readPicture, requireRoom, search } = this.#parts
    const { folder, files, sees, collections } = this.#job
    return {
      caller: this.#context.caller,
      origin: '',
      ...(collections === undefined ? {} : { collections }),
      sandbox,
      fetchPage,
      readPicture,
      requireRoom,
      search,
      folder,
      files,
      sees,
      shownPictures: [...this.#steps.flatMap((step) => step.results), ...results].flatMap(
        ({ shownPictureBytes: bytes }) => (bytes === undefined ? [] : [bytes]),
      ),
      artifacts: logOf([...this.#steps, { results: [...results] }]).artifacts,
      addresses: this.#addresses,
      signal: this.#signal,
      leftMs: this.#clock.leftMs,
      logPath: join(folder.steps, `${this.#prefix(index)}.log`),
    }
  }

  #prefix(index: number): string {
    return `${String(this.#steps.length + 1).padStart(3, '0')}-${index + 1}`
  }

  /** What an earlier attempt has found and fetched. */
  #restoreAddresses({ calls, results }: ModelStep): void {
    for (const [index, { addresses = [] }] of results.entries()) {
      const asked = fetchedAddress(calls[index])
      if (asked !== undefined)
        for (const one of [asked, ...addresses.slice(0, 1)]) this.#addresses.take(one)
      this.#addresses.addFound(addresses)
    }
  }

  /** @param current The step that is under way */
  #report(current?: Pick<ModelStep, 'wait' | 'results'>): void {
    const steps = current === undefined ? this.#steps : [...this.#steps, current]
    this.#parts.logs.set(this.#context.id, logOf(steps))
    this.#progress(undefined)
  }

  /** @param note What is under way; undefined while the model is asked */
  #progress(note: string | undefined): void {
    this.#context.reportProgress({
      done: this.#steps.length,
      total: this.#job.profile.maxSteps,
      isUpperBound: true,
      unit: 'steps',
      note,
    })
  }
}

function tellsSecrets(name: WorkerToolName): boolean {
  return isForeignName(name) || SERVICE_TOOLS.some((one) => one === name)
}

function leftOut(count: number): string {
  return `\n[${count} further calls of your answer were not made: at most ${MAX_CALLS} are made at a time]`
}

function argumentsOf(calls: readonly { arguments: string }[]): number {
  return calls.reduce((sum, call) => sum + call.arguments.length, 0)
}

/** Calls of one answer that are made; further ones are left out. @limit worker-calls count */
export const MAX_CALLS = 8
const MAX_ARGUMENT_CHARACTERS = 400_000
const MAX_NAME_CHARACTERS = 200
/** Longer ids are replaced: they are sent again with each question. */
const MAX_ID_CHARACTERS = 200

const Call = Type.Object({
  id: Type.Optional(Type.Unknown()),
  function: Type.Object({
    name: Type.String(),
    arguments: Type.Optional(Type.Unknown()),
  }),
})

/** The calls of an answer that are made, and how many are not. */
interface ReadCalls {
  calls: ToolCall[]
  left: number
}

/** Reads the calls of an answer. Servers differ in how they write them. */
export function callsOf({ extra }: Answer): ReadCalls {
  const given = extra['tool_calls']
  if (!Array.isArray(given)) return { calls: [], left: 0 }
  const ids = new Set<string>()
  const calls = given.slice(0, MAX_CALLS).flatMap((call: unknown): ToolCall[] => {
    if (!matches(Call, call)) return []
    const { name, arguments: values = '{}' } = call.function
    const text = typeof values === 'string' ? values : JSON.stringify(values)
    return [
      {
        id: newId(call.id, ids),
        name: name.slice(0, MAX_NAME_CHARACTERS),
        // What is too long is then no JSON, and is refused as such.
        arguments: text.slice(0, MAX_ARGUMENT_CHARACTERS),
      },
    ]
  })
  return { calls, left: Math.max(0, given.length - MAX_CALLS) }
}

/** Results are told apart by the ids of their calls. */
function newId(given: unknown, taken: Set<string>): string {
  const isFit = typeof given === 'string' && given !== '' && given.length <= MAX_ID_CHARACTERS
  const id = isFit && !taken.has(given) ? given : randomId('call_')
  taken.add(id)
  return id
}
