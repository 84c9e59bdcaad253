import { type Static, Type } from '@sinclair/typebox'
import type { Message } from '../../engines/contract/text.ts'
import { responseReader } from '../json-schema/response-schema.ts'
import { schemaChecker } from '../json-schema/schema-checker.ts'
import { defineTask } from '../tasks/define-task.ts'
import type { Answerer } from './answer.ts'
import { type Ask, asker, askFor, jsonFormat } from './ask.ts'
import type { Answer } from './collect.ts'
import { requirementsOf } from './conversation.ts'
import { AUTO, type Models } from './models.ts'
import type { TextEvent } from './text-event.ts'

/** One prompt, one answer. */
export const GenerateInput = Type.Object({
  prompt: Type.String({ minLength: 1 }),
  system: Type.Optional(Type.String()),
  engine: Type.Optional(Type.String({ minLength: 1 })),
  model: Type.Optional(Type.String({ minLength: 1 })),
  responseSchema: Type.Optional(Type.Object({}, { additionalProperties: true })),
})
export type GenerateInput = Static<typeof GenerateInput>

export const GenerateResult = Type.Object({
  text: Type.String(),
  engine: Type.String(),
  model: Type.String(),
  /** The answer as a value, where a schema was given. */
  structured: Type.Optional(Type.Unknown()),
})
export type GenerateResult = Static<typeof GenerateResult>

/** Answers single prompts, as text or as JSON of a schema. */
export function generateTask({ models, answerer }: { models: Models; answerer: Answerer }) {
  return defineTask<typeof GenerateInput, typeof GenerateResult, TextEvent>({
    kind: 'generate',
    idPrefix: 'gen_',
    lanes: ['heavy'],
    admission: 'model',
    input: GenerateInput,
    result: GenerateResult,
    authorize: (caller) => models.requireEngine(caller),
    async check(caller, input) {
      const { responseSchema: schema } = input
      if (schema !== undefined) await schemaChecker.check(schema, 'response_schema')
      const { messages, options } = conversation(input)
      models.select(caller, modelName(input), requirementsOf(messages, options))
    },
    durationKey: modelName,
    run(input, context) {
      const { messages, options } = conversation(input)
      const requirements = requirementsOf(messages, options)
      const candidates = models.select(context.caller, modelName(input), requirements)
      const ask = asker(answerer, { candidates, surface: 'generate', options }, context)
      return answerTo(input, messages, ask)
    },
  })
}
export type GenerateTask = ReturnType<typeof generateTask>

async function answerTo(
  { responseSchema: schema }: GenerateInput,
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
  return { text, engine, model }
}

function conversation({ prompt, system, responseSchema: schema }: GenerateInput): {
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
    // `model` alone may be a full name, as on the chat surface.
    return model ?? AUTO
  }
  return model === undefined ? engine : `${engine}/${model}`
}
