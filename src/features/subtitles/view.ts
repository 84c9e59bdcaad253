import { readSubtitles } from '../../media/subtitles/read-subtitles.ts'
import { writeVtt } from '../../media/subtitles/write-subtitles.ts'
import { AppError } from '../../platform/errors.ts'
import { type MediaJobKind, mediaJobKind, reader } from '../shared/media-job.ts'
import { PerfectResult, type PerfectTask } from './perfect-task.ts'
import { PerfectView, TranslationView } from './schema.ts'
import { TranslateResult, type TranslateTask } from './translate-task.ts'

export interface SubtitleTasks {
  perfectSrt: PerfectTask
  translate: TranslateTask
}

/** Jobs that correct or translate, for the routes of media jobs. */
export function subtitleJobs({ perfectSrt, translate }: SubtitleTasks): MediaJobKind[] {
  return [perfectJobs(perfectSrt), translationJobs(translate)]
}

export function perfectJobs(task: PerfectTask): MediaJobKind {
  return mediaJobKind({
    task,
    read: reader(PerfectResult),
    resultSchema: PerfectView,
    jsonSchema: PerfectView,
    view: perfectView,
    json: perfectView,
    texts: {
      text: ({ srt }) => linesOf(srt),
      srt: ({ srt }) => srt,
      vtt: ({ srt }) => writeVtt(readSubtitles(srt)),
    },
  })
}

export function translationJobs(task: TranslateTask): MediaJobKind {
  return mediaJobKind({
    task,
    read: reader(TranslateResult),
    resultSchema: TranslationView,
    jsonSchema: TranslationView,
    view: translationView,
    json: translationView,
    texts: {
      text: ({ text, srt = '' }) => text ?? linesOf(srt),
      srt: srtOf,
      vtt: (result) => writeVtt(readSubtitles(srtOf(result))),
    },
  })
}

function perfectView({ srt, changes, unmet, moreChanges, moreUnmet }: PerfectResult) {
  return {
    status: 'succeeded' as const,
    srt,
    changes,
    ...(unmet.length === 0 ? {} : { unmet }),
    ...(moreChanges === 0 ? {} : { more_changes: moreChanges }),
    ...(moreUnmet === 0 ? {} : { more_unmet: moreUnmet }),
  }
}

function translationView({ problems, ...result }: TranslateResult) {
  return {
    status: 'succeeded' as const,
    ...result,
    ...(problems.length === 0 ? {} : { problems }),
  }
}

function srtOf({ srt }: TranslateResult): string {
  if (srt !== undefined) return srt
  throw new AppError('invalid', 'This is the translation of a text: it has no subtitles', {
    param: 'format',
  })
}

function linesOf(srt: string): string {
  return `${readSubtitles(srt)
    .map(({ text }) => text)
    .join('\n')}\n`
}
