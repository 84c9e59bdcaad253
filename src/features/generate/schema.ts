import { type Static, Type } from '@sinclair/typebox'
import { MAX_ATTACHMENTS } from '../../core/attachments/attachment.ts'
import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import { type Actor, mayUsePaths, ownerOf } from '../../core/identity/actor.ts'
import { component } from '../../platform/schemas.ts'
import { AttachmentBody, requestedAttachment } from '../shared/job-body.ts'
import type { BodyExamples } from '../shared/openapi.ts'
import { GenerateInput, GenerateResult } from './generate.ts'

/** Raw JSON, refused while it arrives. @limit generate-body KiB */
export const MAX_GENERATE_BYTES = 512 * 1024

/** The name of `GenerateInput.responseSchema` in a body, and in messages about it. */
export const RESPONSE_SCHEMA_FIELD = 'response_schema'

const { prompt, system, engine, model, responseSchema } = GenerateInput.properties

export const GenerateBody = Type.Object({
  prompt,
  system,
  engine,
  model,
  [RESPONSE_SCHEMA_FIELD]: responseSchema,
  attachments: Type.Optional(
    Type.Array(AttachmentBody, {
      maxItems: MAX_ATTACHMENTS,
      description: 'Pictures and documents, of at most 15 MiB each and 40 MiB together',
    }),
  ),
  async: Type.Optional(Type.Boolean()),
})
export type GenerateBody = Static<typeof GenerateBody>

export const GenerateAnswer = component('GenerateAnswer', {
  status: Type.Literal('succeeded'),
  ...GenerateResult.properties,
  text: Type.String({ examples: ['Glomma, Tana and Numedalslågen'] }),
  engine: Type.String({ examples: ['local'] }),
  model: Type.String({ examples: ['qwen3'] }),
  truncated: Type.Optional(
    Type.Literal(true, {
      description: 'Only where the answer is cut: the model or `MAX_ANSWER_BYTES` allows no more',
    }),
  ),
  structured: Type.Optional(
    Type.Unknown({ description: 'The answer as a value, where `response_schema` was given' }),
  ),
})

export const GENERATE_EXAMPLES: BodyExamples = {
  text: { summary: 'An answer as text', value: { prompt: 'Name three rivers in Norway' } },
  job: {
    summary: 'A job, to fetch later',
    value: { prompt: 'Write a report on rivers in Norway', async: true },
  },
  attachments: {
    summary: 'About a file',
    value: {
      prompt: 'How many words does the file have?',
      attachments: [
        { data: 'SGVsbG8gZnJvbSBIZWFydGg=', media_type: 'text/plain', filename: 'hello.txt' },
      ],
    },
  },
  structured: {
    summary: 'An answer as JSON',
    value: {
      prompt: 'Name three rivers in Norway',
      response_schema: {
        type: 'object',
        properties: { rivers: { type: 'array', items: { type: 'string' } } },
        required: ['rivers'],
      },
    },
  },
}

/**
 * Makes the converter of a body into the task's input, whose attachments are then kept on disk.
 * Unknown fields are dropped.
 */
export function generateBodyReader(intake: AttachmentIntake) {
  return async (
    actor: Actor,
    body: GenerateBody,
  ): Promise<{ input: GenerateInput; async: boolean }> => {
    const { prompt, system, engine, model, response_schema: responseSchema } = body
    const { attachments: requested = [] } = body
    const attachments = await intake.accept(
      { owner: ownerOf(actor), mayUsePaths: mayUsePaths(actor) },
      requested.map(requestedAttachment),
    )
    return {
      input: {
        prompt,
        ...(system === undefined ? {} : { system }),
        ...(engine === undefined ? {} : { engine }),
        ...(model === undefined ? {} : { model }),
        ...(responseSchema === undefined ? {} : { responseSchema }),
        ...(attachments.length === 0 ? {} : { attachments }),
      },
      async: body.async === true,
    }
  }
}
