import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { oneOf } from '../../platform/schemas.ts'
import { failureFrom, failureOf } from '../cli/classify.ts'
import {
  type Dialect,
  type DialectReader,
  ErrorTail,
  type Invocation,
  type RunFolder,
} from '../cli/dialect.ts'
import { jsonInstruction, schemaOf, withInstruction } from '../cli/json-reply.ts'
import { promptImages, promptText, renderPrompt } from '../cli/prompt.ts'
import { EngineFailure, type FailureKind } from '../contract/failure.ts'
import type { EngineEvent, Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'

/** The tool retries after such a line, which has the number of the attempt and the reason. */
const RECONNECTING = /^Reconnecting\b(?:\.* (\d+)\/\d+)?(?: \((.*)\)$)?/s
/** The pauses double: after the third one, another account would answer sooner. */
const MAX_RECONNECTIONS = 3
/** Reasons that the tool reports only after five attempts. */
const RETRIES_EXHAUSTED = /^(?:unexpected status|exceeded retry limit)/
/** A warning about the working folder, printed on every run. */
const NOISE = /^WARNING: proceeding, even though/
/**
 * Items without effect: an answer, reasoning, a plan, a warning. Every other item is a tool in use.
 */
const HARMLESS_ITEMS: ReadonlySet<string> = new Set([
  'agent_message',
  'reasoning',
  'todo_list',
  'error',
])
/** The tool sends the answer as a whole. A long one is split into pieces of several words. */
const MAX_PIECES = 2_000

/** Reads `codex exec --json`. */
class CodexReader implements DialectReader {
  readonly #stream: boolean
  readonly #now: () => number
  readonly #stderr = new ErrorTail()
  #answer: string | undefined
  #completed = false
  #error: ReportedError | undefined

  constructor({ stream, now }: { stream: boolean; now: () => number }) {
    this.#stream = stream
    this.#now = now
  }

  line(text: string): readonly EngineEvent[] {
    const event = codexEvent(text)
    switch (event?.type) {
      case 'item.started':
      case 'item.updated':
        this.#refuseTools(event.item.type)
        break
      case 'item.completed':
        this.#refuseTools(event.item.type)
        // The last message is the answer.
        if (event.item.type === 'agent_message') this.#answer = event.item.text ?? ''
        break
      case 'turn.completed':
        this.#completed = true
        break
      case 'turn.failed':
        if (event.error?.message !== undefined)
          this.#error = parseReportedError(event.error.message)
        throw this.#failure('The turn failed')
      case 'error':
        this.#noteError(event.message)
        break
    }
    return []
  }

  errorLine(text: string): void {
    if (!NOISE.test(text)) this.#stderr.add(text)
  }

  end(exitCode: number): readonly EngineEvent[] {
    if (exitCode !== 0 || !this.#completed)
      throw this.#failure(`The tool ended without a whole answer, with exit code ${exitCode}`)
    const answer = this.#answer ?? ''
    if (answer.trim() === '') throw new EngineFailure('empty', 'The tool ended without an answer')
    const pieces = this.#stream ? splitByWords(answer) : [answer]
    return [
      ...pieces.map((text): EngineEvent => ({ type: 'text', text })),
      { type: 'finish', reason: 'stop' },
    ]
  }

  /** The known tools are disabled; a new version may have others. */
  #refuseTools(item: string): void {
    if (HARMLESS_ITEMS.has(item)) return
    throw failureOf('unknown', `Refused: the tool used a tool of its own: ${item}`)
  }

  #failure(fallback: string): EngineFailure {
    const { message, status, kind } = this.#error ?? { message: this.#stderr.text || fallback }
    return failureFrom(message, { now: this.#now(), fallback: failureKindOf(status, kind) })
  }

  #noteError(message: string): void {
    const reconnection = RECONNECTING.exec(message)
    if (reconnection === null) {
      this.#error = parseReportedError(message)
      return
    }
    const [, attempt, reason = ''] = reconnection
    const failure = failureFrom(reason, { now: this.#now(), fallback: 'transient' })
    const isFinal = failure.verdict !== 'transient' || RETRIES_EXHAUSTED.test(reason)
    if (isFinal || Number(attempt) > MAX_RECONNECTIONS) throw failure
  }
}

function failureKindOf(status: number | undefined, kind: string | undefined): FailureKind {
  if (status === 401 || status === 403) return 'signed_out'
  if (status === 429 || (status !== undefined && status >= 500)) return 'transient'
  if (kind === 'invalid_request_error' || (status !== undefined && status >= 400)) return 'request'
  return 'unknown'
}

/** Splits a text after its words into at most 2,000 pieces. */
export function splitByWords(text: string): string[] {
  const minLength = Math.ceil(text.length / MAX_PIECES)
  const pieces: string[] = []
  let start = 0
  for (const { index, 0: word } of text.matchAll(/\S+\s*/g)) {
    const end = index + word.length
    if (end - start < minLength && end < text.length) continue
    pieces.push(text.slice(start, end))
    start = end
  }
  if (start < text.length) pieces.push(text.slice(start))
  return pieces
}

const CodexEvent = Type.Union([
  Type.Object({
    type: oneOf(['item.started', 'item.updated', 'item.completed']),
    item: Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) }),
  }),
  Type.Object({ type: Type.Literal('turn.completed') }),
  Type.Object({
    type: Type.Literal('turn.failed'),
    error: Type.Optional(Type.Object({ message: Type.Optional(Type.String()) })),
  }),
  Type.Object({ type: Type.Literal('error'), message: Type.String() }),
])
type CodexEvent = Static<typeof CodexEvent>

/** Parses one line of stdout; undefined for a line that is not JSON or not used. */
function codexEvent(line: string): CodexEvent | undefined {
  if (!/^\s*\{/.test(line)) return undefined
  const value = tryParseJson(line).value
  return matches(CodexEvent, value) ? value : undefined
}

/** An error reported by the service behind the tool. */
interface ReportedError {
  message: string
  /** HTTP status. */
  status?: number | undefined
  /** For example `invalid_request_error`. */
  kind?: string | undefined
}

const WrappedError = Type.Object({
  error: Type.Object({ message: Type.String(), type: Type.Optional(Type.String()) }),
  status: Type.Optional(Type.Number()),
})

/** Parses an error whose message may be a JSON document. */
function parseReportedError(message: string): ReportedError {
  const value = message.includes('{')
    ? tryParseJson(message.slice(message.indexOf('{'))).value
    : undefined
  if (!matches(WrappedError, value)) return { message }
  return { message: value.error.message, status: value.status, kind: value.error.type }
}

/**
 * Features that give the model tools, as codex 0.169.0 names them (`codex features list`). codex
 * refuses to start with a name that it does not know. `view_image` can read any image of this
 * machine.
 */
const DISABLED_FEATURES = [
  'shell_tool',
  'view_image',
  'multi_agent',
  'goals',
  'apps',
  'plugins',
  'image_generation',
  'browser_use',
  'computer_use',
]

/** OpenAI's Codex: `codex exec --json`, shell off, sandbox closed, one CODEX_HOME per account. */
export const codex: Dialect = {
  name: 'codex',
  capabilities: { images: true, structured: true, tools: true },
  prepare,
  reader: ({ stream }) => new CodexReader({ stream, now: Date.now }),
  statusCommand: { args: ['login', 'status'], check },
}

/**
 * Settings that give the model further tools or agents. They are set by `-c`, because a version
 * that does not know one only warns about it, while `--disable` would keep it from starting. The
 * file editing tool (`exec` or `apply_patch`) cannot be removed: `exec` fails without its host,
 * `apply_patch` by the sandbox.
 */
const DISABLED_SETTINGS = [
  ...['features.code_mode_host', 'features.sleep_tool', 'features.tool_suggest', 'features.hooks'],
  ...['tools.experimental_request_user_input.enabled', 'tools.update_plan.enabled'],
  'agents.enabled',
]

async function prepare(
  turn: Turn,
  account: AccountSettings,
  folder: RunFolder,
): Promise<Invocation> {
  const schema = schemaOf(turn)
  const strict = schema !== undefined && isStrictSchema(schema)
  const messages =
    schema === undefined || strict
      ? turn.messages
      : withInstruction(turn.messages, jsonInstruction(schema))
  const { parts } = renderPrompt(messages, { systemFlag: false })
  const images = await Promise.all(
    promptImages(parts).map(({ extension, data }, index) =>
      folder.write(`image-${index + 1}.${extension}`, Buffer.from(data, 'base64')),
    ),
  )
  return {
    args: [
      ...['exec', '--json', '--skip-git-repo-check', '--ephemeral'],
      // Not at the end: the flag takes every word up to the next flag, also the `-` that stands for
      // stdin.
      ...images.flatMap((path) => ['-i', path]),
      ...['--ignore-user-config', '--ignore-rules', '--color', 'never'],
      ...['-s', 'read-only', '-C', folder.path],
      ...['-c', 'web_search="disabled"', '-c', 'skills.bundled.enabled=false'],
      ...DISABLED_FEATURES.flatMap((tool) => ['--disable', tool]),
      ...['-m', turn.model],
      ...(strict
        ? ['--output-schema', await folder.write('schema.json', JSON.stringify(schema))]
        : []),
      ...DISABLED_SETTINGS.flatMap((setting) => ['-c', `${setting}=false`]),
      ...account.extra_args,
      '-',
    ],
    env: { HOME: account.dir, CODEX_HOME: account.dir },
    stdin: promptText(parts),
  }
}

function check(stdout: string, stderr: string, exitCode: number): void {
  const output = `${stdout}\n${stderr}`.trim()
  if (exitCode !== 0)
    throw failureFrom(output || `codex login status ended with exit code ${exitCode}`, {
      now: Date.now(),
    })
  if (/API key/i.test(output))
    throw new EngineFailure('signed_out', 'Logged in with an API key, not with a subscription')
}

/**
 * Whether OpenAI's service accepts a JSON Schema for structured output: every object closed and
 * every property required. Other schemas become an instruction.
 */
function isStrictSchema(schema: unknown): boolean {
  if (Reflect.get(Object(schema), 'type') !== 'object') return false
  return isStrict(schema)
}

function isStrict(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isStrict)
  if (typeof value !== 'object' || value === null) return true
  const properties: unknown = Reflect.get(value, 'properties')
  const required: unknown = Reflect.get(value, 'required')
  if (Reflect.get(value, 'type') === 'object') {
    const names = Object.keys(Object(properties))
    if (Reflect.get(value, 'additionalProperties') !== false) return false
    if (!Array.isArray(required) || !names.every((name) => required.includes(name))) return false
  }
  return Object.values(value).every(isStrict)
}
