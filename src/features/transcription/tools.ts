import { Type } from '@sinclair/typebox'
import type { Runs } from '../../core/tasks/runs.ts'
import {
  defineTool,
  requireSeen,
  runTask,
  type Tool,
  type ToolContext,
} from '../../core/tools/tool.ts'
import { clockTime } from '../../platform/clock-time.ts'
import { oneOf } from '../../platform/schemas.ts'
import type { Files } from '../files/files.ts'
import { FileReference, ownFile } from '../files/tools.ts'
import type { TranscriptIntake } from './intake.ts'
import type { TranscribeTask } from './transcribe-task.ts'
import type { Transcript } from './transcript.ts'
import { TranscriptSource, type VideoTranscript } from './video-transcript.ts'
import type { VideoTranscriptTask } from './video-transcript-tasks.ts'

interface TranscriptToolParts {
  runs: Runs
  files: Pick<Files, 'get'>
  transcripts: TranscriptIntake
  tasks: { transcribe: TranscribeTask; videoTranscript: VideoTranscriptTask }
}

const Language = Type.Optional(
  Type.String({ maxLength: 40, description: 'A code as en or pt-BR; by default what is spoken' }),
)
const Timestamps = Type.Optional(
  Type.Boolean({ description: 'Whether each line begins with its time; by default false' }),
)

const WrittenTranscript = Type.Object({
  title: Type.String(),
  language: Type.Union([Type.String(), Type.Null()]),
  seconds: Type.Union([Type.Number(), Type.Null()]),
  /** `captions` of the site, or what an engine has heard. */
  source: oneOf(['captions', 'heard']),
  truncated: Type.Boolean(),
  text: Type.String(),
})
type WrittenTranscript = typeof WrittenTranscript.static

/** What is said in videos and recordings, for models. */
export function transcriptTools(parts: TranscriptToolParts): Tool[] {
  return [videoTranscriptTool(parts), transcribeTool(parts)]
}

function videoTranscriptTool({ runs, transcripts: intake, tasks }: TranscriptToolParts): Tool {
  const task = tasks.videoTranscript
  return defineTool({
    name: 'video_transcript',
    description:
      'Gives what is said in a video or sound at an address (YouTube and other sites, or a file): the captions of the site, or a transcription where it has none, which may take minutes.',
    parameters: Type.Object({
      url: Type.String({ minLength: 1, maxLength: 8192 }),
      language: Language,
      source: Type.Optional({
        ...TranscriptSource,
        description: '`native`: only captions; `generated`: only by listening; by default `auto`',
      }),
      timestamps: Timestamps,
    }),
    result: WrittenTranscript,
    capability: 'media',
    effects: 'costs',
    task,
    label: ({ url }) => `Get the words of a video of ${URL.parse(url)?.hostname ?? url}`,
    text: transcriptText,
    async run({ url: given, language, source = 'auto', timestamps = false }, context) {
      const url = requireSeen(given, context)
      using arrival = await intake.admitVideo(context.caller)
      const question = { url, language, source, isAwaited: true }
      const input = await intake.acceptVideo(question)
      const whole = await runTask(runs, task, input, started(context, arrival))
      const from = whole.source === 'native' ? 'captions' : 'heard'
      return { result: written(whole.title, from, whole, timestamps) }
    },
  })
}

function transcribeTool({ runs, files, transcripts: intake, tasks }: TranscriptToolParts): Tool {
  const task = tasks.transcribe
  return defineTool({
    name: 'transcribe',
    description:
      'Transcribes a recording (sound or video) that the user has stored here; my_files lists them. It may take minutes.',
    parameters: Type.Object({ file: FileReference, language: Language, timestamps: Timestamps }),
    result: WrittenTranscript,
    capability: 'media',
    effects: 'costs',
    readsOwnData: true,
    task,
    label: () => 'Transcribe a stored file',
    text: transcriptText,
    async run({ file, language, timestamps = false }, context) {
      const { token, name } = ownFile(files, context, file)
      using arrival = await intake.admit(context.caller)
      const recording = await intake.ofFile(token)
      const input = await intake
        .accept(recording, { language, isAwaited: true })
        .catch(async (error) => {
          await intake.drop(recording)
          throw error
        })
      try {
        const whole = await runTask(runs, task, input, started(context, arrival))
        return { result: written(name, 'heard', whole, timestamps) }
      } finally {
        await intake.discard(input)
      }
    },
  })
}

function written(
  title: string,
  source: WrittenTranscript['source'],
  whole: Pick<Transcript, 'language' | 'isCut' | 'text'> &
    Pick<VideoTranscript, 'seconds' | 'segments'>,
  timestamps: boolean,
): WrittenTranscript {
  const { language, seconds, isCut, text, segments } = whole
  return {
    title,
    language,
    seconds,
    source,
    truncated: isCut === true,
    text: timestamps ? timedText(segments) : text,
  }
}

/** A call whose recording counts as arriving until its run does. */
function started(context: ToolContext, arrival: Disposable): ToolContext {
  return {
    ...context,
    onRun(run) {
      arrival[Symbol.dispose]()
      context.onRun?.(run)
    },
  }
}

function timedText(segments: readonly { start: number; text: string }[]): string {
  return segments.map(({ start, text }) => `[${clockTime(start)}] ${text.trim()}`).join('\n')
}

function transcriptText(transcript: WrittenTranscript): string {
  const { title, language, seconds, source, truncated: isCut, text } = transcript
  return [
    `Title: ${title}`,
    ...(language === null ? [] : [`Language: ${language}`]),
    ...(seconds === null ? [] : [`Length: ${clockTime(seconds)}`]),
    source === 'captions'
      ? 'From the captions of the site'
      : 'As a transcription engine has heard it',
    ...(isCut ? ['The recording is longer than what is read of one'] : []),
    '',
    text === '' ? 'Nothing is said' : text,
  ].join('\n')
}
