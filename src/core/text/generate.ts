import { type Static, Type } from '@sinclair/typebox'
import type { Message } from '../../engines/contract.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../auth/actor.ts'
import type { Handler, Task } from '../queue/task.ts'
import type { Answerer } from './answer.ts'
import type { Answer } from './collect.ts'
import { demandOf } from './conversation.ts'
import { AUTO, type Models } from './models.ts'
import { responseSchema } from './response-schema.ts'

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
export function checkGenerate(models: Models, caller: Caller, input: GenerateInput): void {
  if (input.response_schema !== undefined) responseSchema(input.response_schema)
  const { messages, options } = conversation(input)
  models.select(caller, modelName(input), demandOf(messages, options))
}

/** Answers generate tasks; the result of one is a {@link GenerateResult}. */
export function generateHandler(models: Models, answerer: Answerer): Handler {
  return async (task, context) => {
    const input = generateInput(task)
    const { messages, options } = conversation(input)
    const candidates = models.select(task.caller, modelName(input), demandOf(messages, options))
    const ask = (asked: readonly Message[]) => {
      const turn = { messages: asked, options, stream: false }
      const question = { turn, candidates, caller: task.caller, surface: GENERATE_KIND }
      return answerer.answer(question, context)
    }
    return withStructure(input, messages, await ask(messages), ask)
  }
}

/** Reads the answer by the caller's schema; one that does not match gets one chance to be put right. */
async function withStructure(
  input: GenerateInput,
  messages: readonly Message[],
  answer: Answer,
  ask: (messages: readonly Message[]) => Promise<Answer>,
): Promise<GenerateResult> {
  if (input.response_schema === undefined) return resultOf(answer)
  const read = responseSchema(input.response_schema)
  const first = read(answer.text)
  if (first.ok) return { ...resultOf(answer), structured: first.value }
  const repaired = await ask([
    ...messages,
    { role: 'assistant', content: answer.text },
    {
      role: 'user',
      content: `That answer does not match the JSON schema: ${first.fault}. Answer again with the JSON document alone.`,
    },
  ])
  const second = read(repaired.text)
  if (second.ok) return { ...resultOf(repaired), structured: second.value }
  throw new AppError('engine_failed', `The answer does not match response_schema: ${second.fault}`)
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
    options:
      schema === undefined
        ? {}
        : {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'answer', strict: true, schema },
            },
          },
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

function generateInput({ input }: Task): GenerateInput {
  if (!matches(GenerateInput, input))
    throw new Error('A generate task does not hold a generate request')
  return input
}
