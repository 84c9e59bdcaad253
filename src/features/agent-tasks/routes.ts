import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type JobRouteServices, jobRoutes } from '../shared/job-routes.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { type BodyExamples, documented } from '../shared/openapi.ts'
import { TaskView, taskPage, taskView } from '../skills/list.ts'
import type { Skills } from '../skills/skills.ts'
import { AgentInput } from '../skills/task.ts'
import { AgentResult, type AgentTask } from './agent.ts'

export interface AgentServices extends JobRouteServices {
  skills: Skills
}

const TAGS = ['Agent tasks']

/** POST /api/ai/agent, the tasks that a caller may run, and its jobs. */
export function agentRoutes({ skills, ...services }: AgentServices, task: AgentTask) {
  return new Elysia({ name: 'features/agent' })
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
        body: {
          schema: AgentBody,
          maxBytes: MAX_AGENT_BYTES,
          read: (_actor, body) => readAgentBody(body),
        },
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

/** Raw JSON, refused while it arrives. @limit agent-body KiB */
export const MAX_AGENT_BYTES = 256 * 1024

const AgentBody = Type.Composite([
  AgentInput,
  Type.Object({ async: Type.Optional(Type.Boolean()) }),
])
type AgentBody = Static<typeof AgentBody>

const AgentAnswer = Type.Object(
  {
    status: Type.Literal('succeeded'),
    ...AgentResult.properties,
    task: Type.String({ examples: ['summarize'] }),
    text: Type.String({
      description: 'What the model has written, as it is',
      examples: ['A parcel did not arrive, and two letters stayed unanswered.'],
    }),
    engine: Type.String({ examples: ['local'] }),
    model: Type.String({ examples: ['qwen3'] }),
    result: Type.Unknown({
      description: 'Text or JSON, as the `result_schema` of the task says',
      examples: ['A parcel did not arrive, and two letters stayed unanswered.'],
    }),
  },
  { $id: 'AgentAnswer' },
)

const AGENT_EXAMPLES: BodyExamples = {
  summarize: {
    summary: 'A summary',
    value: {
      task: 'summarize',
      input: 'The parcel never came. I wrote twice and nobody answered.',
    },
  },
  translate: {
    summary: 'A translation, with an option',
    value: {
      task: 'translate',
      input: 'The parcel never came',
      options: { target: 'German' },
    },
  },
}

/** Converts a body into the task's input. Unknown fields are dropped. */
function readAgentBody({ task, input, options, engine, async }: AgentBody): {
  input: AgentInput
  async: boolean
} {
  return {
    input: {
      task,
      input,
      ...(options === undefined ? {} : { options }),
      ...(engine === undefined ? {} : { engine }),
    },
    async: async === true,
  }
}
