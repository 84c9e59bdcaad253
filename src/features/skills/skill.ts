import { type Static, Type } from '@sinclair/typebox'
import { firstError, matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { FrontMatterError, parseFrontMatter } from '../../platform/front-matter.ts'
import { errorSentence } from '../../platform/schema-error.ts'

const REFERENCE = '$option'

/**
 * Replaces each `{$option: name}` in a schema by the option of that name. A part whose option is
 * absent is left out. References in option values are not replaced.
 *
 * @returns undefined when the whole schema is an absent option
 */
export function fillOptions(schema: unknown, options: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema))
    return schema.map((part) => fillOptions(part, options)).filter((part) => part !== undefined)
  if (typeof schema !== 'object' || schema === null) return schema
  const name = referenceOf(schema)
  if (name !== undefined) return Object.hasOwn(options, name) ? options[name] : undefined
  const filled = Object.entries(schema).map(([key, part]) => [key, fillOptions(part, options)])
  return Object.fromEntries(filled.filter(([, part]) => part !== undefined))
}

/** Names of the options that a schema uses. */
function optionNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const name = referenceOf(schema)
  return name === undefined ? Object.values(schema).flatMap(optionNames) : [name]
}

/** The option that a part of a schema refers to; undefined for any other part. */
export function referenceOf(part: object): string | undefined {
  const name: unknown = Reflect.get(part, REFERENCE)
  return typeof name === 'string' && Object.keys(part).length === 1 ? name : undefined
}

/** A skill's name. Its folder and its agent task have the same name. */
export const SkillName = Type.String({ pattern: '^[a-z0-9_-]{1,64}$' })

const SchemaObject = Type.Object({}, { additionalProperties: true })

/** The front matter of SKILL.md. Other fields are ignored: they belong to other programs. */
const FrontMatter = Type.Object({
  name: SkillName,
  description: Type.String({ minLength: 1, maxLength: 1024 }),
  /** JSON Schema of a task's input; by default any non-empty text. */
  input: Type.Optional(SchemaObject),
  /** JSON Schema of a task's options, an object; by default no options. */
  options: Type.Optional(SchemaObject),
  /** JSON Schema of a task's result; by default any text. */
  result: Type.Optional(SchemaObject),
  /** Ids of the engines to prefer, in this order. */
  engines: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z0-9_]{1,32}$' }), { maxItems: 32 }),
  ),
})
type FrontMatter = Static<typeof FrontMatter>

const ANY_TEXT = { type: 'string', minLength: 1 }
const NO_OPTIONS = { type: 'object', additionalProperties: false }

/** An Agent Skill: what a task does, its input and result, and the instruction to the model. */
export interface Skill {
  name: string
  description: string
  input: object
  options: object
  /** May hold `{$option: name}` where a value comes from the task's options. */
  result: object
  engines: readonly string[]
  instruction: string
  /** The whole SKILL.md. */
  content: string
}

/**
 * Reads a SKILL.md: YAML between two lines of `---`, then the instruction in Markdown. The schemas
 * are not compiled here.
 *
 * @throws {AppError} `invalid` with the first fault
 */
export function parseSkill(content: string): Skill {
  const { fields, body: instruction } = split(content)
  const { name, description, engines = [] } = fields
  const { input = ANY_TEXT, options = NO_OPTIONS, result = { type: 'string' } } = fields
  if (instruction === '') throw invalid('there is no instruction below the front matter')
  checkResult(result, options)
  return {
    name,
    description,
    input,
    options,
    result,
    engines,
    instruction,
    content,
  }
}

/** An error about a skill's text, for its author. */
export function invalid(fault: string, cause?: unknown): AppError {
  return new AppError('invalid', `Cannot read the skill: ${fault}`, { cause, param: 'content' })
}

function split(content: string): { fields: FrontMatter; body: string } {
  try {
    const { fields, body } = parseFrontMatter(content)
    if (matches(FrontMatter, fields)) return { fields, body }
    throw invalid(errorSentence(firstError(FrontMatter, fields)))
  } catch (error) {
    throw error instanceof FrontMatterError ? invalid(error.message, error.cause) : error
  }
}

function checkResult(result: object, options: object): void {
  if (Reflect.get(options, 'type') !== 'object') throw invalid('/options must have type: object')
  const known = Object.keys(Object(Reflect.get(options, 'properties')))
  const missing = optionNames(result).find((name) => !known.includes(name))
  if (missing !== undefined)
    throw invalid(`/result names the option ${missing.slice(0, 64)}, which /options does not have`)
}
