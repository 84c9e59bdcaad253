import type { Caller } from '../../core/caller.ts'
import { type Actor, mayUsePaths } from '../../core/identity/actor.ts'
import { submitWork } from '../../core/tasks/submit.ts'
import { checkGenerate, GENERATE_KIND } from '../../core/text/generate.ts'
import { parseJson } from '../../http/body/json.ts'
import { readText } from '../../http/body/text.ts'
import { AppError } from '../../platform/errors.ts'
import { idempotencyKey } from '../kit/job-request.ts'
import { GenerateBody, generateInput, JOB_PREFIX, MAX_GENERATE_BYTES } from './schema.ts'
import type { GenerateServices } from './services.ts'

/** Answers one prompt, or makes a job of it. */
export function postGenerate(
  services: GenerateServices,
  actor: Actor,
  caller: Caller,
  request: Request,
): ReturnType<typeof submitWork> {
  return submitWork(services, {
    kind: GENERATE_KIND,
    prefix: JOB_PREFIX,
    caller,
    idempotencyKey: idempotencyKey(request.headers),
    signal: request.signal,
    read: () => readText(request, MAX_GENERATE_BYTES),
    prepare: async (text) => {
      const body = parseJson(text, GenerateBody)
      requireNoAttachments(actor, body)
      const input = generateInput(body)
      await checkGenerate(services.models, caller, input)
      return { input, async: body.async === true }
    },
  })
}

function requireNoAttachments(actor: Actor, { attachments = [] }: GenerateBody): void {
  if (attachments.length === 0) return
  if (!mayUsePaths(actor) && attachments.some((attachment) => 'path' in attachment)) {
    throw new AppError(
      'forbidden',
      'Files of this machine can only be attached from the trusted local network',
    )
  }
  throw new AppError(
    'invalid',
    'Request body is invalid at /attachments: attachments are not taken by this version',
    { param: 'attachments' },
  )
}
