import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { failureFrom, failureOf } from '../cli/classify.ts'
import type { Dialect, DialectReader, Invocation, RunFolder } from '../cli/dialect.ts'
import { jsonInstruction, schemaOf, withInstruction } from '../cli/json-reply.ts'
import { type PromptPart, renderPrompt } from '../cli/prompt.ts'
import { EngineFailure, type FailureKind } from '../contract/failure.ts'
import type { EngineEvent, Turn } from '../contract/text.ts'
import type { AccountSettings } from '../settings.ts'

/** With a longer wait before the tool's retry, another account is tried instead. */
const MAX_WAIT_MS = 5_000
const RETRY = /^\s*Attempt (\d+) failed\b.*\bRetrying (?:after (\d+)ms|with backoff)/
/** Follows the error on stderr: the time until the quota is reset. */
const RETRY_DELAY = /^\s*retryDelayMs: (\d+)/
const TRUNCATED = /stdin input truncated/i
const SIGN_IN = /visit the following URL to authorize|enter the authorization code/i

const Line = Type.Object({
  type: Type.String(),
  timestamp: Type.Optional(Type.String()),
  role: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  delta: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.String()),
  severity: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  error: Type.Optional(
    Type.Object({ type: Type.Optional(Type.String()), message: Type.Optional(Type.String()) }),
  ),
})
type Line = Static<typeof Line>

/** Reads `gemini --output-format stream-json`. */
export class GeminiReader implements DialectReader {
  readonly #model: string
  readonly #now: () => number
  readonly #restartGuard = new RestartGuard()
  readonly #stderr = new GeminiErrorTail()
  #hasText = false
  #hasSucceeded = false
  #lastError: string | undefined
  /** Text of a quota error without a reset time, kept until stderr reports one. */
  #quotaText: string | undefined
  #retryDelayMs: string | undefined

  constructor(model: string, now: () => number = Date.now) {
    this.#model = model
    this.#now = now
  }

  line(text: string): readonly EngineEvent[] {
    const line = parseLine(text)
    switch (line?.type) {
      case 'message':
        return this.#message(line)
      case 'tool_use':
      case 'tool_result':
        return this.#emit(this.#restartGuard.release())
      case 'error':
        if (line.severity !== 'warning') this.#lastError = line.message
        return []
      case 'result':
        return this.#result(line)
      default:
        return []
    }
  }

  errorLine(text: string): void {
    this.#retryDelayMs = RETRY_DELAY.exec(text)?.[1] ?? this.#retryDelayMs
    if (this.#quotaText !== undefined && this.#retryDelayMs !== undefined)
      throw this.#quota(this.#quotaText)
    this.#stderr.add(text)
    if (TRUNCATED.test(text)) throw failureOf('request', text)
    if (SIGN_IN.test(text)) throw failureOf('signed_out', text)
    const retry = RETRY.exec(text)
    if (retry === null) return
    const failure = this.#failure(text, 'transient')
    // A second attempt starts a new answer, which must not follow text that was already sent.
    if (this.#hasText) throw failureOf('transient', text)
    const [, attempt, wait = 0] = retry
    if (failure.verdict !== 'transient' || Number(wait) > MAX_WAIT_MS || Number(attempt) > 1)
      throw failure
  }

  end(exitCode: number): readonly EngineEvent[] {
    if (this.#quotaText !== undefined) throw this.#quota(this.#quotaText)
    const reason = this.#lastError ?? this.#stderr.reason()
    if (this.#hasSucceeded || (exitCode === 0 && !this.#hasText)) {
      throw this.#failure(reason || 'The tool ended without an answer', 'empty')
    }
    throw this.#failure(
      reason || `The tool ended without a result, with exit code ${exitCode}`,
      exitCode === 0 ? 'transient' : exitKind(exitCode),
    )
  }

  #message({ role, content = '', delta, timestamp }: Line): readonly EngineEvent[] {
    // The prompt is echoed as a message of the user.
    if (role !== 'assistant') return []
    // A whole message repeats its deltas.
    if (delta !== true && this.#hasText) return []
    return this.#emit(this.#restartGuard.pass(content, Date.parse(timestamp ?? '')))
  }

  #result({ status, error }: Line): readonly EngineEvent[] {
    if (status === 'success') {
      this.#hasSucceeded = true
      const rest = this.#emit(this.#restartGuard.release())
      // stderr may still report why an answer is empty.
      return this.#hasText ? [...rest, { type: 'finish', reason: 'stop' }] : []
    }
    const text = errorMessage(error)
    if (text !== undefined) return this.#failed(text)
    // The tool's own text suggests a full context window, while the stream had no text or no end.
    throw failureOf(
      this.#hasText ? 'transient' : 'empty',
      this.#lastError ?? 'The tool reported an error without a reason',
    )
  }

  #emit(text: string): readonly EngineEvent[] {
    if (text === '') return []
    this.#hasText = true
    return [{ type: 'text', text }]
  }

  /** Returns nothing while stderr may still report when the quota is reset. */
  #failed(text: string): readonly EngineEvent[] {
    const failure = this.#failure(text, 'unknown')
    if (failure.verdict !== 'quota' || failure.until !== undefined) throw failure
    if (this.#retryDelayMs !== undefined) throw this.#quota(text)
    this.#quotaText = text
    return []
  }

  #quota(text: string): EngineFailure {
    const back = this.#retryDelayMs === undefined ? '' : ` Retry in ${this.#retryDelayMs} ms`
    return this.#failure(`${text}${back}`, 'quota')
  }

  #failure(text: string, fallback: FailureKind): EngineFailure {
    // Each model has a quota of its own, which the text calls "this model".
    const family = /\bthis model\b/i.test(text) ? this.#model : undefined
    return failureFrom(text, { now: this.#now(), family, fallback })
  }
}

function parseLine(text: string): Line | undefined {
  if (!text.startsWith('{')) return undefined
  const { value } = tryParseJson(text)
  return matches(Line, value) ? value : undefined
}

const MAX_LINES = 60
const MAX_LINE_CHARACTERS = 2_000
const FRAME = /^\s+at /
const NOISE =
  /256-color support|Ripgrep is not available|^Loaded cached credentials|^\[STARTUP\]|^Security Warning: Skipping system|^\s*$/

const Fatal = Type.Object({
  error: Type.Object({ type: Type.Optional(Type.String()), message: Type.String() }),
})

/** The tool exits with the HTTP status, of which the system keeps the lowest eight bits. */
const EXIT_KINDS: Readonly<Record<number, FailureKind>> = {
  41: 'signed_out',
  42: 'request',
  [401 & 255]: 'signed_out',
  [403 & 255]: 'signed_out',
  [429 & 255]: 'transient',
  [500 & 255]: 'transient',
  [502 & 255]: 'transient',
  [503 & 255]: 'transient',
  [504 & 255]: 'transient',
}

/** The kind of failure of an exit code, used where no text gives one. */
function exitKind(exitCode: number): FailureKind {
  return EXIT_KINDS[exitCode] ?? 'unknown'
}

/**
 * The message of a reported error, with its type where that adds something; undefined without a
 * message.
 */
function errorMessage(
  error: { type?: string | undefined; message?: string | undefined } | undefined,
): string | undefined {
  if (error?.message === undefined || error.type === 'INVALID_STREAM') return undefined
  const { type, message } = error
  return type === undefined || type === 'unknown' || type === 'Error'
    ? message
    : `${type}: ${message}`
}

/** The last lines of stderr, without stack frames and routine messages. */
class GeminiErrorTail {
  readonly #lines: string[] = []

  add(line: string): void {
    if (FRAME.test(line) || NOISE.test(line)) return
    this.#lines.push(line.slice(0, MAX_LINE_CHARACTERS))
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
  }

  /**
   * The reason of the exit: the message of a JSON document, else all lines; empty without output.
   */
  reason(): string {
    const start = this.#lines.lastIndexOf('{')
    const end = this.#lines.lastIndexOf('}')
    if (start !== -1 && end > start) {
      const document = tryParseJson(this.#lines.slice(start, end + 1).join('\n')).value
      if (matches(Fatal, document)) return errorMessage(document.error) ?? document.error.message
    }
    return this.#lines.join('\n')
  }
}

/** A repetition of this many characters means a restart; fewer when less text has been sent. */
const START_CHARACTERS = 32
/** A pause that may mean a restart: the tool waits for at least a second before it asks again. */
const PAUSE_MS = 400

/**
 * Detects an answer that starts over. After a broken connection the Gemini tool asks the model
 * again and appends the new answer without a mark. The only signs are a pause and the repeated
 * beginning. Text is held back only after a pause, while it repeats the beginning.
 */
class RestartGuard {
  #beginning = ''
  #held = ''
  #lastAt = Number.NEGATIVE_INFINITY

  /**
   * @param at When the text was written, UTC milliseconds; NaN when unknown
   * @returns The text to pass on
   * @throws {EngineFailure} `transient` when the answer has started over
   */
  pass(text: string, at: number): string {
    const paused = !(at - this.#lastAt < PAUSE_MS)
    this.#lastAt = at
    if (this.#beginning.trim() === '' || (this.#held === '' && !paused)) return this.#release(text)
    const candidate = this.#held + text
    const common = Math.min(this.#beginning.length, candidate.length)
    if (candidate.slice(0, common) !== this.#beginning.slice(0, common)) {
      this.#held = ''
      return this.#release(candidate)
    }
    if (common === this.#beginning.length)
      throw new EngineFailure(
        'transient',
        'The tool lost the connection and began its answer again',
      )
    this.#held = candidate
    return ''
  }

  /** Returns the text that was held back: the model was asked again on purpose, or has ended. */
  release(): string {
    const text = this.#held
    this.#held = ''
    this.#beginning = ''
    return text
  }

  #release(text: string): string {
    if (this.#beginning.length < START_CHARACTERS)
      this.#beginning = (this.#beginning + text).slice(0, START_CHARACTERS)
    return text
  }
}

/** The tool truncates a longer stdin with a warning. */
const MAX_STDIN_CHARACTERS = 8 * 1024 * 1024
/**
 * Path of the tool's settings in its working folder. System settings would be ignored, because the
 * tool does not read them from a folder that others can write, such as the temporary folder.
 */
const SETTINGS_FILE = '.gemini/settings.json'
const DENY_ALL = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n'
/** Replaces the tool's own system prompt for programming, which has many thousand tokens. */
const DEFAULT_SYSTEM_PROMPT = 'You are a helpful assistant.'
/** Variables of an account that select how the tool signs in. */
const SIGN_IN_VARIABLES = ['GOOGLE_GENAI_USE_GCA', 'GEMINI_API_KEY']
/**
 * One attempt: a second one may wait for an hour, or restart a broken answer without a mark. The
 * ignore files of a repository around the folder would hide the images in it.
 */
const SETTINGS = {
  general: { maxAttempts: 1 },
  context: {
    fileFiltering: {
      respectGitIgnore: false,
      respectGeminiIgnore: false,
      enableRecursiveFileSearch: false,
    },
  },
}

/**
 * Google's Gemini CLI: `gemini --output-format stream-json`, tools denied, one HOME per account.
 */
export const gemini: Dialect = {
  name: 'gemini',
  capabilities: { images: true, structured: true, tools: true },
  // Each model has a quota of its own.
  familyOf: (model) => model,
  prepare,
  reader: ({ model }: Turn) => new GeminiReader(model),
}

async function prepare(
  turn: Turn,
  account: AccountSettings,
  folder: RunFolder,
): Promise<Invocation> {
  const schema = schemaOf(turn)
  const messages =
    schema === undefined ? turn.messages : withInstruction(turn.messages, jsonInstruction(schema))
  const { system, parts } = renderPrompt(messages, { systemFlag: true })
  const stdin = await promptOf(parts, folder)
  if (stdin.length > MAX_STDIN_CHARACTERS)
    throw new EngineFailure('request', 'The prompt is too long: the tool takes 8 MiB', {
      retryableElsewhere: true,
      isPublic: true,
    })
  const [policy, settings, systemFile] = await Promise.all([
    folder.write('policy.toml', DENY_ALL),
    writeSettings(folder),
    folder.write('system.md', system === '' ? DEFAULT_SYSTEM_PROMPT : system),
    // The tool searches this file in all parent folders too, and would take provider keys from it.
    folder.write('.env', ''),
  ])
  return {
    args: [
      '--output-format=stream-json',
      '--approval-mode=default',
      `--policy=${policy}`,
      '--extensions=none',
      `--model=${turn.model}`,
      ...account.extra_args,
    ],
    env: {
      HOME: account.dir,
      GEMINI_CLI_HOME: account.dir,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: settings,
      GEMINI_SYSTEM_MD: systemFile,
      NO_BROWSER: 'true',
      ...(SIGN_IN_VARIABLES.some((name) => name in account.env)
        ? {}
        : { GOOGLE_GENAI_USE_GCA: 'true' }),
    },
    stdin,
  }
}

async function writeSettings(folder: RunFolder): Promise<string> {
  await mkdir(join(folder.path, dirname(SETTINGS_FILE)), { recursive: true })
  return await folder.write(SETTINGS_FILE, JSON.stringify(SETTINGS))
}

async function promptOf(parts: readonly PromptPart[], folder: RunFolder): Promise<string> {
  let images = 0
  const pieces = parts.map(async (part) => {
    if (part.type === 'text') return escapeAtSigns(part.text)
    images += 1
    const file = await folder.write(
      `image-${images}.${part.extension}`,
      Buffer.from(part.data, 'base64'),
    )
    return `\n@${basename(file)}\n`
  })
  return (await Promise.all(pieces)).join('')
}

/**
 * Escapes file references: the tool reads the file of an `@name` into the prompt, also with tools
 * denied. After an odd number of backslashes the sign has no effect.
 */
function escapeAtSigns(text: string): string {
  return text.replace(/\\*@/g, (found) => (found.length % 2 === 0 ? found : `\\${found}`))
}
