import { Elysia } from 'elysia'
import type { Admission } from '../../core/admission.ts'
import { callerOf, ownerOf } from '../../core/auth/actor.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { jobsOfKind } from '../../core/jobs/of-kind.ts'
import type { Queue } from '../../core/queue/queue.ts'
import type { Models } from '../../core/text/models.ts'
import { connectionOf } from '../../edge/connection.ts'
import { JobParams } from '../../edge/job-request.ts'
import { documented } from '../../edge/openapi.ts'
import { recordEvents } from '../../edge/record-events.ts'
import type { guards } from '../../guards/index.ts'
import { postGenerate } from './post.ts'
import { GenerateBody, JOB_PREFIX } from './schema.ts'

export interface GenerateServices {
  guards: ReturnType<typeof guards>
  models: Models
  queue: Queue
  admission: Admission
  jobs: Jobs
}

const TAGS = ['Text models']

/** POST /api/ai/generate and its job paths. */
export function generateRoutes(services: GenerateServices) {
  const { guards } = services
  const jobs = jobsOfKind(services.jobs, JOB_PREFIX)
  return new Elysia({ name: 'surfaces/generate', prefix: '/api/ai/generate' })
    .use(guards)
    .post(
      '',
      async ({ request, actor, set }) => {
        const caller = callerOf(actor, connectionOf(request).requestId)
        const outcome = await postGenerate(services, actor, caller, request)
        if ('answer' in outcome) return outcome.answer
        set.status = 202
        set.headers['location'] = `/api/ai/generate/${outcome.job.job_id}`
        return outcome.job
      },
      {
        requireUserOrLocal: 'generate',
        parse: 'none',
        detail: documented({
          summary: 'Answer one prompt',
          description:
            'With async: true it answers 202 with a job at once. Idempotency-Key is honoured for jobs.',
          tags: TAGS,
          body: GenerateBody,
        }),
      },
    )
    .get('/:id', ({ params, actor }) => jobs.get(ownerOf(actor), params.id), {
      requireUserOrLocal: true,
      params: JobParams,
      detail: documented({ summary: 'A generate job', tags: TAGS }),
    })
    .delete('/:id', ({ params, actor }) => jobs.cancel(ownerOf(actor), params.id), {
      requireUserOrLocal: true,
      params: JobParams,
      detail: documented({ summary: 'Cancel a generate job', tags: TAGS }),
    })
    .get(
      '/:id/events',
      ({ params, actor }) => recordEvents(jobs.watch(ownerOf(actor), params.id)),
      {
        requireUserOrLocal: true,
        params: JobParams,
        detail: documented({
          summary: 'A generate job at each change, as server-sent events',
          tags: TAGS,
        }),
      },
    )
}
