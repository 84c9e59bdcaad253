import { Elysia } from 'elysia'
import { callerOf, ownerOf } from '../../core/identity/actor.ts'
import { taskPage } from '../../core/skills/list.ts'
import { jobsOfKind } from '../../core/tasks/of-kind.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { JobParams } from '../kit/job-request.ts'
import { ListQuery } from '../kit/list-query.ts'
import { listOf, listSchema } from '../kit/list-view.ts'
import { documented } from '../kit/openapi.ts'
import { recordEvents } from '../kit/record-events.ts'
import { TaskView, taskView } from '../kit/task-view.ts'
import { postAgent } from './post.ts'
import { AgentBody, JOB_PREFIX } from './schema.ts'
import type { AgentServices } from './services.ts'

const TAGS = ['Text models']

/** POST /api/ai/agent, its tasks and its job paths. */
export function agentRoutes(services: AgentServices) {
  const { guards, skills } = services
  const jobs = jobsOfKind(services.jobs, JOB_PREFIX)
  return new Elysia({ name: 'surfaces/agent', prefix: '/api/ai/agent' })
    .use(guards)
    .get('/tasks', ({ actor, query }) => listOf(taskPage(skills, actor, query), taskView), {
      requireUserOrLocal: true,
      query: ListQuery,
      detail: documented({
        summary: 'Tasks this caller may run',
        tags: TAGS,
        responses: { 200: { description: 'One page of tasks', schema: listSchema(TaskView) } },
      }),
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
