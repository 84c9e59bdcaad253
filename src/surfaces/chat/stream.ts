import type { Run } from '../../core/tasks/run.ts'
import { failureOf } from '../../core/tasks/runs.ts'
import type { TextEvent } from '../../core/text/text-event.ts'
import { statusOf } from '../../http/reply/error-body.ts'
import { keepaliveFrame, sseResponse } from '../../http/reply/sse.ts'
import { deadline } from '../../platform/deadline.ts'
import type { Answering, AnswerWriter } from './answer-writer.ts'
import type { ChatLimits } from './limits.ts'
import { queueNote } from './queue-note.ts'
import { toldFailure } from './told-failure.ts'

type TextRun = Run<TextEvent>

interface Stream {
  request: Request
  writer: AnswerWriter
  limits: ChatLimits
  /** Resolves when the run starts. */
  started: Promise<void>
  onClose: () => void
}

interface StreamOptions extends Stream {
  run: TextRun
}

interface EarlyStreamOptions extends Stream {
  /** Resolves with the run once the lease is granted. A failure is sent in the stream. */
  startRun: () => Promise<TextRun>
  /** Whether the lease is not granted yet. */
  isWaiting: () => boolean
}

/**
 * Streams a run as the frames of a dialect. A failure after the headers is told in the stream. The
 * headers of a queued run are sent at once.
 *
 * @throws {AppError} when the run fails before the headers are sent; `onClose` is then not called
 */
export async function streamChat(options: StreamOptions): Promise<Response> {
  const { run, limits } = options
  const opened = openRun(run)
  const firstBatch =
    run.position === undefined
      ? await deadline(opened.first, limits.headersGraceMs, { onTimeout: () => undefined })
      : undefined
  if (firstBatch?.done) {
    const end = await run.ended
    if (end.status !== 'succeeded') {
      const error = failureOf(end)
      if (!isToldInStream(error)) throw error
    }
  }
  return respond(
    options,
    async () => opened,
    firstBatch,
    () => queueNote(run),
  )
}

/** The same with the headers and the start sent at once, also before the lease is granted. */
export function streamAtOnce({ startRun, isWaiting, ...options }: EarlyStreamOptions): Response {
  let run: TextRun | undefined
  const open = async () => {
    run = await startRun()
    return openRun(run)
  }
  const note = () => {
    if (run !== undefined) return queueNote(run)
    return isWaiting() ? 'waiting for another of your requests' : undefined
  }
  return respond(options, open, undefined, note)
}

/**
 * Whether a model may have worked before the failure. Clients repeat a request after a status of
 * 5xx, and with it that work.
 */
function isToldInStream(error: unknown): boolean {
  const { code, isFinal } = toldFailure(error)
  return isFinal && statusOf(code) >= 500
}

type Batches = AsyncIterator<readonly TextEvent[]>
type NextBatch = Awaited<ReturnType<Batches['next']>>

/** A run with an iterator whose first batch was requested. */
interface OpenedRun {
  run: TextRun
  batches: Batches
  first: Promise<NextBatch>
}

function openRun(run: TextRun): OpenedRun {
  const batches = run.events[Symbol.asyncIterator]()
  return { run, batches, first: batches.next() }
}

function respond(
  stream: Stream,
  open: () => Promise<OpenedRun>,
  firstBatch: NextBatch | undefined,
  keepaliveNote: () => string | undefined,
): Response {
  const { request, writer, limits, onClose } = stream
  const { contentType, sendsComments } = writer
  const all = frames(stream, open, firstBatch, sendsComments ? keepaliveNote : undefined)
  return sseResponse(request, all, {
    failure: (error) => writer.failure(error),
    idleFrame: () => writer.idle(),
    keepaliveMs: limits.keepaliveMs,
    keepaliveNote: sendsComments ? keepaliveNote : null,
    contentType,
    onClose,
  })
}

async function* frames(
  { writer, started }: Pick<Stream, 'writer' | 'started'>,
  open: () => Promise<OpenedRun>,
  firstBatch: NextBatch | undefined,
  keepaliveNote: (() => string | undefined) | undefined,
): AsyncGenerator<string> {
  const noteFrame = changedNoteFrame(keepaliveNote)
  if (firstBatch === undefined || firstBatch.done) {
    yield writer.start(undefined)
    // Clients that show the place in the queue do not wait for the first keepalive.
    yield* noteFrame()
  }
  const { run, batches, first } = await open()
  yield* noteFrame()
  if (run.position !== undefined) {
    await Promise.race([started, first])
    yield* noteFrame()
  }
  let next = firstBatch ?? (await first)
  if (firstBatch !== undefined && !firstBatch.done) {
    yield writer.start(answeringOf(firstBatch.value)) + writer.batch(firstBatch.value)
    next = await batches.next()
  }
  for (; !next.done; next = await batches.next()) {
    const text = writer.batch(next.value)
    if (text !== '') yield text
  }
  const end = await run.ended
  if (end.status !== 'succeeded') throw failureOf(end)
  yield await writer.end()
}

function answeringOf(events: readonly TextEvent[]): Answering | undefined {
  return events.find((event) => event.type === 'engine')
}

/** A keepalive when its note has changed since the last call, else nothing. */
function changedNoteFrame(keepaliveNote: (() => string | undefined) | undefined): () => string[] {
  let last: string | undefined
  return () => {
    const note = keepaliveNote?.()
    if (note === last) return []
    last = note
    return [keepaliveFrame(note)]
  }
}
