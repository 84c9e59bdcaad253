import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { evidence } from '../cli/classify.ts'
import { type OpenRunFolder, openRunFolder } from '../cli/run-folder.ts'
import { type CommandRun, runCommand } from '../command/run-command.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  SPEECH_ACCOUNTS,
  type SpeechEngine,
  type SpeechRequest,
  type SpeechVoice,
} from '../contract/speech.ts'
import { fillPlaceholders, placeholdersIn } from '../setting-blocks.ts'
import {
  MAX_SPEECH_BYTES,
  SPEECH_TIMEOUT_SECONDS,
  speechOf,
  TimeLimit,
} from '../speech/read-speech.ts'
import type { SPEECH_PLACEHOLDERS, SpeechEngineSettings } from '../speech/settings.ts'

/** Time limit of listing the voices. */
const LIST_MS = 10_000
const ESPEAK: ReadonlySet<string> = new Set(['espeak-ng', 'espeak'])
/** Of a command that is espeak-ng without any. */
const ESPEAK_ARGUMENTS = [
  ...['-v', '{voice}', '-s', '{words_per_minute}'],
  ...['-f', '{text_file}', '-w', '{output}'],
]
/** As some programs read a text up to the first of them. */
const CONTROL_CHARACTERS = /(?![\n\t])\p{Cc}/gu

/** The usual speed of espeak-ng and of macOS's `say`. */
const WORDS_PER_MINUTE = 175
/** Variables by which programs find their libraries and voices. Keys and secrets are not among them. */
const VARIABLES = [
  'HOME',
  'LD_LIBRARY_PATH',
  'PYTHONPATH',
  'VIRTUAL_ENV',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'CUDA_VISIBLE_DEVICES',
  'ESPEAK_DATA_PATH',
] as const

export interface SpeechCommandOptions {
  settings: SpeechEngineSettings & { command: string[] }
  /** The service's own environment; a command sees only the variables of an allow-list. */
  environment: Readonly<Record<string, string | undefined>>
  /** What the command's processes cannot get out of; absent, they can. */
  containment?: ToolContainment | undefined
}

/**
 * A command-line program as a speech engine: one process for each text, in a private folder and a
 * process group of its own. Without `{text_file}` it reads the text from stdin; without `{output}`
 * it prints the sound.
 */
export class SpeechCommand implements SpeechEngine {
  readonly type = 'speech'
  readonly accounts = SPEECH_ACCOUNTS
  readonly id: string
  readonly label: string
  readonly kind = 'command'
  readonly models: readonly string[]
  readonly timeoutMs: number
  readonly appliesSpeed: boolean
  readonly #command: readonly string[]
  readonly #placeholders: ReadonlySet<string>
  readonly #environment: SpeechCommandOptions['environment']
  readonly #containment: ToolContainment | undefined
  readonly #program: string
  readonly #configured: readonly string[] | undefined
  readonly #languages: readonly string[]
  #voices: readonly SpeechVoice[]
  /** Of espeak-ng, which lists its voices. */
  readonly #isEspeak: boolean
  /** Whether its voices were read since it was last found. */
  #isRead = false

  constructor({ settings, environment, containment }: SpeechCommandOptions) {
    const { id, label, command, models = [], voices, languages = [] } = settings
    const { timeout_seconds: seconds = SPEECH_TIMEOUT_SECONDS } = settings
    const [program = '', ...given] = command
    const isEspeak = ESPEAK.has(basename(program))
    const args = isEspeak && given.length === 0 ? ESPEAK_ARGUMENTS : given
    this.id = id
    this.label = label ?? basename(program)
    this.models = models
    this.timeoutMs = seconds * 1000
    this.#program = program
    this.#command = [program, ...args]
    this.#placeholders = new Set(placeholdersIn(args))
    this.#environment = environment
    this.#containment = containment
    this.#configured = voices
    this.#languages = languages
    this.#voices = (voices ?? []).map((voice) => ({ id: voice, languages }))
    this.appliesSpeed = ['speed', 'words_per_minute', 'length_scale'].some((name) =>
      this.#placeholders.has(name),
    )
    this.#isEspeak = isEspeak
  }

  get voices(): readonly SpeechVoice[] {
    return this.#voices
  }

  get languages(): readonly string[] | undefined {
    const all = [...new Set(this.#voices.flatMap(({ languages }) => languages))]
    if (all.length > 0) return all
    return this.#languages.length > 0 ? this.#languages : undefined
  }

  async speak(request: SpeechRequest, signal: AbortSignal): Promise<Uint8Array> {
    if (this.#isEspeak && this.#voices.length === 0) await this.#listVoices(signal)
    using limit = new TimeLimit(this.timeoutMs, signal, this.label)
    await using folder = await openRunFolder(this.#environment['TMPDIR'])
    const text = request.text.replace(CONTROL_CHARACTERS, ' ')
    const isPrinted = !this.#placeholders.has('output')
    const isRead = this.#placeholders.has('text_file')
    const output = join(folder.path, 'speech.wav')
    const values: Record<(typeof SPEECH_PLACEHOLDERS)[number], string> = {
      ...speedValues(request.speed),
      voice: this.#oneOf('voice', request.voice),
      model: this.#oneOf('model', request.model),
      text_file: isRead ? await folder.write('text.txt', text) : '',
      output,
    }
    const printed = await this.#run({
      command: fillPlaceholders(this.#command, values),
      stdin: isRead ? '' : `${text}\n`,
      folder,
      isPrinted,
      signal: limit.signal,
    })
    return speechOf(isPrinted ? printed : await writtenFile(output, this.label), this.label)
  }

  async checkStatus(): Promise<void> {
    if (Bun.which(this.#program, { PATH: this.#environment['PATH'] ?? '' }) !== null) return
    const text = `${this.#program} is not installed, or not on the PATH of the service`
    throw new EngineFailure('not_installed', text)
  }

  async refresh(signal: AbortSignal): Promise<void> {
    try {
      await this.checkStatus()
    } catch (error) {
      this.#isRead = false
      throw error
    }
    if (!this.#isEspeak || this.#isRead) return
    await this.#listVoices(signal)
    this.#isRead = true
  }

  async #listVoices(signal: AbortSignal): Promise<void> {
    using limit = new TimeLimit(LIST_MS, signal, `The list of voices of ${this.label}`)
    await using folder = await openRunFolder(this.#environment['TMPDIR'])
    const list = await this.#run({
      command: [this.#program, '--voices'],
      folder,
      isPrinted: true,
      signal: limit.signal,
    })
    const known = espeakVoices(Buffer.from(list).toString('utf8'))
    if (known.length === 0)
      throw new EngineFailure('unknown', `${this.label} lists no voices that can be read`)
    const byId = new Map(known.map((voice) => [voice.id, voice]))
    const unlisted = { languages: this.#languages }
    this.#voices = this.#configured?.map((id) => byId.get(id) ?? { id, ...unlisted }) ?? known
  }

  /** @returns What it has printed. @throws {EngineFailure} also where the command fails */
  async #run({
    isPrinted,
    ...run
  }: Omit<CommandRun, 'output'> & {
    folder: OpenRunFolder
    isPrinted: boolean
  }): Promise<Uint8Array> {
    const bound = { maxBytes: MAX_SPEECH_BYTES, endless: () => endless('The command') }
    const { code, output, errors } = await runCommand(
      { ...run, output: isPrinted ? bound : undefined },
      { environment: this.#environment, variables: VARIABLES, containment: this.#containment },
    )
    if (code === 0) return output
    const reason = errors === '' ? '' : `: ${evidence(errors)}`
    throw new EngineFailure('unknown', `${this.#program} ended with ${code}${reason}`)
  }

  /** Only a name that the engine is known to have becomes part of a command. */
  #oneOf(kind: 'voice' | 'model', asked: string | undefined): string {
    const names = kind === 'voice' ? this.voices.map(({ id }) => id) : this.models
    if (asked === undefined || !this.#placeholders.has(kind)) return names[0] ?? ''
    if (names.includes(asked)) return asked
    const text = `${this.label} has no ${kind} ${JSON.stringify(asked)}`
    throw new EngineFailure('request', text, { isPublic: true, retryableElsewhere: true })
  }
}

/** The values of what tells a program how fast it is to speak. */
export function speedValues(speed: number) {
  return {
    speed: String(speed),
    words_per_minute: String(Math.round(WORDS_PER_MINUTE * speed)),
    length_scale: String(Math.round(1_000 / speed) / 1_000),
  }
}

/**
 * The file that a command has written.
 *
 * @throws {EngineFailure} `empty` when there is none, `unknown` when it is too large
 */
async function writtenFile(path: string, program: string): Promise<Uint8Array> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size === 0) throw new EngineFailure('empty', `${program} wrote no sound`)
  if (size > MAX_SPEECH_BYTES) throw endless(program)
  return Bun.file(path).bytes()
}

function endless(program: string): EngineFailure {
  return new EngineFailure('unknown', `${program} gave sound without an end`)
}

/** A line of `espeak-ng --voices`: priority, language, age and gender, name, file, other languages. */
const LINE = /^\s*\d+\s+([a-z][\w-]*)\s+\S+\s+\S+\s+\S+/i
/** Chosen where no voice is asked for. */
const DEFAULT = 'en-us'

/** The voices that `espeak-ng --voices` lists, by their languages, of which each voice has one. */
export function espeakVoices(list: string): SpeechVoice[] {
  const ids = list.split('\n').flatMap((line) => LINE.exec(line)?.[1] ?? [])
  return [...new Set(ids)]
    .map((id) => ({ id, languages: [id.split('-', 1)[0]?.toLowerCase() ?? id] }))
    .toSorted((a, b) => Number(b.id === DEFAULT) - Number(a.id === DEFAULT))
}
