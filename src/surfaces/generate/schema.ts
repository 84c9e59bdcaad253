import { type Static, Type } from '@sinclair/typebox'
import { GenerateInput } from '../../core/text/generate.ts'

/** Raw JSON, refused while it arrives. See Limits. */
export const MAX_GENERATE_BYTES = 512 * 1024

/** Of the ids of generate jobs. */
export const JOB_PREFIX = 'gen_'

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
