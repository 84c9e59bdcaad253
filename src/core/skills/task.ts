import { type Static, Type } from '@sinclair/typebox'
import { countCharacters } from '../../platform/characters.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../identity/actor.ts'
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

/** Reads the data of a queued task. */
export function agentInput(input: unknown): AgentInput {
  if (!matches(AgentInput, input)) throw new Error('An agent task does not hold an agent request')
  return input
}

/** Whether a caller's profile names a task; only custom keys are limited. */
export function mayRunTask(actor: Actor, task: string): boolean {
  if (actor.kind !== 'key' || actor.profile === undefined) return true
  return actor.profile.agentTasks.includes(task)
}

/** @throws {AppError} `capability_denied`, whether or not there is such a task */
export function requireTask(actor: Actor, task: string): void {
  if (mayRunTask(actor, task)) return
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
): Promise<void> {
  requireWithinBound('input', countStringCharacters(input, 'input'), MAX_INPUT_CHARACTERS)
  countStringCharacters(options, 'options')
  requireWithinBound('options', countCharacters(JSON.stringify(options)), MAX_OPTIONS_CHARACTERS)
  requireMatch('input', await schemaChecker.fault(skill.input, input))
  requireMatch('options', await schemaChecker.fault(skill.options, options))
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
