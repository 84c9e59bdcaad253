import { Type } from '@sinclair/typebox'
import type { Message } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import type { Candidate } from '../accounts/candidate.ts'
import type { Caller } from '../caller.ts'
import { defineTask } from '../tasks/define-task.ts'
import type { Answerer } from '../text/answer.ts'
import { type Ask, asker, askFor, jsonFormat } from '../text/ask.ts'
import { conversationCharacters, requirementsOf } from '../text/conversation.ts'
import { AUTO, type Models } from '../text/models.ts'
import type { TextEvent } from '../text/text-event.ts'
import { answerFormatOf, type TaskAnswerFormat } from './answer-format.ts'
import { agentMessages } from './prompt.ts'
import type { Skill } from './skill.ts'
import type { Skills } from './skills.ts'
import { AgentInput, checkAgentInput, requireAnyTask, requireTask } from './task.ts'

/** Our own words around an input of the greatest length ask no more of an engine than this. */
const MAX_REQUIRED_CHARACTERS = 100_000

interface AgentTaskOptions {
  skills: Skills
  models: Models
  answerer: Answerer
}

export const AgentResult = Type.Object({
  task: Type.String(),
  /** As the task's result schema says: text, or a JSON value. */
  result: Type.Unknown(),
  /** The model's answer as it came. */
  text: Type.String(),
  engine: Type.String(),
  model: Type.String(),
})

interface Plan {
  messages: Message[]
  form: TaskAnswerFormat
  candidates: readonly Candidate[]
  options: Record<string, unknown>
}

/** Does agent tasks, each with the skill of its name as it is when the task runs. */
export function agentTask({ skills, models, answerer }: AgentTaskOptions) {
  return defineTask<typeof AgentInput, typeof AgentResult, TextEvent>({
    kind: 'agent',
    idPrefix: 'agt_',
    lanes: ['heavy'],
    admission: 'model',
    input: AgentInput,
    result: AgentResult,
    authorize(caller) {
      models.requireEngine(caller)
      requireAnyTask(caller)
    },
    async check(caller, input) {
      requireTask(caller, input.task)
      await plan({ skills, models }, caller, input)
    },
    durationKey: ({ task, engine = AUTO }) => `${engine}/${task}`,
    charge: () => ({ action: 'agent', units: 1 }),
    async run(input, context) {
      requireTask(context.caller, input.task)
      const { messages, form, candidates, options } = await plan(
        { skills, models },
        context.caller,
        input,
      )
      const ask = whole(asker(answerer, { candidates, surface: 'agent', options }, context))
      const { answer, value } = await askFor(ask, messages, form)
      context.signal.throwIfAborted()
      const { text, engine, model } = answer
      return { task: input.task, result: value, text, engine, model }
    },
  })
}
export type AgentTask = ReturnType<typeof agentTask>

async function plan(
  { skills, models }: Pick<AgentTaskOptions, 'skills' | 'models'>,
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
    const requirements = { needs, characters: Math.min(characters, MAX_REQUIRED_CHARACTERS) }
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
