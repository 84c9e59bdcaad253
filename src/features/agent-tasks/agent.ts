import { Type } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.ts'
import type { Candidate } from '../../core/engines/account-state.ts'
import type { TextGeneration } from '../../core/engines/answer.ts'
import { conversationCharacters, requirementsOf } from '../../core/engines/conversation.ts'
import { type EngineLanes, SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import {
  answerRequester,
  formattedAnswer,
  jsonSchemaOptions,
  type RequestAnswer,
} from '../../core/engines/formatted-answer.ts'
import { AUTO, type Models } from '../../core/engines/models.ts'
import type { TextEvent } from '../../core/engines/text-event.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import type { Message } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import { agentMessages, answerFormatOf, type TaskAnswerFormat } from '../skills/prompt.ts'
import type { Skill } from '../skills/skill.ts'
import type { Skills } from '../skills/skills.ts'
import {
  AgentInput,
  brandedOptions,
  checkAgentInput,
  type FindBrand,
  requireAnyTask,
  requireTask,
} from '../skills/task.ts'

/**
 * The instruction around an input of the greatest length does not raise the requirement above this.
 */
const MAX_REQUIRED_CHARACTERS = 100_000

interface AgentTaskOptions {
  skills: Skills
  models: Models
  textGeneration: TextGeneration
  engineLanes: EngineLanes
  findBrand: FindBrand
}

export const AgentResult = Type.Object({
  task: Type.String(),
  /** Text or a JSON value, as the task's result schema defines. */
  result: Type.Unknown(),
  /** The model's answer, unparsed. */
  text: Type.String(),
  engine: Type.String(),
  model: Type.String(),
})

interface Plan {
  messages: Message[]
  format: TaskAnswerFormat
  candidates: readonly Candidate[]
  options: Record<string, unknown>
}

/** Runs agent tasks, each with the version its skill has when the task starts. */
export function agentTask({ textGeneration, engineLanes, ...parts }: AgentTaskOptions) {
  const { models } = parts
  return defineTask<typeof AgentInput, typeof AgentResult, TextEvent>({
    kind: 'agent',
    idPrefix: 'agt_',
    lanes: [SHARED_LANE],
    firstLane: (caller, { engine = AUTO }) => engineLanes.first(caller, engine),
    admission: 'model',
    input: AgentInput,
    result: AgentResult,
    labelOf: ({ task }) => task,
    textOf: ({ input }) => firstText(input),
    authorize(caller) {
      models.requireEngine(caller)
      requireAnyTask(caller)
    },
    async check(caller, input) {
      requireTask(caller, input.task)
      await plan(parts, caller, input)
    },
    durationKey: ({ task, engine = AUTO }) => `${engine}/${task}`,
    charge: () => ({ action: 'agent', units: 1 }),
    async run(input, context) {
      requireTask(context.caller, input.task)
      const { messages, format, candidates, options } = await plan(parts, context.caller, input)
      const defaults = { candidates, surface: 'agent', options }
      const requestAnswer = requireComplete(answerRequester(textGeneration, defaults, context))
      const { answer, value } = await formattedAnswer(requestAnswer, messages, format)
      context.signal.throwIfAborted()
      const { text, engine, model } = answer
      return { task: input.task, result: value, text, engine, model }
    },
  })
}
export type AgentTask = ReturnType<typeof agentTask>

async function plan(
  { skills, models, findBrand }: Pick<AgentTaskOptions, 'skills' | 'models' | 'findBrand'>,
  caller: Caller,
  input: AgentInput,
): Promise<Plan> {
  await models.refresh(caller, input.engine ?? AUTO)
  const skill = skills.get(input.task)
  await checkAgentInput(skill, input, caller.owner)
  const { engine = AUTO } = input
  const { options, brand } = brandedOptions(skill, input.options ?? {}, findBrand)
  const format = await answerFormatOf(skill, options, caller.owner)
  const { schema } = format
  const messages = agentMessages({ skill, input: input.input, options, brand, schema })
  const selected = selectCandidates(models, caller, engine, messages, format.schema)
  return {
    messages,
    format,
    ...selected,
    candidates: byPreference(selected.candidates, skill, messages),
  }
}

/**
 * Prefers engines that enforce a JSON Schema; for any other the schema is part of the prompt only.
 */
function selectCandidates(
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
    return select(jsonSchemaOptions(schema))
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return select({})
    throw error
  }
}

/**
 * Keeps the engines whose bound the whole prompt fits, with the engines that the skill prefers
 * first.
 */
function byPreference(
  candidates: readonly Candidate[],
  { engines }: Skill,
  messages: readonly Message[],
): readonly Candidate[] {
  const characters = conversationCharacters(messages)
  const fitting = candidates.filter(({ engine }) => characters <= engine.maxCharacters)
  const rank = ({ engine }: Candidate) => {
    const index = engines.indexOf(engine.id)
    return index === -1 ? engines.length : index
  }
  return (fitting.length > 0 ? fitting : candidates).toSorted((a, b) => rank(a) - rank(b))
}

/** Rejects an answer that its engine has truncated. */
function requireComplete(requestAnswer: RequestAnswer): RequestAnswer {
  return async (messages) => {
    const answer = await requestAnswer(messages)
    if (answer.finishReason !== 'length') return answer
    throw new AppError('engine_failed', 'The engine ended its answer before it was whole')
  }
}

/** The first text in a value, in the order of its fields. */
function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  for (const item of Object.values(value)) {
    const text = firstText(item)
    if (text !== undefined) return text
  }
  return undefined
}
