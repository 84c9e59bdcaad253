import { type Static, Type } from '@sinclair/typebox'
import type { Message } from '../../engines/contract/text.ts'
import { matches } from '../../platform/check.ts'
import type { Caller } from '../caller.ts'
import { responseReader } from '../json-schema/response-schema.ts'
import { schemaChecker } from '../json-schema/schema-checker.ts'
import type { Handler } from '../tasks/task.ts'
import type { Answerer } from './answer.ts'
import { type Ask, asker, askFor, jsonFormat } from './ask.ts'
import type { Answer } from './collect.ts'
import { requirementsOf } from './conversation.ts'
import { AUTO, type Models } from './models.ts'

export const GENERATE_KIND = 'generate'

/** One prompt, one answer. */
export const GenerateInput = Type.Object({
  prompt: Type.String({ minLength: 1 }),
  system: Type.Optional(Type.String()),
  engine: Type.Optional(Type.String({ minLength: 1 })),
  model: Type.Optional(Type.String({ minLength: 1 })),
  response_schema: Type.Optional(Type.Object({}, { additionalProperties: true })),
})
export type GenerateInput = Static<typeof GenerateInput>

interface GenerateResult {
  status: 'succeeded'
  text: string
  engine: string
  model: string
  /** The answer as a value, where a schema was given. */
  structured?: unknown
}

/**
 * Refuses what can be refused before it waits or is written down.
 *
 * @throws {AppError} `capability_denied`, `model_not_found`, `invalid`, `too_long`
 */
export async function checkGenerate(
  models: Models,
  caller: Caller,
  input: GenerateInput,
): Promise<void> {
  const { response_schema: schema } = input
  if (schema !== undefined) await schemaChecker.check(schema, 'response_schema')
  const { messages, options } = conversation(input)
  models.select(caller, modelName(input), requirementsOf(messages, options))
}

/** Answers generate tasks; the result of one is a {@link GenerateResult}. */
export function generateHandler(models: Models, answerer: Answerer): Handler {
  return async ({ caller, input: held }, context) => {
    const input = generateInput(held)
    const { messages, options } = conversation(input)
    const candidates = models.select(caller, modelName(input), requirementsOf(messages, options))
    const question = { candidates, caller, surface: GENERATE_KIND, options }
    const ask = asker(answerer, question, context)
    return answerTo(input, messages, ask)
  }
}

async function answerTo(
  { response_schema: schema }: GenerateInput,
  messages: readonly Message[],
  ask: Ask,
): Promise<GenerateResult> {
  if (schema === undefined) return resultOf(await ask(messages))
  const { answer, value } = await askFor(ask, messages, {
    read: responseReader(schema),
    wanted: 'the JSON schema',
    form: 'the JSON document alone',
    name: 'response_schema',
  })
  return { ...resultOf(answer), structured: value }
}

function resultOf({ text, engine, model }: Answer): GenerateResult {
  return { status: 'succeeded', text, engine, model }
}

function conversation({ prompt, system, response_schema: schema }: GenerateInput): {
  messages: Message[]
  options: Record<string, unknown>
} {
  return {
    messages: [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user', content: prompt },
    ],
    options: schema === undefined ? {} : jsonFormat(schema),
  }
}

function modelName({ engine, model }: GenerateInput): string {
  if (engine === undefined || engine === AUTO) {
    if (model === undefined || model === AUTO) return AUTO
    // `model` alone may be a full name, as on the chat surface.
    return model
  }
  return model === undefined ? engine : `${engine}/${model}`
}

function generateInput(input: unknown): GenerateInput {
  if (!matches(GenerateInput, input))
    throw new Error('A generate task does not hold a generate request')
  return input
}
