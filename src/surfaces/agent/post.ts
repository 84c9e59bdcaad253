import type { Actor, Caller } from '../../core/auth/actor.ts'
import { submitWork } from '../../core/jobs/submit.ts'
import { AGENT_KIND, checkAgent } from '../../core/skills/agent.ts'
import { requireTask } from '../../core/skills/task.ts'
import { parseJson, readText } from '../../edge/body.ts'
import { idempotencyKey } from '../../edge/job-request.ts'
import type { AgentServices } from './routes.ts'
import { AgentBody, agentInputOf, JOB_PREFIX, MAX_AGENT_BYTES } from './schema.ts'

/** Does one task, or makes a job of it. */
export function postAgent(
  services: AgentServices,
  actor: Actor,
  caller: Caller,
  request: Request,
): ReturnType<typeof submitWork> {
  return submitWork(services, {
    kind: AGENT_KIND,
    prefix: JOB_PREFIX,
    caller,
    idempotencyKey: idempotencyKey(request.headers),
    signal: request.signal,
    read: () => readText(request, MAX_AGENT_BYTES),
    prepare: async (text) => {
      const body = parseJson(text, AgentBody)
      requireTask(actor, body.task)
      const input = agentInputOf(body)
      await checkAgent(services, caller, input)
      return { input, async: body.async === true }
    },
  })
}
