import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import type { TaskDefinition } from '../../core/tasks/define-task.ts'
import type { guards } from '../../guards/index.ts'
import { readSubtitles } from '../../media/subtitles/read-subtitles.ts'
import { writeVtt } from '../../media/subtitles/write-subtitles.ts'
import { AppError } from '../../platform/errors.ts'
import type { JobBody } from '../shared/job-body.ts'
import { IDEMPOTENCY_HEADER } from '../shared/job-request.ts'
import { jobSchema } from '../shared/job-view.ts'
import {
  MEDIA_JOBS_PATH,
  type MediaJobKind,
  mediaJobKind,
  mediaJobView,
  reader,
} from '../shared/media-job.ts'
import { route } from '../shared/openapi.ts'
import { NoEngine, type TaskServices, taskHandlers } from '../shared/task-handlers.ts'
import type { CaptionRules } from './caption.ts'
import { type PerfectInput, PerfectResult, type PerfectTask } from './perfect-task.ts'
import {
  MAX_PERFECT_BYTES,
  MAX_TRANSLATE_BYTES,
  PERFECT_EXAMPLES,
  PerfectBody,
  PerfectView,
  TRANSLATE_EXAMPLES,
  TranslateBody,
  TranslationView,
} from './schema.ts'
import { type TranslateInput, TranslateResult, type TranslateTask } from './translate-task.ts'

interface SubtitleTasks {
  perfectSrt: PerfectTask
  translate: TranslateTask
}

/** Jobs that correct or translate, for the routes of media jobs. */
export function subtitleJobs({ perfectSrt, translate }: SubtitleTasks): MediaJobKind[] {
  return [perfectJobs(perfectSrt), translationJobs(translate)]
}

function perfectJobs(task: PerfectTask): MediaJobKind {
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

function translationJobs(task: TranslateTask): MediaJobKind {
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

interface SubtitleServices extends TaskServices {
  guards: ReturnType<typeof guards>
  subtitlesOf: SubtitlesOf
}

const GUARD = { requireApiKey: 'media', parse: 'none' } as const
const JOB_HEADERS = { Location: 'The path of the job' }

/** POST /perfect-srt and /translate. Their jobs are with those of transcripts. */
export function subtitleRoutes(
  { guards, subtitlesOf, ...services }: SubtitleServices,
  { perfectSrt, translate }: SubtitleTasks,
) {
  const perfect = handlersOf(
    services,
    perfectSrt,
    perfectBody(subtitlesOf),
    perfectJobs(perfectSrt),
  )
  const translated = handlersOf(
    services,
    translate,
    translateBody(subtitlesOf),
    translationJobs(translate),
  )
  return new Elysia({ name: 'features/subtitles', tags: ['Subtitles'] })
    .use(guards)
    .post(
      '/perfect-srt',
      ({ context, set }) => perfect.start({ context, set }),
      route({
        ...GUARD,
        summary: 'Correct subtitles',
        description:
          'Puts cues in order, ends overlaps, gives each the time to be read, and breaks lines where sentences and clauses end; cues that are too long are split, those that are too short are joined. No word is lost, added or moved: each answer is compared with what was sent. `changes` says what was done, `unmet` what could not be. With `script` the cues get the words of a correct text. It costs no credits. With `async: true` it answers 202 with a job at once.',
        body: PerfectBody,
        bodyExamples: PERFECT_EXAMPLES,
        headers: IDEMPOTENCY_HEADER,
        responses: {
          200: { description: 'The corrected subtitles', schema: PerfectView },
          202: {
            description: 'The job',
            schema: jobSchema('PerfectSrtJob', PerfectView),
            headers: JOB_HEADERS,
          },
        },
        errors: [404, 409, 410, 413, 429, 503],
      }),
    )
    .post(
      '/translate',
      ({ context, set }) => translated.start({ context, set }),
      route({
        ...GUARD,
        summary: 'Translate a text, subtitles, or a transcript',
        description:
          'By the text engines, in pieces that know what comes before them. Subtitles keep their cues with numbers and times. What an engine translates wrong is asked for again, twice; what is wrong then keeps its text and is listed in `problems`. It costs no credits. Where no engine could answer, `status` is `failed` with `subscription_only`. Long texts take minutes: use `async: true`, which answers 202 with a job at once.',
        body: TranslateBody,
        bodyExamples: TRANSLATE_EXAMPLES,
        headers: IDEMPOTENCY_HEADER,
        responses: {
          200: {
            description: 'The translation; or that no engine was able to answer',
            schema: Type.Union([TranslationView, NoEngine]),
          },
          202: {
            description: 'The job',
            schema: jobSchema('TranslationJob', TranslationView),
            headers: JOB_HEADERS,
          },
        },
        errors: [404, 409, 410, 429, 502, 503],
      }),
    )
}

function handlersOf<input extends TSchema, result extends TSchema, event, body extends TSchema>(
  services: TaskServices,
  task: TaskDefinition<input, result, event>,
  body: JobBody<body, Static<input>>,
  kind: MediaJobKind,
) {
  return taskHandlers(services, {
    task,
    path: MEDIA_JOBS_PATH,
    body,
    view: (result) => kind.json(result),
    jobView: (job) => mediaJobView([kind], job),
  })
}

/**
 * The subtitles of a finished transcription job.
 *
 * @throws {AppError} `not_found`, also for a job of another owner; `conflict`
 */
type SubtitlesOf = (owner: string, jobId: string) => Promise<string>

function perfectBody(
  subtitlesOf: SubtitlesOf,
): JobBody<typeof PerfectBody, Static<typeof PerfectInput>> {
  return {
    schema: PerfectBody,
    maxBytes: MAX_PERFECT_BYTES,
    async read(actor, { srt, job_id: jobId, brand, script, async = false, ...rules }) {
      requireOne({ srt, job_id: jobId })
      return {
        input: {
          srt: srt ?? (await subtitlesOf(ownerOf(actor), jobId ?? '')),
          rules: rulesOf(rules),
          ...(brand === undefined ? {} : { brand }),
          ...(script === undefined ? {} : { script }),
        },
        async,
      }
    },
  }
}

function translateBody(subtitlesOf: SubtitlesOf): JobBody<typeof TranslateBody, TranslateInput> {
  return {
    schema: TranslateBody,
    maxBytes: MAX_TRANSLATE_BYTES,
    async read(actor, body) {
      const { text, srt, job_id: jobId, target, source, brand, engine, title } = body
      requireOne({ text, srt, job_id: jobId })
      const subtitles = jobId === undefined ? srt : await subtitlesOf(ownerOf(actor), jobId)
      return {
        input: {
          target,
          ...(text === undefined ? {} : { text }),
          ...(subtitles === undefined ? {} : { srt: subtitles }),
          ...(source === undefined ? {} : { source }),
          ...(brand === undefined ? {} : { brand }),
          ...(engine === undefined ? {} : { engine }),
          ...(title === undefined ? {} : { title }),
        },
        async: body.async === true,
      }
    },
  }
}

function rulesOf(body: Partial<PerfectBody>): CaptionRules {
  const rules: CaptionRules = {}
  const { max_line_characters: characters, max_lines: lines, min_gap_ms: gap } = body
  const { max_characters_per_second: speed, min_cue_seconds: seconds } = body
  if (characters !== undefined) rules.maxLineCharacters = characters
  if (lines !== undefined) rules.maxLines = lines
  if (speed !== undefined) rules.maxCharactersPerSecond = speed
  if (seconds !== undefined) rules.minCueSeconds = seconds
  if (gap !== undefined) rules.minGapMs = gap
  return rules
}

/** @throws {AppError} `invalid` unless exactly one field is given */
function requireOne(fields: Readonly<Record<string, string | undefined>>): void {
  const given = Object.values(fields).filter((value) => value !== undefined)
  if (given.length === 1) return
  const names = Object.keys(fields)
  const last = names.pop() ?? ''
  throw new AppError(
    'invalid',
    `Request body is invalid: give exactly one of ${names.join(', ')} and ${last}`,
  )
}
