import type { Core } from '../../create-core.ts'
import type { Skills } from '../skills/skills.ts'
import type { FindBrand } from '../skills/task.ts'
import { agentTask } from './agent.ts'
import { agentRoutes } from './routes.ts'
import { runTaskTool } from './tools.ts'

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
