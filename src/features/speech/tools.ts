import { Type } from '@sinclair/typebox'
import type { Runs } from '../../core/tasks/runs.ts'
import { defineTool, runTask, type Tool } from '../../core/tools/tool.ts'
import { TtsAnswer, TtsBody } from './schema.ts'
import type { TtsInput, TtsResult, TtsTask } from './tts-task.ts'

interface SpeakToolParts {
  runs: Runs
  task: TtsTask
  inputOf: (body: TtsBody) => TtsInput
  /** @param origin Of the link */
  view: (result: TtsResult, origin: string) => TtsAnswer
}

/** Speaks a text. */
export function speakTool({ runs, task, inputOf, view }: SpeakToolParts): Tool {
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
