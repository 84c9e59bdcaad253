import { existsSync, readdirSync } from 'node:fs'
import { lstat, mkdir, readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { redact } from '../../platform/redact.ts'
import { openRunFolder } from '../cli/run-folder.ts'
import { type CommandEnd, runCommand } from '../command/run-command.ts'
import { EngineFailure } from '../contract/failure.ts'
import {
  TRANSCRIPTION_ACCOUNTS,
  type Transcription,
  type TranscriptionEngine,
  type TranscriptionRequest,
} from '../contract/transcription.ts'
import { fillPlaceholders, placeholdersIn } from '../setting-blocks.ts'
import {
  MAX_TRANSCRIPT_BYTES,
  readCueTranscript,
  readJsonTranscript,
  requireLanguage,
  timelessTranscript,
} from '../transcription/read-transcript.ts'
import type {
  TRANSCRIPTION_PLACEHOLDERS,
  TranscriptionEngineSettings,
} from '../transcription/settings.ts'

type CommandResult = NonNullable<TranscriptionEngineSettings['result']>
type CommandPreset = NonNullable<TranscriptionEngineSettings['preset']>
type PlaceholderValues = Readonly<Record<(typeof TRANSCRIPTION_PLACEHOLDERS)[number], string>>

/** How one kind of command is called, and what it writes. */
interface CommandKind {
  /** The program where the settings name none. */
  program: string
  /** Its name, for people. */
  label: string
  result: CommandResult
  canTranslate: boolean
  /** Arguments behind those of the settings. */
  argumentsFor(request: TranscriptionRequest, values: PlaceholderValues): string[]
  /** The finished part (0 to 1) that a line of its stderr says. */
  progressOf?(line: string): number | undefined
}

const PROGRESS = /\bprogress\s*=\s*(\d{1,3})%/

/**
 * whisper.cpp's command.
 *
 * https://github.com/ggml-org/whisper.cpp/tree/master/examples/cli
 */
const whisperCli: CommandKind = {
  program: 'whisper-cli',
  label: 'whisper.cpp',
  result: 'whisper-json',
  canTranslate: true,
  argumentsFor({ language, task, prompt, temperature }, values) {
    return [
      ...['-m', values.model, '-f', values.input, '-of', values.output_prefix],
      ...['-l', language === undefined ? 'auto' : requireLanguage(language)],
      ...['-ojf', '-np', '-pp', '-t', values.threads],
      ...(task === 'translate' ? ['-tr'] : []),
      ...(prompt === undefined ? [] : ['--prompt', prompt]),
      ...(temperature === undefined ? [] : ['-tp', String(temperature)]),
    ]
  },
  progressOf(line) {
    const percent = PROGRESS.exec(line)?.[1]
    return percent === undefined ? undefined : Math.min(1, Number(percent) / 100)
  },
}

/** openai-whisper and what has its options. They download a model at its first use. */
function openAiWhisper(program: string, label: string): CommandKind {
  return {
    program,
    label,
    result: 'whisper-json',
    canTranslate: true,
    argumentsFor({ language, task, prompt, temperature, model }, values) {
      return [
        values.input,
        ...(model === undefined ? [] : [`--model=${model}`]),
        ...(language === undefined ? [] : [`--language=${requireLanguage(language)}`]),
        ...[`--task=${task}`, '--output_format=json', `--output_dir=${values.output_dir}`],
        ...['--word_timestamps=True', '--verbose=False', `--threads=${values.threads}`],
        ...(prompt === undefined ? [] : [`--initial_prompt=${prompt}`]),
        ...(temperature === undefined ? [] : [`--temperature=${temperature}`]),
      ]
    },
  }
}

/** By the setting `preset`. */
const PRESETS: Readonly<Record<CommandPreset, CommandKind>> = {
  'whisper-ctranslate2': openAiWhisper('whisper-ctranslate2', 'whisper-ctranslate2'),
  'openai-whisper': openAiWhisper('whisper', 'openai-whisper'),
}

/** A command of the owner's own, whose arguments have placeholders. */
function ownCommand(command: readonly string[], result: CommandResult): CommandKind {
  const [program = '', ...rest] = command
  return {
    program,
    label: program,
    result,
    canTranslate: placeholdersIn(command).includes('task'),
    argumentsFor: (_request, values) => fillPlaceholders(rest, values),
  }
}

/** More threads do not make whisper faster. */
const MAX_THREADS = 8
/** Exit code of whisper-cli when it cannot load its model. */
const MODEL_NOT_LOADED = 3
/** Before 1.9 whisper-cli ended with 0 then. */
const UNREADABLE = /failed to (?:read|decode|open) (?:the )?(?:audio|input)/i
const MAX_EVIDENCE_CHARACTERS = 500
/** Where they keep their models and find their libraries and processors. Keys are not among them. */
const VARIABLES = [
  'HOME',
  'XDG_CACHE_HOME',
  'HF_HOME',
  'HF_HUB_OFFLINE',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'CUDA_VISIBLE_DEVICES',
  'HIP_VISIBLE_DEVICES',
  'ROCR_VISIBLE_DEVICES',
  'GGML_BACKEND_PATH',
  'GGML_VK_VISIBLE_DEVICES',
] as const

interface TranscriptionCommandOptions {
  settings: TranscriptionEngineSettings
  /** Hearth's own environment; the command sees only the variables of an allow-list. */
  environment: Readonly<Record<string, string | undefined>>
  /** What the command's processes cannot get out of; absent, they can. */
  containment?: ToolContainment | undefined
  /** Where models of whisper.cpp are looked for. */
  modelsFolder: string | undefined
}

/**
 * A command-line recogniser: one process for each recording, in a private folder and a process group
 * of its own, never through a shell.
 */
export class TranscriptionCommand implements TranscriptionEngine {
  readonly type = 'transcription'
  readonly accounts = TRANSCRIPTION_ACCOUNTS
  readonly id: string
  readonly kind: 'whisper-cli' | 'command'
  readonly label: string
  readonly canTranslate: boolean
  readonly timeoutMs: number
  readonly #command: CommandKind
  readonly #program: string
  readonly #fixed: readonly string[]
  readonly #given: readonly string[]
  /** Undefined for commands that have models of other kinds. */
  readonly #files: ModelFiles | undefined
  readonly #threads: number
  readonly #environment: TranscriptionCommandOptions['environment']
  readonly #containment: ToolContainment | undefined

  constructor({ settings, environment, containment, modelsFolder }: TranscriptionCommandOptions) {
    const { adapter, command = [], models, threads } = settings
    if (adapter === 'openai-http') throw new Error('A server is no command')
    const kind = kindOf(settings)
    const isOwn = adapter === 'command' && settings.preset === undefined
    const [program = kind.program, ...fixed] = command
    this.id = settings.id
    this.kind = adapter
    this.label = settings.label ?? kind.label
    this.canTranslate = kind.canTranslate
    this.timeoutMs = settings.timeout_seconds * 1000
    this.#command = kind
    this.#program = program
    this.#fixed = isOwn ? [] : fixed
    this.#given = models ?? []
    this.#files = adapter === 'whisper-cli' ? new ModelFiles(models, modelsFolder) : undefined
    this.#threads = threads ?? Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1))
    this.#environment = environment
    this.#containment = containment
  }

  get models(): readonly string[] {
    return this.#files === undefined ? this.#given : [...this.#files.paths.keys()]
  }

  async transcribe(
    request: TranscriptionRequest,
    signal: AbortSignal,
    onProgress?: (finished: number) => void,
  ): Promise<Transcription> {
    const limit = AbortSignal.timeout(this.timeoutMs)
    try {
      return await this.#run(request, AbortSignal.any([signal, limit]), onProgress)
    } catch (error) {
      if (signal.aborted || !limit.aborted) throw error
      const text = `The engine did not finish within ${this.timeoutMs / 1000} seconds`
      throw new EngineFailure('timeout', text, { cause: error })
    }
  }

  async checkStatus(): Promise<void> {
    this.#requireProgram()
    this.#modelOf(undefined)
  }

  /** Also the models may come and go. */
  refresh(): Promise<void> {
    return this.checkStatus()
  }

  async #run(
    request: TranscriptionRequest,
    signal: AbortSignal,
    onProgress: ((finished: number) => void) | undefined,
  ): Promise<Transcription> {
    if (request.task === 'translate' && !this.canTranslate)
      throw new EngineFailure('request', 'The engine cannot translate', {
        retryableElsewhere: true,
        isPublic: true,
      })
    const model = this.#modelOf(request.model)
    await using folder = await openRunFolder(this.#environment['TMPDIR'])
    const outputs = join(folder.path, 'output')
    await mkdir(outputs)
    const prefix = join(outputs, 'transcript')
    const { result } = this.#command
    const asked = { ...request, model: model === '' ? undefined : model }
    const values = {
      input: request.path,
      output: `${prefix}.${extensionOf(result)}`,
      output_prefix: prefix,
      output_dir: outputs,
      model,
      language: request.language ?? 'auto',
      task: request.task,
      prompt: request.prompt ?? '',
      threads: String(this.#threads),
    }
    const end = await runCommand(
      {
        command: [this.#program, ...this.#fixed, ...this.#command.argumentsFor(asked, values)],
        folder,
        output: result === 'stdout' ? { maxBytes: MAX_TRANSCRIPT_BYTES, endless } : undefined,
        onErrorLine: (line) => {
          const finished = this.#command.progressOf?.(line)
          if (finished !== undefined) onProgress?.(finished)
          return finished !== undefined
        },
        signal,
      },
      { environment: this.#environment, variables: VARIABLES, containment: this.#containment },
    )
    return await this.#read(end, request, outputs)
  }

  async #read(
    end: CommandEnd,
    { language, seconds }: TranscriptionRequest,
    outputs: string,
  ): Promise<Transcription> {
    const { result } = this.#command
    if (end.code !== 0) throw this.#failureOf(end)
    if (result === 'stdout') return timelessTranscript(textOf(end), { language, seconds })
    const text = await findOutput(outputs, extensionOf(result))
    // An older whisper-cli ends with 0 when it cannot read a recording.
    if (text === undefined)
      throw new EngineFailure('request', `The engine wrote no transcript: ${evidence(end)}`)
    return result === 'whisper-json'
      ? readJsonTranscript(text, seconds)
      : readCueTranscript(text, { language, seconds })
  }

  #failureOf(end: CommandEnd): EngineFailure {
    const text = `The engine ended with ${end.code}: ${evidence(end)}`
    if (this.#files !== undefined && end.code === MODEL_NOT_LOADED)
      return new EngineFailure('model_missing', text)
    if (UNREADABLE.test(end.errors)) return new EngineFailure('request', text)
    // Killed, as by a system without memory.
    return new EngineFailure(end.code >= 128 ? 'transient' : 'unknown', text)
  }

  /**
   * The model as the command is told it: a path for whisper-cli, else a name; empty for its default.
   */
  #modelOf(name: string | undefined): string {
    if (this.#files === undefined) return name ?? this.#given[0] ?? ''
    const { paths } = this.#files
    const [first] = paths.keys()
    const wanted = name ?? first
    const path = wanted === undefined ? undefined : paths.get(wanted)
    if (wanted !== undefined && path !== undefined && existsSync(path)) return path
    const text =
      wanted === undefined
        ? 'whisper-cli has no model: put one, such as ggml-base.bin, into the folder "models" of DATA_DIR'
        : `whisper-cli has no model ${JSON.stringify(wanted)}: put ggml-${wanted}.bin into the folder "models" of DATA_DIR, or correct models in [[transcription_engines]]`
    throw new EngineFailure('no_model_file', text, { isPublic: true })
  }

  #requireProgram(): void {
    if (Bun.which(this.#program, { PATH: this.#environment['PATH'] ?? '' }) !== null) return
    throw new EngineFailure('not_installed', `Cannot start ${this.#program}: ENOENT`)
  }
}

function kindOf({ adapter, preset, command, result }: TranscriptionEngineSettings): CommandKind {
  if (adapter === 'whisper-cli') return whisperCli
  if (preset !== undefined) return PRESETS[preset]
  if (command === undefined || result === undefined)
    throw new Error('Checked with the settings: command and result')
  return ownCommand(command, result)
}

function extensionOf(result: 'srt' | 'vtt' | 'whisper-json' | 'stdout'): string {
  return result === 'whisper-json' ? 'json' : result
}

function evidence(end: CommandEnd): string {
  const lines = redact(end.errors === '' ? textOf(end) : end.errors).trim()
  return lines.slice(-MAX_EVIDENCE_CHARACTERS) || 'it printed nothing'
}

function textOf({ output }: CommandEnd): string {
  return Buffer.from(output).toString('utf8')
}

/**
 * The text of the file that a command has written to its folder, whatever name it gave it.
 *
 * @returns undefined where there is none of the extension
 * @throws {EngineFailure} `transient` when it is too large
 */
async function findOutput(folder: string, extension: string): Promise<string | undefined> {
  const names = await readdir(folder)
  const name = names.toSorted().find((one) => one.endsWith(`.${extension}`))
  if (name === undefined) return undefined
  const path = join(folder, name)
  const found = await lstat(path)
  if (!found.isFile()) return undefined
  if (found.size > MAX_TRANSCRIPT_BYTES) throw endless()
  return await Bun.file(path).text()
}

function endless(): EngineFailure {
  return new EngineFailure('transient', 'The engine wrote a transcript without an end')
}

/** whisper.cpp's names of models. Those of its voice detector have the same form. */
const MODEL_FILE = /^ggml-(.+)\.bin$/
const VOICE_DETECTOR = /silero/i

/** The models of whisper-cli: files of ggml. */
class ModelFiles {
  readonly #given: readonly string[] | undefined
  readonly #folder: string | undefined

  /**
   * @param given Paths, or names of files in the folder; by default all that are there
   * @param folder Where models are looked for; undefined where the data is in memory
   */
  constructor(given: readonly string[] | undefined, folder: string | undefined) {
    this.#given = given
    this.#folder = folder
  }

  /** Paths by name, in order: `base` is the name of `ggml-base.bin`. */
  get paths(): ReadonlyMap<string, string> {
    if (this.#given !== undefined)
      return new Map(this.#given.map((model) => [nameOf(model), this.#pathOf(model)]))
    const folder = this.#folder
    if (folder === undefined) return new Map()
    const files = filesIn(folder).filter(
      (file) => MODEL_FILE.test(file) && !VOICE_DETECTOR.test(file),
    )
    return new Map(files.toSorted().map((file) => [nameOf(file), join(folder, file)]))
  }

  #pathOf(model: string): string {
    if (isAbsolute(model) || this.#folder === undefined) return model
    return join(this.#folder, MODEL_FILE.test(model) ? model : `ggml-${model}.bin`)
  }
}

function nameOf(model: string): string {
  const file = basename(model)
  return MODEL_FILE.exec(file)?.[1] ?? file
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
