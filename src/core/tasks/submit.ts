import { AppError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Caller } from '../caller.ts'
import type { Admission } from './admission.ts'
import type { Job } from './job.ts'
import type { Jobs } from './jobs.ts'
import type { Queue } from './memory-queue.ts'
import { withLease } from './with-lease.ts'

/** What takes work in. */
export interface WorkServices {
  admission: Admission
  jobs: Jobs
  queue: Queue
}

/** One request for work that may be waited for, or left behind as a job. */
export interface WorkRequest {
  kind: string
  /** Of the job's id: `gen_`, `agt_`, … */
  prefix: string
  caller: Caller
  idempotencyKey: string | undefined
  /** Fires when the client leaves. */
  signal: AbortSignal
  /** Reads the request's text; called once, and only when the work has a place. */
  read: () => Promise<string>
  /** Checks all that can be refused before the work waits or is written down. */
  prepare: (text: string) => Promise<{ input: unknown; async: boolean }>
}

/**
 * Admits work, then does it while the client waits, or makes a job of it.
 *
 * @returns The answer, or the job; no engine able to answer is an answer.
 * @throws {AppError} `busy`, `conflict` for an `Idempotency-Key` with another body, what `read` and
 * `prepare` throw, and what the work failed with
 */
export async function submitWork(
  { admission, jobs, queue }: WorkServices,
  { kind, prefix, caller, idempotencyKey: key, signal, read, prepare }: WorkRequest,
): Promise<{ job: Job } | { answer: object }> {
  const { owner } = caller
  let text: string | undefined
  const earlier = (body: string) =>
    // The same body means other work on another path.
    key === undefined ? undefined : jobs.earlier(owner, { key, bodyHash: hashOf(kind, body) })
  // A repeated request asks for no new work, so it needs no place; every other has one before its body is read.
  if (key !== undefined && jobs.knows(owner, key)) {
    text = await read()
    const job = earlier(text)
    if (job !== undefined) return { job }
  }
  return withLease(admission.enter(owner), signal, async (lease) => {
    const body = text ?? (await read())
    const { input, async } = await prepare(body)
    const task = { kind, caller, input }
    if (!async)
      return { answer: await answerNow(() => lease.result(lease.hold(queue.submit(task)))) }
    const idempotency = key === undefined ? undefined : { key, bodyHash: hashOf(kind, body) }
    // The same key may have come twice at once, before either body was read.
    const job = earlier(body) ?? jobs.create(task, prefix, lease.handOver(), idempotency)
    return { job }
  })
}

async function answerNow(work: () => Promise<unknown>): Promise<object> {
  try {
    return Object(await work())
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'no_engine') throw error
    return { status: 'failed', subscription_only: true, detail: error.message, code: error.code }
  }
}

function hashOf(kind: string, body: string): string {
  return sha256(`${kind}\n${body}`)
}
