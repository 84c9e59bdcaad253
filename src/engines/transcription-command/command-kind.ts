import { fillPlaceholders, placeholdersIn } from '../command/placeholders.ts'
import type { TranscriptionRequest } from '../contract/transcription.ts'
import { requireLanguage } from '../transcription/languages.ts'
import type {
  TRANSCRIPTION_PLACEHOLDERS,
  TranscriptionEngineSettings,
} from '../transcription/settings.ts'

type CommandResult = NonNullable<TranscriptionEngineSettings['result']>
type CommandPreset = NonNullable<TranscriptionEngineSettings['preset']>
type PlaceholderValues = Readonly<Record<(typeof TRANSCRIPTION_PLACEHOLDERS)[number], string>>

/** How one kind of command is called, and what it writes. */
export interface CommandKind {
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
export const whisperCli: CommandKind = {
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
export const PRESETS: Readonly<Record<CommandPreset, CommandKind>> = {
  'whisper-ctranslate2': openAiWhisper('whisper-ctranslate2', 'whisper-ctranslate2'),
  'openai-whisper': openAiWhisper('whisper', 'openai-whisper'),
}

/** A command of the owner's own, whose arguments have placeholders. */
export function ownCommand(command: readonly string[], result: CommandResult): CommandKind {
  const [program = '', ...rest] = command
  return {
    program,
    label: program,
    result,
    canTranslate: placeholdersIn(command).includes('task'),
    argumentsFor: (_request, values) => fillPlaceholders(rest, values),
  }
}
