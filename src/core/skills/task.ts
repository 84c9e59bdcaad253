import { type Static, Type } from '@sinclair/typebox'
import { countCharacters } from '../../platform/characters.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import type { SchemaFault } from '../json-schema/compile-schema.ts'
import { schemaChecker } from '../json-schema/schema-checker.ts'
import { countStringCharacters } from './count-string-characters.ts'
import { type Skill, SkillName } from './skill.ts'

/** Over all strings of the input. See Limits. */
export const MAX_INPUT_CHARACTERS = 100_000
/** Of the options as JSON: labels, a schema, a glossary. */
export const MAX_OPTIONS_CHARACTERS = 20_000

const Fields = Type.Record(Type.String(), Type.Unknown())

/** A task of an agent as plain data. */
export const AgentInput = Type.Object({
  task: SkillName,
  input: Type.Union([Type.String(), Fields]),
  options: Type.Optional(Fields),
  engine: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
})
export type AgentInput = Static<typeof AgentInput>

/** Whether a caller may run a task; only custom keys are limited. */
export function mayRunTask({ agentTasks }: Pick<Caller, 'agentTasks'>, task: string): boolean {
  return agentTasks?.includes(task) ?? true
}

/** @throws {AppError} `capability_denied` when the caller may run no task at all */
export function requireAnyTask({ agentTasks }: Caller): void {
  if (agentTasks?.length === 0)
    throw new AppError('capability_denied', 'This key may not run any agent task')
}

/** @throws {AppError} `capability_denied`, whether or not there is such a task */
export function requireTask(caller: Caller, task: string): void {
  if (mayRunTask(caller, task)) return
  throw new AppError('capability_denied', `This key may not run the agent task ${task}`, {
    param: 'task',
  })
}

/**
 * Checks a task's input and options against its skill. Nothing is ever cut to fit.
 *
 * @throws {AppError} `too_long` with the count and the bound, `invalid` at the first fault
 */
export async function checkAgentInput(
  skill: Skill,
  { input, options = {} }: AgentInput,
  owner: string,
): Promise<void> {
  requireWithinBound('input', countStringCharacters(input, 'input'), MAX_INPUT_CHARACTERS)
  countStringCharacters(options, 'options')
  requireWithinBound('options', countCharacters(JSON.stringify(options)), MAX_OPTIONS_CHARACTERS)
  requireMatch('input', await schemaChecker.fault(skill.input, input, owner))
  requireMatch('options', await schemaChecker.fault(skill.options, options, owner))
}

function requireWithinBound(field: string, characters: number, bound: number): void {
  if (characters <= bound) return
  throw new AppError(
    'too_long',
    `The ${field} is too long: it has ${characters} characters, the bound is ${bound}`,
    { param: field },
  )
}

function requireMatch(field: string, fault: SchemaFault | undefined): void {
  if (fault === undefined) return
  const path = `${field}${fault.path}`
  throw new AppError(
    'invalid',
    `Cannot run the task: invalid value at /${path}: ${fault.message}`,
    {
      param: path.replaceAll('/', '.'),
    },
  )
}
