import type { Actor, Caller } from '../../core/auth/actor.ts'
import type { Job } from '../../core/jobs/job.ts'
import { interactive } from '../../core/queue/interactive.ts'
import { checkGenerate, GENERATE_KIND } from '../../core/text/generate.ts'
import { parseJson, readText } from '../../edge/body.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import type { GenerateServices } from './routes.ts'
import { GenerateBody, generateInput, IdempotencyKey, MAX_GENERATE_BYTES } from './schema.ts'

const JOB_PREFIX = 'gen_'

/** Answers one prompt, or makes a job of it. */
export async function postGenerate(
  { admission, jobs, models, queue }: GenerateServices,
  actor: Actor,
  caller: Caller,
  request: Request,
): Promise<Job | object> {
  const { owner } = caller
  const key = idempotencyKey(request.headers)
  // A repeated request asks for no new work, so it needs no place; every other has one before its body is read.
  const repeated = key !== undefined && jobs.knows(owner, key)
  if (repeated) {
    const text = await readText(request, MAX_GENERATE_BYTES)
    return jobs.earlier(owner, { key, bodyHash: sha256(text) }) ?? {}
  }
  return interactive(admission.enter(owner), request.signal, async (place) => {
    const text = await readText(request, MAX_GENERATE_BYTES)
    const body = parseJson(text, GenerateBody)
    requireNoAttachments(actor, body)
    const input = generateInput(body)
    checkGenerate(models, caller, input)
    const task = { kind: GENERATE_KIND, caller, input }
    if (body.async !== true) return answerNow(() => place.result(place.hold(queue.submit(task))))
    const idempotency = key === undefined ? undefined : { key, bodyHash: sha256(text) }
    // The same key may have come twice at once, before either body was read.
    const earlier = idempotency && jobs.earlier(owner, idempotency)
    return earlier ?? jobs.create(task, JOB_PREFIX, place.handOver(), idempotency)
  })
}

/** No engine able to answer is an outcome here, not an error. Spec: Errors, Additional rules 1. */
async function answerNow(work: () => Promise<unknown>): Promise<object> {
  try {
    return Object(await work())
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'no_engine') throw error
    return { status: 'failed', subscription_only: true, detail: error.message, code: error.code }
  }
}

function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (matches(IdempotencyKey, key)) return key
  throw new AppError(
    'invalid',
    'Request is invalid at /headers/idempotency-key: expected 1 to 128 printable characters',
  )
}

function requireNoAttachments(actor: Actor, { attachments = [] }: GenerateBody): void {
  if (attachments.length === 0) return
  if (actor.kind !== 'local' && attachments.some((attachment) => 'path' in attachment)) {
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
