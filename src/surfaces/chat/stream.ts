import type { Run } from '../../core/tasks/queue.ts'
import { failureOf } from '../../core/tasks/with-lease.ts'
import type { TextEvent } from '../../core/text/text-event.ts'
import { sseResponse } from '../../http/reply/sse.ts'
import { deadline } from '../../platform/deadline.ts'
import type { ChatLimits } from './limits.ts'
import { type ChunkWriter, DONE_FRAME, failureFrames } from './openai.ts'
import { waitNote } from './wait-note.ts'

type TextRun = Run<TextEvent>

interface Stream {
  writer: ChunkWriter
  includeUsage: boolean
  limits: ChatLimits
  onClose: () => void
}

interface StreamOptions extends Stream {
  run: TextRun
}

interface LateStreamOptions extends Stream {
  /** Gives the run once the client has its lease; what it fails with goes into the stream. */
  begin: () => Promise<TextRun>
}

/**
 * Streams a run as OpenAI's chunks: a role, the answer, a finish reason, `[DONE]`; or, on a failure
 * after the headers, an error frame and `[DONE]`. Never a clean end without either. The headers of a
 * run that waits go out at once.
 *
 * @throws {AppError} when the run fails before the headers are out; `onClose` is then not called
 */
export async function streamChat(options: StreamOptions): Promise<Response> {
  const { run, limits } = options
  const reading = startReading(run)
  const early =
    run.position === undefined
      ? await deadline(reading.first, limits.headersGraceMs, { onTimeout: () => undefined })
      : undefined
  if (early?.done) {
    const end = await run.ended
    if (end.status !== 'succeeded') throw failureOf(end)
  }
  return respond(
    options,
    async () => reading,
    early,
    () => waitNote(run),
  )
}

/** The same for a client that has no lease yet: the headers and a role go out at once. */
export function streamLate({ begin, ...options }: LateStreamOptions): Response {
  let run: TextRun | undefined
  const open = async () => {
    run = await begin()
    return startReading(run)
  }
  const note = () => (run === undefined ? 'waiting for another of your requests' : waitNote(run))
  return respond(options, open, undefined, note)
}

type Batches = AsyncIterator<readonly TextEvent[]>
type Next = Awaited<ReturnType<Batches['next']>>

/** A run whose first batch is asked for. */
interface Reading {
  run: TextRun
  batches: Batches
  first: Promise<Next>
}

function startReading(run: TextRun): Reading {
  const batches = run.events[Symbol.asyncIterator]()
  return { run, batches, first: batches.next() }
}

function respond(
  stream: Stream,
  open: () => Promise<Reading>,
  early: Next | undefined,
  keepaliveNote: () => string | undefined,
): Response {
  const { writer, limits, onClose } = stream
  return sseResponse(frames(stream, open, early), {
    idleFrame: () => writer.idle(),
    keepaliveMs: limits.keepaliveMs,
    keepaliveNote,
    onClose,
  })
}

async function* frames(
  { writer, includeUsage }: Pick<Stream, 'writer' | 'includeUsage'>,
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
