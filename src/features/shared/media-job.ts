import type { Static, TSchema } from '@sinclair/typebox'
import type { TaskDefinition } from '../../core/tasks/define-task.ts'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import { matches } from '../../platform/check.ts'
import { oneOf } from '../../platform/schemas.ts'
import { jobView } from './job-view.ts'

/** Where the jobs of all kinds of media work are. */
export const MEDIA_JOBS_PATH = '/jobs'
/** Their ids all begin alike, as one list has them. */
const MEDIA_JOB_PREFIX = 'trs_'

/** The forms in which a result can be had, beside the record of its job. */
export const ResultFormat = oneOf(['json', 'text', 'srt', 'vtt'])
export type ResultFormat = Static<typeof ResultFormat>

export const RESULT_TYPES: Readonly<Record<ResultFormat, string>> = {
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

/** A kind of media work whose jobs are at {@link MEDIA_JOBS_PATH}. */
export interface MediaJobKind {
  task: TaskDefinition
  /** Of the result in the record of a job. */
  resultSchema: TSchema
  /** Of the whole result. */
  jsonSchema: TSchema
  /** A result in the record of its job. @param result As the task's schema has it */
  view: (result: unknown) => object
  /** The whole result. */
  json: (result: unknown) => object
  /** The formats in which the result is a text. */
  texts: Partial<Record<ResultFormat, (result: unknown) => string | Promise<string>>>
}

/** Declares one kind of media work, its functions by the type of its result. */
export function mediaJobKind<result>({
  task,
  read,
  ...kind
}: {
  task: TaskDefinition
  /** A stored result; undefined for one of another form, as of an older version. */
  read: (result: unknown) => result | undefined
  resultSchema: TSchema
  jsonSchema: TSchema
  view: (result: result) => object
  json: (result: result) => object
  texts: Partial<Record<ResultFormat, (result: result) => string | Promise<string>>>
}): MediaJobKind {
  if (task.idPrefix !== MEDIA_JOB_PREFIX)
    throw new Error(`The ids of ${task.kind} do not begin with ${MEDIA_JOB_PREFIX}`)
  const checked = (value: unknown) => {
    const result = read(value)
    if (result !== undefined) return result
    throw new Error(`The stored result of a ${task.kind} job is not as declared`)
  }
  return {
    task,
    resultSchema: kind.resultSchema,
    jsonSchema: kind.jsonSchema,
    view: (value) => kind.view(checked(value)),
    json: (value) => kind.json(checked(value)),
    texts: Object.fromEntries(
      Object.entries(kind.texts).map(([format, text]) => [
        format,
        (value: unknown) => text(checked(value)),
      ]),
    ),
  }
}

/** Reads what a schema describes. */
export function reader<schema extends TSchema>(schema: schema) {
  return (value: unknown) => (matches(schema, value) ? value : undefined)
}

/** The record of a job of one of the kinds. */
export function mediaJobView(kinds: readonly MediaJobKind[], job: JobRecord) {
  return jobView(job, (result) => kindOf(kinds, job).view(result))
}

export function kindOf(kinds: readonly MediaJobKind[], { kind }: JobRecord): MediaJobKind {
  const found = kinds.find(({ task }) => task.kind === kind)
  if (found === undefined) throw new Error(`There is no kind of media work ${kind}`)
  return found
}
