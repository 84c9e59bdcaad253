import { Elysia } from 'elysia'
import type { Admission } from '../../core/admission.ts'
import { callerOf, ownerOf } from '../../core/auth/actor.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import { jobsOfKind } from '../../core/jobs/of-kind.ts'
import type { Queue } from '../../core/queue/queue.ts'
import type { Skills } from '../../core/skills/skills.ts'
import { taskPage } from '../../core/skills/view.ts'
import type { Models } from '../../core/text/models.ts'
import { connectionOf } from '../../edge/connection.ts'
import { JobParams } from '../../edge/job-request.ts'
import { ListQuery } from '../../edge/list-query.ts'
import { documented } from '../../edge/openapi.ts'
import { recordEvents } from '../../edge/record-events.ts'
import type { guards } from '../../guards/index.ts'
import { postAgent } from './post.ts'
import { AgentBody, JOB_PREFIX } from './schema.ts'

export interface AgentServices {
  guards: ReturnType<typeof guards>
  skills: Skills
  models: Models
  queue: Queue
  admission: Admission
  jobs: Jobs
}

const TAGS = ['Text models']

/** POST /api/ai/agent, its tasks and its job paths. */
export function agentRoutes(services: AgentServices) {
  const { guards, skills } = services
  const jobs = jobsOfKind(services.jobs, JOB_PREFIX)
  return new Elysia({ name: 'surfaces/agent', prefix: '/api/ai/agent' })
    .use(guards)
    .get('/tasks', ({ actor, query }) => taskPage(skills, actor, query), {
      requireUserOrLocal: true,
      query: ListQuery,
      detail: documented({ summary: 'Tasks this caller may run', tags: TAGS }),
    })
    .post(
      '',
      async ({ request, actor, set }) => {
        const caller = callerOf(actor, connectionOf(request).requestId)
        const outcome = await postAgent(services, actor, caller, request)
        if ('answer' in outcome) return outcome.answer
        set.status = 202
        set.headers['location'] = `/api/ai/agent/${outcome.job.job_id}`
        return outcome.job
      },
      {
        requireUserOrLocal: true,
        parse: 'none',
        detail: documented({
          summary: 'Do one task on a text',
          description:
            'With async: true it answers 202 with a job at once. Idempotency-Key is honoured for jobs. A task that succeeds costs 2 credits.',
          tags: TAGS,
          body: AgentBody,
        }),
      },
    )
    .get('/:id', ({ params, actor }) => jobs.get(ownerOf(actor), params.id), {
      requireUserOrLocal: true,
      params: JobParams,
      detail: documented({ summary: 'An agent job', tags: TAGS }),
    })
    .delete('/:id', ({ params, actor }) => jobs.cancel(ownerOf(actor), params.id), {
      requireUserOrLocal: true,
      params: JobParams,
      detail: documented({ summary: 'Cancel an agent job', tags: TAGS }),
    })
    .get(
      '/:id/events',
      ({ params, actor }) => recordEvents(jobs.watch(ownerOf(actor), params.id)),
      {
        requireUserOrLocal: true,
        params: JobParams,
        detail: documented({
          summary: 'An agent job at each change, as server-sent events',
          tags: TAGS,
        }),
      },
    )
}
