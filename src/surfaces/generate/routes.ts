import { Elysia } from 'elysia'
import { callerOf, ownerOf } from '../../core/identity/actor.ts'
import { jobsOfKind } from '../../core/tasks/of-kind.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { JobParams } from '../kit/job-request.ts'
import { documented } from '../kit/openapi.ts'
import { recordEvents } from '../kit/record-events.ts'
import { postGenerate } from './post.ts'
import { GenerateBody, JOB_PREFIX } from './schema.ts'
import type { GenerateServices } from './services.ts'

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
