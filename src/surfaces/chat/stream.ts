import { failureOf } from '../../core/queue/interactive.ts'
import type { Run } from '../../core/queue/run.ts'
import type { TaskEvent } from '../../core/queue/task.ts'
import { sseResponse } from '../../edge/sse.ts'
import { type ChunkWriter, DONE_FRAME, failureFrames } from './openai.ts'

/**
 * How long the headers wait for the first word of a run that has begun. A failure within it still
 * gets a status of its own, which clients act on; nobody notices the wait.
 */
const HEADERS_GRACE_MS = 100

export interface StreamOptions {
  run: Run
  /** Whether the run stands in line; then the headers go out at once. */
  waiting: boolean
  writer: ChunkWriter
  includeUsage: boolean
  onClose: () => void
}

/**
 * Streams a run as OpenAI's chunks: a role, the answer, a finish reason, `[DONE]`; or, on a failure
 * after the headers, an error frame and `[DONE]`. Never a clean end without either.
 *
 * @throws {AppError} when the run fails before the headers are out; `onClose` is then not called
 */
export async function streamChat(options: StreamOptions): Promise<Response> {
  const { run, waiting, writer, onClose } = options
  const batches = run.events[Symbol.asyncIterator]()
  const first = batches.next()
  const early = waiting ? undefined : await within(first, HEADERS_GRACE_MS)
  if (early?.done) {
    const end = await run.ended
    if (end.status !== 'succeeded') throw failureOf(end)
  }
  return sseResponse(frames(options, batches, first, early), {
    idleFrame: () => writer.idle(),
    onClose,
  })
}

type Batches = AsyncIterator<readonly TaskEvent[]>
type Next = Awaited<ReturnType<Batches['next']>>

async function* frames(
  { run, writer, includeUsage }: StreamOptions,
  batches: Batches,
  first: Promise<Next>,
  early: Next | undefined,
): AsyncGenerator<string> {
  let next = early
  if (next === undefined) {
    yield writer.role()
    next = await first
    if (!next.done) yield writer.batch(next.value)
  } else if (!next.done) {
    const answered = writer.batch(next.value)
    yield writer.role() + answered
  }
  while (!next.done) {
    next = await batches.next()
    if (next.done) break
    const text = writer.batch(next.value)
    if (text !== '') yield text
  }
  const end = await run.ended
  yield end.status === 'succeeded'
    ? (includeUsage ? writer.usage() : '') + DONE_FRAME
    : failureFrames(failureOf(end))
}

async function within(promise: Promise<Next>, ms: number): Promise<Next | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
