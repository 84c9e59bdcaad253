import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Runs } from '../../core/tasks/runs.ts'
import { defineTool, runTask, type Tool, ToolError } from '../../core/tools/tool.ts'
import type { Core } from '../../create-core.ts'
import { component } from '../../platform/schemas.ts'
import { type JobRouteServices, jobRoutes } from '../shared/job-routes.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { type BodyExamples, route } from '../shared/openapi.ts'
import { TaskView, taskPage, taskView } from '../skills/list.ts'
import type { Skills } from '../skills/skills.ts'
import { AgentInput, type FindBrand, mayRunTask } from '../skills/task.ts'
import { AgentResult, type AgentTask, agentTask } from './agent.ts'

interface AgentServices extends JobRouteServices {
  skills: Skills
}

const TAGS = ['Agent tasks']

/** POST /api/ai/agent, the tasks that a caller may run, and its jobs. */
function agentRoutes({ skills, ...services }: AgentServices, task: AgentTask) {
  return new Elysia({ name: 'features/agent', tags: TAGS })
    .use(services.guards)
    .get(
      '/api/ai/agent/tasks',
      ({ context: { caller }, query }) => {
        return listOf(taskPage(skills, caller, query), taskView)
      },
      route({
        requireUserOrLocal: true,
        query: ListQuery,
        summary: 'Tasks this caller may run',
        description: 'By name, each with the JSON Schemas of its input, options and result.',
        responses: { 200: { description: 'One page of tasks', schema: listSchema(TaskView) } },
      }),
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

const AgentAnswer = component('AgentAnswer', {
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
})

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

/** Runs one of the tasks that Agent Skills define, or says which there are. */
function runTaskTool(runs: Runs, skills: Skills, task: AgentTask): Tool {
  const { input, options } = AgentInput.properties
  return defineTool({
    name: 'run_task',
    description:
      'Runs a task that the owner has defined on a text, such as summarize or extract, by a text engine. Without `task` it lists the tasks with what they take.',
    parameters: Type.Object({
      task: Type.Optional(AgentInput.properties.task),
      input: Type.Optional(input),
      options,
    }),
    result: Type.Union([
      Type.Object({
        tasks: Type.Array(
          Type.Object({
            task: Type.String(),
            description: Type.String(),
            input: Type.Unknown(),
            options: Type.Unknown(),
          }),
        ),
      }),
      AgentResult,
    ]),
    capability: true,
    effects: 'costs',
    task,
    label: ({ task: name }) => (name === undefined ? 'List the tasks' : `Run the task ${name}`),
    text: (result) => {
      if ('tasks' in result) return JSON.stringify(result.tasks)
      const { result: value } = result
      return typeof value === 'string' ? value : JSON.stringify(value)
    },
    async run({ task: name, input: given, options: chosen }, context) {
      if (name === undefined) {
        const names = skills.names.filter((one) => mayRunTask(context.caller, one))
        return { result: { tasks: names.map((one) => taskFacts(skills, one)) } }
      }
      if (given === undefined) throw new ToolError('Give the text of the task as `input`')
      const asked = {
        task: name,
        input: given,
        ...(chosen === undefined ? {} : { options: chosen }),
      }
      return { result: await runTask(runs, task, asked, context) }
    },
  })
}

function taskFacts(skills: Skills, name: string) {
  const { description, input, options } = skills.get(name)
  return { task: name, description, input, options }
}

/** @limit credit-agent credits agent */
export const AGENT_PRICES = { agent: 2 }

interface AgentTaskParts {
  skills: Skills
  findBrand: FindBrand
}

/** Tasks that Agent Skills define. */
export function createAgentTasks(core: Core, { skills, findBrand }: AgentTaskParts) {
  const { models, textGeneration, engineLanes } = core
  const task = agentTask({ skills, models, textGeneration, engineLanes, findBrand })
  return {
    name: 'agent-tasks',
    prices: AGENT_PRICES,
    tasks: [task],
    tools: [runTaskTool(core.runs, skills, task)],
    routes: () => [agentRoutes({ ...core, skills }, task)],
    task,
  }
}
