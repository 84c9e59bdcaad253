import { Type } from '@sinclair/typebox'
import type { Runs } from '../../core/tasks/runs.ts'
import { defineTool, runTask, type Tool } from '../../core/tools/tool.ts'
import type { Core } from '../../create-core.ts'
import { readSubtitles } from '../../media/subtitles/read-subtitles.ts'
import { visibleText } from '../../media/subtitles/text-units.ts'
import type { TimedSegment } from '../../media/subtitles/timed-units.ts'
import type { FindBrand } from './caption.ts'
import {
  perfectTask,
  SUBTITLE_ADMISSION,
  SUBTITLE_ADMISSION_LIMITS,
  SUBTITLE_LANE,
  SUBTITLE_LANE_WIDTH,
} from './perfect-task.ts'
import { subtitleJobs, subtitleRoutes } from './routes.ts'
import { subtitlesOfSegments } from './subtitle-thread.ts'
import {
  type FinishedTranslation,
  TranslateResult,
  type TranslateTask,
  translateTask,
} from './translate-task.ts'

/** Of a text that a tool translates. @limit tool-translate characters */
export const MAX_TOOL_TRANSLATION_CHARACTERS = 100_000

/** Translates a text, whole. */
function translateTool(runs: Runs, task: TranslateTask): Tool {
  return defineTool({
    name: 'translate',
    description:
      'Translates a text into another language by a text engine, in pieces if it is long.',
    parameters: Type.Object({
      text: Type.String({ minLength: 1, maxLength: MAX_TOOL_TRANSLATION_CHARACTERS }),
      target: Type.String({
        minLength: 2,
        maxLength: 40,
        description: 'A language code, as de or pt-BR',
      }),
      source: Type.Optional(
        Type.String({ minLength: 2, maxLength: 40, description: 'By default found out' }),
      ),
    }),
    result: TranslateResult,
    capability: 'media',
    effects: 'costs',
    task,
    label: ({ target }) => `Translate into ${target}`,
    text: ({ text = '', problems }) =>
      [
        text,
        ...problems.map(({ excerpt, reason }) => `[Not translated: "${excerpt}": ${reason}]`),
      ].join('\n'),
    run: async (values, context) => ({ result: await runTask(runs, task, values, context) }),
  })
}

/** @limit credit-translate-per-min credits translate_per_min */
export const SUBTITLE_PRICES = { translate_per_min: 30 }

interface SubtitleParts {
  findBrand: FindBrand
  keepInHistory: (entry: ReturnType<typeof translationEntryOf>) => void
  /** Finds the transcript of a finished job. */
  transcriptOf: (owner: string, jobId: string) => { segments: readonly TimedSegment[] }
}

/** Corrects subtitles, and translates them and other texts. */
export function createSubtitles(core: Core, { transcriptOf, ...parts }: SubtitleParts) {
  const { models, textGeneration, engineLanes, log } = core
  const { findBrand, keepInHistory } = parts
  const tasks = {
    perfectSrt: perfectTask({ findBrand }),
    translate: translateTask({
      models,
      textGeneration,
      engineLanes,
      findBrand,
      onTranslation(finished) {
        try {
          keepInHistory(translationEntryOf(finished))
        } catch (err) {
          // The translation itself is not lost by that.
          log.error({ job: finished.jobId, err }, 'Cannot keep a translation in the history')
        }
      },
    }),
  }
  const subtitlesOf = (owner: string, jobId: string): Promise<string> =>
    subtitlesOfSegments(transcriptOf(owner, jobId).segments, 'srt')
  return {
    name: 'subtitles',
    prices: SUBTITLE_PRICES,
    tasks: [tasks.perfectSrt, tasks.translate],
    tools: [translateTool(core.runs, tasks.translate)],
    lanes: { [SUBTITLE_LANE]: SUBTITLE_LANE_WIDTH },
    admission: { [SUBTITLE_ADMISSION]: SUBTITLE_ADMISSION_LIMITS },
    routes: () => [subtitleRoutes({ ...core, subtitlesOf }, tasks)],
    /** For the list of all jobs with media. */
    mediaJobs: subtitleJobs(tasks),
    definitions: tasks,
    subtitlesOf,
  }
}

/** A translation as the history keeps it. */
function translationEntryOf({ owner, jobId, title, result }: FinishedTranslation) {
  const { text, srt, target, source } = result
  return {
    kind: 'translation',
    owner,
    title: title ?? '',
    sourceId: jobId,
    language: target.split('-', 1)[0],
    text: srt === undefined ? (text ?? '') : spoken(srt),
    data: { text, srt, target, source },
  } as const
}

/** What subtitles say, without their times. */
function spoken(srt: string): string {
  return readSubtitles(srt)
    .map(({ text }) => visibleText(text))
    .join('\n')
}
