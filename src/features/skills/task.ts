import { type Static, Type } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.ts'
import type { SchemaError } from '../../core/json-schema/compile-schema.ts'
import { schemaChecker } from '../../core/json-schema/schema-checker.ts'
import { AppError } from '../../platform/errors.ts'
import { countCharacters } from '../../platform/subprocess.ts'
import { requireBrand } from '../brands/brands.ts'
import { type Skill, SkillName } from './skill.ts'

/** Over all strings of the input. @limit agent-input characters */
export const MAX_INPUT_CHARACTERS = 100_000
/** Of the options as JSON: labels, a schema, a glossary. @limit agent-options characters */
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
  requireMatch('input', await schemaChecker.mismatch(skill.input, input, owner))
  requireMatch('options', await schemaChecker.mismatch(skill.options, options, owner))
}

function requireWithinBound(field: string, characters: number, bound: number): void {
  if (characters <= bound) return
  throw new AppError(
    'too_long',
    `The ${field} is too long: it has ${characters} characters, the bound is ${bound}`,
    { param: field },
  )
}

function requireMatch(field: string, mismatch: SchemaError | undefined): void {
  if (mismatch === undefined) return
  const path = `${field}${mismatch.path}`
  throw new AppError(
    'invalid',
    `Cannot run the task: invalid value at /${path}: ${mismatch.message}`,
    {
      param: path.replaceAll('/', '.'),
    },
  )
}

/** The option of a skill that takes the id of a brand. */
const BRAND = 'brand'

/** What a task is told of a brand. */
export interface BrandVoice {
  name: string
  language: string | null
  tone: string | null
  glossary: readonly { term: string; use: string }[]
}

/** Finds a brand by its id. */
export type FindBrand = (id: string) => BrandVoice | undefined

/** Options of a task, and the brand that one of them has named. */
export interface BrandedOptions {
  /** Without that of the brand. */
  options: Readonly<Record<string, unknown>>
  brand: BrandVoice | undefined
}

/**
 * Replaces the option `brand`, where a skill has one, by the brand.
 *
 * @throws {AppError} `invalid` for an id that is none
 */
export function brandedOptions(
  skill: Skill,
  options: Readonly<Record<string, unknown>>,
  findBrand: FindBrand,
): BrandedOptions {
  const { [BRAND]: id, ...others } = options
  if (typeof id !== 'string' || !takesBrand(skill)) return { options, brand: undefined }
  return { options: others, brand: requireBrand(findBrand, id, `options.${BRAND}`) }
}

function takesBrand({ options }: Skill): boolean {
  return Object.hasOwn(Object(Reflect.get(options, 'properties')), BRAND)
}

/** Maximum nesting: `JSON.stringify` recurses into the value later. */
const MAX_DEPTH = 64

/**
 * Counts the characters of all strings in a value, at any depth.
 *
 * @param field The value's name, for the message
 * @throws {AppError} `invalid` when it is nested too deeply
 */
function countStringCharacters(value: unknown, field: string): number {
  let characters = 0
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) {
      const message = `Cannot run the task: invalid value at /${field}: nested more than ${MAX_DEPTH} deep`
      throw new AppError('invalid', message, { param: field })
    }
    const inner: unknown[] = []
    for (const part of level) {
      if (typeof part === 'string') characters += countCharacters(part)
      else if (typeof part === 'object' && part !== null)
        for (const child of Object.values(part)) inner.push(child)
    }
    level = inner
  }
  return characters
}
