import { Elysia } from 'elysia'

import type { AgentTask } from '../../core/skills/agent.ts'
import { taskPage } from '../../core/skills/list.ts'
import type { Skills } from '../../core/skills/skills.ts'

import { jsonBody } from '../kit/job-body.ts'
import { type JobRouteServices, jobRoutes } from '../kit/job-routes.ts'
import { ListQuery } from '../kit/list-query.ts'
import { listOf, listSchema } from '../kit/list-view.ts'
import { documented } from '../kit/openapi.ts'
import { TaskView, taskView } from '../kit/task-view.ts'
import { AGENT_EXAMPLES, AgentAnswer, AgentBody, MAX_AGENT_BYTES, readAgentBody } from './schema.ts'

export interface AgentServices extends JobRouteServices {
  skills: Skills
}

const TAGS = ['Agent tasks']

/** POST /api/ai/agent, the tasks that a caller may run, and its jobs. */
export function agentRoutes({ skills, ...services }: AgentServices, task: AgentTask) {
  return new Elysia({ name: 'surfaces/agent' })
    .use(services.guards)
    .get(
      '/api/ai/agent/tasks',
      ({ context: { caller }, query }) => {
        return listOf(taskPage(skills, caller, query), taskView)
      },
      {
        requireUserOrLocal: true,
        query: ListQuery,
        detail: documented({
          summary: 'Tasks this caller may run',
          description: 'By name, each with the JSON Schemas of its input, options and result.',
          tags: TAGS,
          responses: { 200: { description: 'One page of tasks', schema: listSchema(TaskView) } },
        }),
      },
    )
    .use(
      jobRoutes(services, {
        task,
        path: '/api/ai/agent',
        capability: true,
        body: jsonBody({
          schema: AgentBody,
          maxBytes: MAX_AGENT_BYTES,
          read: (_actor, body) => readAgentBody(body),
        }),
        view: (result) => ({ status: 'succeeded', ...result }),
        resultSchema: AgentAnswer,
        bodyExamples: AGENT_EXAMPLES,
        noun: 'agent',
        summary: 'Do one task on a text',
        description:
          '`GET /api/ai/agent/tasks` lists the tasks, each with the schemas of its input, options and result. A task that succeeds costs 2 credits; one that fails costs nothing. An input that does not match its schema is refused with 422. Tasks with an option `brand` take the id of a brand of `GET /api/brands`: the text then has its tone, its language where no option names one, and the words of its glossary; an id that is none is 422.',
        tags: TAGS,
      }),
    )
}
