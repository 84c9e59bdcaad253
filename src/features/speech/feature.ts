import { Type } from '@sinclair/typebox'
import type { StorageQuota } from '../../core/storage-quota.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import { defineTool, runTask, type Tool } from '../../core/tools/tool.ts'
import type { Core } from '../../create-core.ts'
import { Clips } from './clips.ts'
import { clipLinkRoutes, openAiSpeechRoutes, speechRoutes } from './routes.ts'
import { TtsAnswer, TtsBody } from './schema.ts'
import { SpeechEngines } from './speech-engines.ts'
import {
  READER_LANE,
  READER_LANE_WIDTH,
  SPEECH_ADMISSION,
  type SpokenEntry,
  type TtsInput,
  type TtsResult,
  type TtsTask,
  ttsTask,
} from './tts-task.ts'
import { clipInput, clipView } from './view.ts'

interface SpeakToolParts {
  runs: Runs
  task: TtsTask
  inputOf: (body: TtsBody) => TtsInput
  /** @param origin Of the link */
  view: (result: TtsResult, origin: string) => TtsAnswer
}

/** Speaks a text. */
function speakTool({ runs, task, inputOf, view }: SpeakToolParts): Tool {
  return defineTool({
    name: 'speak',
    description:
      'Speaks a text aloud (text to speech) and gives the link of the sound, which opens for anyone who has it, for 30 days.',
    parameters: Type.Pick(TtsBody, ['text', 'voice', 'language', 'speed', 'format']),
    result: TtsAnswer,
    capability: 'media',
    effects: 'costs',
    task,
    label: ({ text }) => `Speak ${text.length} characters`,
    text: ({ url, duration_seconds: seconds, media_type: type }) =>
      `Spoken, ${seconds} seconds, ${type}: ${url}`,
    run: async (values, context) => ({
      result: view(await runTask(runs, task, inputOf(values), context), context.origin),
    }),
  })
}

/** @limit credit-tts credits tts */
export const SPEECH_PRICES = { tts: 1 }

interface SpeechParts {
  clips: Clips
  findBrand: (id: string) => { voice: string | null } | undefined
  keepInHistory: (entry: SpokenEntry) => void
}

const ADVICE =
  'The owner can add a voice: install espeak-ng (apt install espeak-ng, brew install espeak-ng), which speaks over a hundred languages, or add a speech server such as Kokoro under [[speech_engines]]'
const VOICES_HINT = 'GET /api/ai/tts/voices lists them'

/** Creates what keeps the clips: the history has some of them too. */
export function createClips(core: Core, { quota }: { quota: StorageQuota }): Clips {
  const { stores, storage, commits, log, now } = core
  return new Clips({
    store: stores.clips,
    storage: storage.clips,
    commits,
    reserve: (owner, bytes) => quota.reserve(owner, bytes),
    isKept: (name) => stores.history.hasClip(name),
    log,
    now,
  })
}

/** Speaks texts, and keeps what was spoken. */
export function createSpeech(core: Core, { clips, findBrand, keepInHistory }: SpeechParts) {
  const { engineLists, speechHealth: health, audio, spool, limits } = core
  const speechEngines = new SpeechEngines({
    engines: () => engineLists.speech.offered,
    health,
    advice: ADVICE,
    voicesHint: VOICES_HINT,
  })
  const task = ttsTask({
    engines: speechEngines,
    findBrand,
    health,
    audio,
    clips,
    spool,
    turnMs: limits.speechTurnMs,
    keepInHistory,
  })
  const speech = {
    clips,
    speechEngines,
    /** The format of a clip where none is asked for. */
    defaultFormat: (): 'mp3' | 'wav' => (audio.isInstalled() ? 'mp3' : 'wav'),
  }
  const services = { ...core, speech }
  return {
    name: 'speech',
    prices: SPEECH_PRICES,
    tasks: [task],
    tools: [
      speakTool({
        runs: core.runs,
        task,
        inputOf: (body) => clipInput(body, speech.defaultFormat()),
        view: clipView,
      }),
    ],
    lanes: { [READER_LANE]: READER_LANE_WIDTH },
    admission: { speech: SPEECH_ADMISSION },
    sweeps: [clips],
    ownedData: [clips],
    routes: () => [
      speechRoutes(services, task),
      openAiSpeechRoutes(services, task),
      clipLinkRoutes(services),
    ],
    task,
    ...speech,
  }
}
