import { Type } from '@sinclair/typebox'
import type { Runs } from '../../core/tasks/runs.ts'
import { defineTool, runTask, type Tool, ToolError } from '../../core/tools/tool.ts'
import type { Core } from '../../create-core.ts'
import type { Skills } from '../skills/skills.ts'
import { AgentInput, type FindBrand, mayRunTask } from '../skills/task.ts'
import { AgentResult, type AgentTask, agentTask } from './agent.ts'
import { agentRoutes } from './routes.ts'

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
