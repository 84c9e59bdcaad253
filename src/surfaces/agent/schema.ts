import { type Static, Type } from '@sinclair/typebox'
import { AgentInput } from '../../core/skills/task.ts'

/** Raw JSON, refused while it arrives. See Limits. */
export const MAX_AGENT_BYTES = 256 * 1024

/** Of the ids of agent jobs. */
export const JOB_PREFIX = 'agt_'

export const AgentBody = Type.Composite([
  AgentInput,
  Type.Object({ async: Type.Optional(Type.Boolean()) }),
])
export type AgentBody = Static<typeof AgentBody>

/** What the task needs of the body; unknown fields are left behind. */
export function agentInputOf({ task, input, options, engine }: AgentBody): AgentInput {
  return {
    task,
    input,
    ...(options === undefined ? {} : { options }),
    ...(engine === undefined ? {} : { engine }),
  }
}
