import type { Message } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import type { Candidate } from '../accounts/candidate.ts'
import type { Caller } from '../caller.ts'
import type { Handler } from '../tasks/task.ts'
import type { Answerer } from '../text/answer.ts'
import { type Ask, asker, askFor, jsonFormat } from '../text/ask.ts'
import { conversationCharacters, requirementsOf } from '../text/conversation.ts'
import { AUTO, type Models } from '../text/models.ts'
import type { Usage } from '../usage/usage.ts'
import { answerFormatOf, type TaskAnswerFormat } from './answer-format.ts'
import { agentMessages } from './prompt.ts'
import type { Skill } from './skill.ts'
import type { Skills } from './skills.ts'
import { type AgentInput, agentInput, checkAgentInput } from './task.ts'

export const AGENT_KIND = 'agent'
/** Our own words around an input of the greatest length ask no more of an engine than this. */
const MAX_DEMAND_CHARACTERS = 100_000

interface AgentParts {
  skills: Skills
  models: Models
  answerer: Answerer
  usage: Usage
}

/** What a task gives. */
interface AgentResult {
  status: 'succeeded'
  task: string
  /** As the task's result schema says: text, or a JSON value. */
  result: unknown
  /** The model's answer as it came. */
  text: string
  engine: string
  model: string
}

interface Plan {
  messages: Message[]
  form: TaskAnswerFormat
  candidates: readonly Candidate[]
  options: Record<string, unknown>
}

/**
 * Refuses what can be refused before it waits or is written down.
 *
 * @throws {AppError} `not_found` for an unknown task, `too_long`, `invalid`, `capability_denied`,
 * `model_not_found`
 */
export async function checkAgent(
  parts: Pick<AgentParts, 'skills' | 'models'>,
  caller: Caller,
  input: AgentInput,
): Promise<void> {
  await plan(parts, caller, input)
}

/** Does agent tasks, each with the skill of its name as it is now; the result is an {@link AgentResult}. */
export function agentHandler({ skills, models, answerer, usage }: AgentParts): Handler {
  return async ({ caller, input: held }, context) => {
    const input = agentInput(held)
    const { messages, form, candidates, options } = await plan({ skills, models }, caller, input)
    const question = { candidates, caller, surface: AGENT_KIND, options }
    const ask = whole(asker(answerer, question, context))
    const { answer, value } = await askFor(ask, messages, form)
    context.cancellation.throwIfCancelled()
    await usage.charge(caller, 'agent', { surface: AGENT_KIND })
    const { text, engine, model } = answer
    const result: AgentResult = {
      status: 'succeeded',
      task: input.task,
      result: value,
      text,
      engine,
      model,
    }
    return result
  }
}

async function plan(
  { skills, models }: Pick<AgentParts, 'skills' | 'models'>,
  caller: Caller,
  input: AgentInput,
): Promise<Plan> {
  const skill = skills.get(input.task)
  await checkAgentInput(skill, input)
  const { options = {}, engine = AUTO } = input
  const form = await answerFormatOf(skill, options)
  const messages = agentMessages({ skill, input: input.input, options, schema: form.schema })
  const chosen = choose(models, caller, engine, messages, form.schema)
  return { messages, form, ...chosen, candidates: ordered(chosen.candidates, skill, messages) }
}

/** An engine that can be held to a schema is taken first; any other is asked for it in words. */
function choose(
  models: Models,
  caller: Caller,
  engine: string,
  messages: readonly Message[],
  schema: object | undefined,
): Pick<Plan, 'candidates' | 'options'> {
  const select = (options: Record<string, unknown>) => {
    const { needs, characters } = requirementsOf(messages, options)
    const requirements = { needs, characters: Math.min(characters, MAX_DEMAND_CHARACTERS) }
    return { candidates: models.select(caller, engine, requirements), options }
  }
  if (schema === undefined) return select({})
  try {
    return select(jsonFormat(schema))
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return select({})
    throw error
  }
}

/** Those that hold our own words as well, the skill's favourites first. */
function ordered(
  candidates: readonly Candidate[],
  { engines }: Skill,
  messages: readonly Message[],
): readonly Candidate[] {
  const characters = conversationCharacters(messages)
  const roomy = candidates.filter(({ engine }) => characters <= engine.maxCharacters)
  const rank = ({ engine }: Candidate) => {
    const index = engines.indexOf(engine.id)
    return index === -1 ? engines.length : index
  }
  return (roomy.length > 0 ? roomy : candidates).toSorted((a, b) => rank(a) - rank(b))
}

/** An answer that its engine cut off is no result. */
function whole(ask: Ask): Ask {
  return async (messages) => {
    const answer = await ask(messages)
    if (answer.finishReason !== 'length') return answer
    throw new AppError('engine_failed', 'The engine ended its answer before it was whole')
  }
}
