import { type Static, Type } from '@sinclair/typebox'
import { MAX_ATTACHMENTS } from '../../core/attachments/attachment.ts'
import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import { requestedModel } from '../../core/engines/models.ts'
import { type Actor, mayUsePaths, ownerOf } from '../../core/identity/actor.ts'
import type { ListedJob } from '../../core/tasks/job-list.ts'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import { matches } from '../../platform/check.ts'
import { component } from '../../platform/schemas.ts'
import { nullable, Time, timeView } from '../shared/fields.ts'
import { AttachmentBody, requestedAttachment } from '../shared/job-body.ts'
import { JobParams } from '../shared/job-request.ts'
import { jobSchema, jobView } from '../shared/job-view.ts'
import type { BodyExamples } from '../shared/openapi.ts'
import type { WorkerStep } from './pieces.ts'
import { MAX_BRIEF_CHARACTERS, type WorkerInput, WorkerResult } from './worker-task.ts'
import type { Workers } from './workers.ts'

/** Where the jobs of workers are. */
export const WORKER_PATH = '/api/ai/worker'

/** A job of a worker with what it has done. */
export function workerJobView(workers: Workers, job: JobRecord): Static<typeof WorkerJob> {
  const { steps, artifacts } = workers.logOf(job)
  const request = workers.requestOf(job)
  const { result: _, ...rest } = jobView({ ...job, result: undefined }, () => ({}))
  return {
    ...rest,
    result: job.result === undefined ? null : resultOf(job.result),
    profile: request?.profile ?? null,
    brief: request?.brief ?? null,
    collections: request?.collections ?? [],
    steps: steps.map((step, index) => stepView(job.id, step, index + 1)),
    artifacts: artifacts.map(({ name, bytes, mediaType }) => ({
      name,
      bytes,
      media_type: mediaType,
      url: `${WORKER_PATH}/${job.id}/artifacts/${encodeURIComponent(name)}`,
    })),
  }
}

/** A call of a tool, without what only the owner of the job may read. */
export function stepFacts({ at, tool, text, ms, ok }: WorkerStep) {
  return { at: timeView(at), tool, text, ms, ok }
}

function stepView(jobId: string, step: WorkerStep, number: number): Static<typeof Step> {
  const bytes = step.output?.bytes
  const url = `${WORKER_PATH}/${jobId}/steps/${number}/output`
  return { ...stepFacts(step), output: bytes === undefined ? null : { bytes, url } }
}

export function listedView({ label, excerpt, ...job }: ListedJob): Static<typeof ListedWorkerJob> {
  const { result: _, ...listed } = jobView({ ...job, result: undefined }, () => ({}))
  return { ...listed, profile: label, excerpt }
}

/** A row may be of an older version: its result is checked. */
function resultOf(value: unknown): WorkerResult {
  if (matches(WorkerResult, value)) return value
  throw new Error('The stored result of a worker job is not as declared')
}

/** Raw JSON, refused while it arrives. @limit worker-body KiB */
export const MAX_WORKER_BYTES = 512 * 1024

/** Collections that one job may search. @limit worker-collections count */
export const MAX_WORKER_COLLECTIONS = 10

const Name = Type.Optional(Type.String({ minLength: 1, maxLength: 300 }))

export const WorkerBody = Type.Object({
  profile: Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'What the worker may use: `read_docs` reads what is attached; `research` reads pages of the web as well',
    examples: ['read_docs'],
  }),
  brief: Type.String({
    minLength: 1,
    description: `The task, in at most ${MAX_BRIEF_CHARACTERS} characters`,
    examples: ['Compare the offers and write a table of their prices'],
  }),
  engine: Name,
  model: Name,
  attachments: Type.Optional(
    Type.Array(AttachmentBody, {
      maxItems: MAX_ATTACHMENTS,
      description: 'Files to work with, of at most 15 MiB each and 40 MiB together',
    }),
  ),
  collections: Type.Optional(
    Type.Array(Type.String({ pattern: '^kno_[\\w-]{22}$' }), {
      minItems: 1,
      maxItems: MAX_WORKER_COLLECTIONS,
      description:
        'Ids of collections of knowledge that the worker may search, with any profile. A profile with `search_knowledge` searches all of the caller’s without it',
    }),
  ),
})
export type WorkerBody = Static<typeof WorkerBody>

export const WORKER_EXAMPLES: BodyExamples = {
  read_docs: {
    summary: 'About a file',
    value: {
      profile: 'read_docs',
      brief: 'How many words does the file have? Write a report.md with the most frequent ones.',
      attachments: [
        { data: 'SGVsbG8gZnJvbSBIZWFydGg=', media_type: 'text/plain', filename: 'hello.txt' },
      ],
    },
  },
}

export const Artifact = component('WorkerArtifact', {
  name: Type.String({ examples: ['report.md'] }),
  bytes: Type.Integer(),
  media_type: Type.String({ description: 'As its content says', examples: ['text/markdown'] }),
  url: Type.String({ description: 'Where it is downloaded, with the same credential' }),
})

const StepOutput = component('WorkerStepOutput', {
  bytes: Type.Integer(),
  url: Type.String({ description: 'Where it is read, with the same credential' }),
})

export const Step = component('WorkerStep', {
  at: Time,
  tool: Type.String({ examples: ['read_file'] }),
  text: Type.String({ description: 'One short line', examples: ['read_file /inputs/hello.txt'] }),
  ms: Type.Integer(),
  ok: Type.Boolean({ description: 'Whether the tool did what was asked' }),
  output: nullable(StepOutput),
})

const Answer = component('WorkerAnswer', {
  answer: Type.String({ examples: ['The file has three words.'] }),
  engine: Type.String({ examples: ['local'] }),
  model: Type.String({ examples: ['qwen3'] }),
})

const { result, ...listed } = jobSchema('AnyWorkerJob', Answer).properties

export const WorkerJob = component('WorkerJob', {
  ...listed,
  result,
  profile: nullable(Type.String()),
  brief: nullable(Type.String()),
  collections: Type.Array(Type.String(), { description: 'That it was given to search' }),
  steps: Type.Array(Step, { description: 'Calls of tools so far, the oldest first' }),
  artifacts: Type.Array(Artifact, { description: 'Files that were handed over so far' }),
})

export const ListedWorkerJob = component('ListedWorkerJob', {
  ...listed,
  profile: nullable(Type.String()),
  excerpt: nullable(Type.String({ description: 'How the brief begins' })),
})

export const ArtifactParams = Type.Object({
  ...JobParams.properties,
  name: Type.String({ minLength: 1, maxLength: 255, description: 'As in `artifacts`' }),
})

export const StepParams = Type.Object({
  ...JobParams.properties,
  number: Type.String({ pattern: '^[1-9][0-9]{0,4}$', description: 'From 1, as in `steps`' }),
})

/**
 * Makes the converter of a body into the task's input, whose attachments are then kept on disk.
 * Unknown fields are dropped.
 */
export function workerBodyReader(intake: AttachmentIntake) {
  return async (actor: Actor, body: WorkerBody): Promise<{ input: WorkerInput; async: true }> => {
    const { profile, brief, attachments: requested = [], collections } = body
    const attachments = await intake.accept(
      { owner: ownerOf(actor), mayUsePaths: mayUsePaths(actor) },
      requested.map(requestedAttachment),
      // A job may wait in line for long.
      { keepsUploads: true },
    )
    return {
      input: {
        profile,
        brief,
        model: requestedModel(body),
        ...(attachments.length === 0 ? {} : { attachments }),
        ...(collections === undefined ? {} : { collections }),
      },
      async: true,
    }
  }
}
