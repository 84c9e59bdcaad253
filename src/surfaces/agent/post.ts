import type { Caller } from '../../core/caller.ts'
import type { Actor } from '../../core/identity/actor.ts'
import { AGENT_KIND, checkAgent } from '../../core/skills/agent.ts'
import { requireTask } from '../../core/skills/task.ts'
import { submitWork } from '../../core/tasks/submit.ts'
import { parseJson } from '../../http/body/json.ts'
import { readText } from '../../http/body/text.ts'
import { idempotencyKey } from '../kit/job-request.ts'
import { AgentBody, agentInputOf, JOB_PREFIX, MAX_AGENT_BYTES } from './schema.ts'
import type { AgentServices } from './services.ts'

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
