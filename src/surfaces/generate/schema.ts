import { type Static, Type } from '@sinclair/typebox'
import { GenerateInput } from '../../core/text/generate.ts'

/** Raw JSON, refused while it arrives. Spec: Limits, Request sizes. */
export const MAX_GENERATE_BYTES = 512 * 1024

const Attachment = Type.Union([
  Type.Object({ path: Type.String() }),
  Type.Object({ url: Type.String() }),
  Type.Object({ file: Type.String() }),
  Type.Object({ buffer: Type.String() }),
  Type.Object({ data: Type.String(), media_type: Type.String(), filename: Type.String() }),
])

export const GenerateBody = Type.Composite([
  GenerateInput,
  Type.Object({
    attachments: Type.Optional(Type.Array(Attachment, { maxItems: 10 })),
    async: Type.Optional(Type.Boolean()),
  }),
])
export type GenerateBody = Static<typeof GenerateBody>

export const JobParams = Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }) })

/** The caller's own name for a request, so that a repeated one makes no second job. */
export const IdempotencyKey = Type.String({ minLength: 1, maxLength: 128, pattern: '^[ -~]+$' })

/** What the task needs of the body; unknown fields are left behind. */
export function generateInput(body: GenerateBody): GenerateInput {
  const { prompt, system, engine, model, response_schema } = body
  return {
    prompt,
    ...(system === undefined ? {} : { system }),
    ...(engine === undefined ? {} : { engine }),
    ...(model === undefined ? {} : { model }),
    ...(response_schema === undefined ? {} : { response_schema }),
  }
}
