import { type Static, Type } from '@sinclair/typebox'
import { AgentResult } from '../../core/skills/agent.ts'
import { AgentInput } from '../../core/skills/task.ts'

/** Raw JSON, refused while it arrives. See Limits. */
export const MAX_AGENT_BYTES = 256 * 1024

export const AgentBody = Type.Composite([
  AgentInput,
  Type.Object({ async: Type.Optional(Type.Boolean()) }),
])
export type AgentBody = Static<typeof AgentBody>

export const AgentAnswer = Type.Object(
  {
    status: Type.Literal('succeeded'),
    ...AgentResult.properties,
  },
  { $id: 'AgentAnswer' },
)

/** Converts a body into the task's input. Unknown fields are dropped. */
export function readAgentBody({ task, input, options, engine, async }: AgentBody): {
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
