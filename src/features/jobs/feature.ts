import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import type { ListedJob as Job, JobList } from '../../core/tasks/job-list.ts'
import { MAX_EXCERPT_CHARACTERS } from '../../core/tasks/jobs.ts'
import type { Core } from '../../create-core.ts'
import type { guards } from '../../guards/index.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable } from '../shared/fields.ts'
import { jobSchema, jobView } from '../shared/job-view.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { SkillName } from '../skills/skill.ts'

/** The profile of a worker may have the name of an agent task. */
const AGENT = 'agent'
/** Where the jobs of each kind are. */
const PATHS: Readonly<Record<string, string>> = {
  generate: '/api/ai/generate',
  [AGENT]: '/api/ai/agent',
  transcribe: '/jobs',
  video_transcript: '/jobs',
  youtube_to_srt: '/jobs',
  tts: '/api/ai/tts',
  translate: '/jobs',
  perfect_srt: '/jobs',
  worker: '/api/ai/worker',
}

const { result: _, ...ANY_JOB } = jobSchema('AnyJob', Type.Null()).properties

const ListedJob = component('ListedJob', {
  ...ANY_JOB,
  task: nullable(
    Type.String({
      description: 'Name of the agent task, or of the profile of a worker; null for other kinds',
    }),
  ),
  excerpt: nullable(
    Type.String({
      description: `How the text that it works on begins, at most ${MAX_EXCERPT_CHARACTERS} characters`,
    }),
  ),
  path: Type.String({ description: 'Where the job is, with its result' }),
})

const JobQuery = Type.Object({
  ...ListQuery.properties,
  status: Type.Optional(
    oneOf(['unfinished', 'queued', 'running', 'succeeded', 'failed', 'cancelled'], {
      description: 'Only jobs in this state; `unfinished` is queued or running',
    }),
  ),
  task: Type.Optional({ ...SkillName, description: 'Only jobs of this agent task' }),
})

interface JobListServices {
  guards: ReturnType<typeof guards>
  jobList: JobList
}

/** GET /api/ai/jobs */
function jobListRoutes({ guards, jobList }: JobListServices) {
  return new Elysia({ name: 'features/jobs', tags: ['Jobs'] }).use(guards).get(
    '/api/ai/jobs',
    ({ context, actor, query: { limit, cursor, status, task } }) =>
      jsonAnswer(context, () => {
        const filter = { status, ...(task === undefined ? {} : { kinds: [AGENT], label: task }) }
        return listOf(jobList.page(ownerOf(actor), limit, cursor, filter), listed)
      }),
    route({
      requireUserOrLocal: true,
      query: JobQuery,
      summary: 'Own jobs of all kinds, without their results',
      responses: { 200: { description: 'The newest first', schema: listSchema(ListedJob) } },
      errors: [429],
    }),
  )
}

function listed(job: Job): Static<typeof ListedJob> {
  const { result: __, ...view } = jobView({ ...job, result: undefined }, () => ({}))
  const { label, excerpt } = job
  return { ...view, task: label, excerpt, path: `${PATHS[job.kind] ?? ''}/${job.id}` }
}

/** The list of a caller's jobs of all kinds. */
export function createJobs(core: Core) {
  return { name: 'jobs', routes: () => [jobListRoutes(core)] }
}
