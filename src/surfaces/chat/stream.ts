import type { Run } from '../../core/tasks/run.ts'
import type { TaskEvent } from '../../core/tasks/task.ts'
import { failureOf } from '../../core/tasks/with-lease.ts'
import { sseResponse } from '../../http/reply/sse.ts'
import { deadline } from '../../platform/deadline.ts'
import { type ChunkWriter, DONE_FRAME, failureFrames } from './openai.ts'

/**
 * How long the headers wait for the first word of a run that has begun. A failure within it still
 * gets a status of its own, which clients act on; nobody notices the wait.
 */
const HEADERS_GRACE_MS = 100

interface Stream {
  writer: ChunkWriter
  includeUsage: boolean
  onClose: () => void
}

export interface StreamOptions extends Stream {
  run: Run
  /** Whether the run stands in line; then the headers go out at once. */
  waiting: boolean
}

export interface LateStreamOptions extends Stream {
  /** Gives the run once the client has its place; what it fails with, the client is told. */
  begin: () => Promise<Run>
}

/**
 * Streams a run as OpenAI's chunks: a role, the answer, a finish reason, `[DONE]`; or, on a failure
 * after the headers, an error frame and `[DONE]`. Never a clean end without either.
 *
 * @throws {AppError} when the run fails before the headers are out; `onClose` is then not called
 */
export async function streamChat(options: StreamOptions): Promise<Response> {
  const { run, waiting } = options
  const reading = startReading(run)
  const early = waiting
    ? undefined
    : await deadline(reading.first, HEADERS_GRACE_MS, { onTimeout: () => undefined })
  if (early?.done) {
    const end = await run.ended
    if (end.status !== 'succeeded') throw failureOf(end)
  }
  return respond(options, async () => reading, early)
}

/** The same for a client that has no place yet: the headers and a role go out at once. */
export function streamLate(options: LateStreamOptions): Response {
  return respond(options, async () => startReading(await options.begin()), undefined)
}

type Batches = AsyncIterator<readonly TaskEvent[]>
type Next = Awaited<ReturnType<Batches['next']>>

/** A run whose first batch is asked for. */
interface Reading {
  run: Run
  batches: Batches
  first: Promise<Next>
}

function startReading(run: Run): Reading {
  const batches = run.events[Symbol.asyncIterator]()
  return { run, batches, first: batches.next() }
}

function respond(stream: Stream, open: () => Promise<Reading>, early: Next | undefined): Response {
  const { writer, onClose } = stream
  return sseResponse(frames(stream, open, early), { idleFrame: () => writer.idle(), onClose })
}

async function* frames(
  { writer, includeUsage }: Stream,
  open: () => Promise<Reading>,
  early: Next | undefined,
): AsyncGenerator<string> {
  if (early === undefined) yield writer.role()
  let reading: Reading
  try {
    reading = await open()
  } catch (error) {
    yield failureFrames(error)
    return
  }
  const { run, batches, first } = reading
  let next = early ?? (await first)
  if (early !== undefined && !early.done) {
    const answered = writer.batch(early.value)
    yield writer.role() + answered
    next = await batches.next()
  }
  for (; !next.done; next = await batches.next()) {
    const text = writer.batch(next.value)
    if (text !== '') yield text
  }
  const end = await run.ended
  yield end.status === 'succeeded'
    ? (includeUsage ? writer.usage() : '') + DONE_FRAME
    : failureFrames(failureOf(end))
}
