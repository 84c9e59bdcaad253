import type { AnswerFormat } from '../../core/engines/formatted-answer.ts'
import { parseJsonAnswer, validate } from '../../core/json-schema/response-schema.ts'
import { schemaChecker } from '../../core/json-schema/schema-checker.ts'
import { fillOptions, referenceOf } from './fill-options.ts'
import type { Skill } from './skill.ts'

const NAME = 'the result schema of the task'

/** How the answer of a task is requested and parsed. */
export interface TaskAnswerFormat extends AnswerFormat {
  /** JSON Schema that the engine is asked to follow; undefined where the answer is plain text. */
  schema: object | undefined
}

/**
 * The answer format of a task, with the caller's options filled in.
 *
 * @throws {AppError} `invalid` when an option makes the schema unusable
 */
export async function answerFormatOf(
  skill: Skill,
  options: Readonly<Record<string, unknown>>,
  owner: string,
): Promise<TaskAnswerFormat> {
  const schema: object = Object(fillOptions(skill.result, options) ?? {})
  const wholeOption = referenceOf(skill.result)
  await schemaChecker.check(
    schema,
    wholeOption === undefined ? 'options' : `options/${wholeOption}`,
    owner,
  )
  if (Reflect.get(schema, 'type') === 'string') {
    return {
      schema: undefined,
      parse: (text) => validate(schema, text.trim(), owner),
      expectation: 'what was asked for',
      instruction: 'the text alone',
      name: NAME,
    }
  }
  const engineSchema = wrapInObject(schema)
  return {
    schema: engineSchema,
    parse: async (text) => {
      const json = parseJsonAnswer(text)
      if (!json.ok) return json
      const inner = engineSchema === schema ? json.value : unwrapResult(json.value)
      const result = await validate(schema, inner, owner)
      // Some engines leave the wrapper out.
      return result.ok || inner === json.value ? result : validate(schema, json.value, owner)
    },
    expectation: 'the JSON schema',
    instruction: 'the JSON document alone',
    name: NAME,
  }
}

/** Many engines accept only a schema of an object: any other result is wrapped in one. */
function wrapInObject(schema: object): object {
  if (Reflect.get(schema, 'type') === 'object') return schema
  const definitions: unknown = Reflect.get(schema, '$defs')
  return {
    type: 'object',
    properties: { result: schema },
    required: ['result'],
    additionalProperties: false,
    ...(definitions === undefined ? {} : { $defs: definitions }),
  }
}

function unwrapResult(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.keys(value).join() === 'result' ? Reflect.get(value, 'result') : value
}
