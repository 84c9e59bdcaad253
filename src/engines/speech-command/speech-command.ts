import { basename, join } from 'node:path'
import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { openRunFolder } from '../cli/run-folder.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  SPEECH_ACCOUNTS,
  type SpeechEngine,
  type SpeechRequest,
  type SpeechVoice,
} from '../contract/speech.ts'
import { SPEECH_TIMEOUT_SECONDS, speechOf } from '../speech/read-speech.ts'
import type { SpeechEngineSettings } from '../speech/settings.ts'
import { TimeLimit } from '../speech/time-limit.ts'
import { espeakVoices } from './espeak-voices.ts'
import { filledCommand, placeholdersOf, speedValues } from './placeholders.ts'
import { runCommand, writtenFile } from './run-command.ts'

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

export interface SpeechCommandOptions {
  settings: SpeechEngineSettings & { command: readonly string[] }
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
    this.#placeholders = placeholdersOf(args)
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
    const printed = await runCommand({
      command: filledCommand(this.#command, {
        ...speedValues(request.speed),
        voice: this.#oneOf('voice', request.voice),
        model: this.#oneOf('model', request.model),
        text_file: isRead ? await folder.write('text.txt', text) : '',
        output,
      }),
      stdin: isRead ? '' : `${text}\n`,
      folder,
      environment: this.#environment,
      containment: this.#containment,
      isOutputWanted: isPrinted,
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
    const list = await runCommand({
      command: [this.#program, '--voices'],
      stdin: '',
      folder,
      environment: this.#environment,
      containment: this.#containment,
      isOutputWanted: true,
      signal: limit.signal,
    })
    const known = espeakVoices(Buffer.from(list).toString('utf8'))
    if (known.length === 0)
      throw new EngineFailure('unknown', `${this.label} lists no voices that can be read`)
    const byId = new Map(known.map((voice) => [voice.id, voice]))
    const unlisted = { languages: this.#languages }
    this.#voices = this.#configured?.map((id) => byId.get(id) ?? { id, ...unlisted }) ?? known
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
