import type { Static, TSchema } from '@sinclair/typebox'
import type { AttachmentIntake } from '../../../core/attachments/intake.ts'
import type { Caller } from '../../../core/caller.ts'
import type { TextEvent } from '../../../core/engines/text-event.ts'
import type { Run, RunEnd } from '../../../core/tasks/run.ts'
import { failureOf, type RunRecord, type Runs, resultOfEnd } from '../../../core/tasks/runs.ts'
import type { RequestContext } from '../../../guards/request-context.ts'
import { readJson } from '../../../http/body/json.ts'
import { statusOf } from '../../../http/reply/error-body.ts'
import { keepaliveFrame, sseResponse } from '../../../http/reply/sse.ts'
import type { Connection } from '../../../http/server/connection.ts'
import type { Origins } from '../../../http/server/origins.ts'
import { deadline } from '../../../platform/deadline.ts'
import { engineFacts } from '../../shared/task-handlers.ts'
import type { ChatInput, ChatTask } from '../chat.ts'
import type { Answering, AnswerWriter, BackgroundAnswer, ChatSurface, ReadChat } from './dialect.ts'
import type { ChatLimits } from './limits.ts'
import { isOwnTool, ownToolsOf } from './own-tools.ts'
import { streamErrorOf } from './stream-error.ts'

export interface AnswerServices {
  origins: Origins
  runs: Runs
  attachments: AttachmentIntake
  limits: ChatLimits
  now: () => number
}

/**
 * Answers a conversation in the form of a dialect, whole or streamed. The body is read before the wait
 * for a lease, because it says whether to stream, and only a stream can send keepalives meanwhile.
 */
export async function answerChat<body extends TSchema>(
  { runs, attachments, origins, limits, now }: AnswerServices,
  surface: ChatSurface<body>,
  context: RequestContext,
): Promise<object> {
  const { request, connection, caller } = context
  const { task, leaseWaitMs } = surface
  using admitted = runs.admit(task, caller, { signal: request.signal, waitMs: leaseWaitMs })
  const body: Static<body> = await readJson(context, surface.body, surface.maxBytes, {
    isDialect: true,
  })
  const atOnce = await surface.answerAtOnce?.(body, { caller, now: now() })
  if (atOnce !== undefined) return atOnce
  const chat = withOwnTools(await surface.read(body, { caller, now: now() }), body, () => {
    return origins.main ?? origins.own(request.headers.get('host'))
  })
  const { attached } = chat
  const input = attached.length === 0 ? chat.input : await takenIn(attachments, caller, chat)
  await using files = attached.length === 0 ? undefined : new AsyncDisposableStack()
  files?.defer(() => attachments.discard(input.attachments?.map(({ source }) => source)))
  const isEarly = input.stream && surface.sendsHeadersAtOnce === true
  if (!isEarly) await task.check?.(caller, input)
  if (chat.background !== undefined) {
    const { id, response } = chat.background
    await chat.background.prepare()
    const durable = runs.startDurable({
      definition: task,
      caller,
      input,
      id,
      lease: admitted.handOver()?.giveToJob(),
      leaseWaitMs: leaseWaitMs ?? 0,
      record: backgroundRecord(task, chat.background),
    })
    const kept = files?.move()
    void durable.ended.then(() => kept?.disposeAsync())
    // It goes on without its client once it is in the queue.
    const leave = () => void durable.cancel()
    request.signal.addEventListener('abort', leave)
    if (request.signal.aborted) leave()
    await durable.started.finally(() => request.signal.removeEventListener('abort', leave))
    return response
  }
  if (!input.stream) {
    const run = await admitted.start(input)
    connection.engineFacts = () => engineFacts(run)
    return await chat.whole(resultOfEnd(task, await run.ended))
  }
  const started = Promise.withResolvers<void>()
  const startRun = async () => {
    await admitted.granted()
    if (isEarly) await task.check?.(caller, input)
    const run = await admitted.start(input, { watched: true, onStart: started.resolve })
    connection.engineFacts = () => engineFacts(run)
    return run
  }
  const writer = chat.writer()
  const release = admitted.keepOpen()
  const writeLogLine = connection.delayLogLine?.()
  const kept = files?.move()
  const onClose = () => {
    release()
    // Where the client has left, the call of the model ends a moment later.
    void admitted.ended.then(() => {
      writeLogLine?.()
      return kept?.disposeAsync()
    })
  }
  const stream = { connection, writer, limits, started: started.promise, onClose }
  try {
    return admitted.isWaiting || isEarly
      ? streamAtOnce({ ...stream, startRun, isWaiting: () => admitted.isWaiting })
      : await streamChat({ ...stream, run: await startRun() })
  } catch (error) {
    release()
    writeLogLine?.()
    await kept?.disposeAsync()
    throw error
  }
}

/**
 * A request with the tools of this service that it names, which are no functions of the caller's.
 *
 * @param body The request, whose `tools` every dialect has in the same place
 * @throws {AppError} `invalid`
 */
function withOwnTools(chat: ReadChat, body: unknown, origin: () => string): ReadChat {
  const ownTools = ownToolsOf(body)
  if (ownTools.length === 0) return chat
  const { tools, ...options } = chat.input.options
  const functions = Array.isArray(tools) ? tools.filter((tool: unknown) => !isOwnTool(tool)) : []
  const left = functions.length === 0 ? options : { ...options, tools: functions }
  return { ...chat, input: { ...chat.input, options: left, ownTools, origin: origin() } }
}

/** What is written of an answer that goes on without its client. */
function backgroundRecord(task: ChatTask, background: BackgroundAnswer): RunRecord {
  let ended: RunEnd | undefined
  return {
    end(end) {
      ended = end
      return undefined
    },
    async written() {
      if (ended === undefined) return
      if (ended.status === 'succeeded') await background.succeeded(resultOfEnd(task, ended))
      else await background.failed(failureOf(ended))
    },
  }
}

/** A request as a task's input, with its attachments on disk. */
async function takenIn(
  attachments: AttachmentIntake,
  { owner }: Caller,
  { input, attached }: ReadChat,
): Promise<ChatInput> {
  const requested = attached.map((one) => one.requested)
  const sources = await attachments.accept({ owner, mayUsePaths: false }, requested)
  const places = attached.map(({ place }) => place)
  return {
    ...input,
    attachments: sources.flatMap((source, index) => {
      const place = places[index]
      return place === undefined ? [] : [{ source, place }]
    }),
  }
}

/**
 * Text of the keepalives of a queued run, such as `2nd in line, about 40 s`; undefined while it
 * runs.
 */
function queueNote({ position, expectedWaitMs }: Run): string | undefined {
  if (position === undefined) return undefined
  const order = `${ordinal(position)} in line`
  if (expectedWaitMs === undefined) return order
  return `${order}, about ${Math.max(1, Math.round(expectedWaitMs / 1000))} s`
}

function ordinal(number: number): string {
  const teens = number % 100 >= 11 && number % 100 <= 13
  const suffix = teens ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]
  return `${number}${suffix ?? 'th'}`
}

type TextRun = Run<TextEvent>

interface Stream {
  connection: Connection
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
async function streamChat(options: StreamOptions): Promise<Response> {
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
      if (!isSentInStream(error)) throw error
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
function streamAtOnce({ startRun, isWaiting, ...options }: EarlyStreamOptions): Response {
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
function isSentInStream(error: unknown): boolean {
  const { code, isFinal } = streamErrorOf(error)
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
  const { connection, writer, limits, onClose } = stream
  const { contentType, sendsComments } = writer
  const all = frames(stream, open, firstBatch, sendsComments ? keepaliveNote : undefined)
  return sseResponse(connection, all, {
    firstFrame:
      firstBatch === undefined || firstBatch.done
        ? undefined
        : writer.start(answeringOf(firstBatch.value)) + writer.batch(firstBatch.value),
    failure: (error) => writer.failure(error),
    idleFrame: () => writer.idle(),
    keepaliveMs: limits.keepaliveMs,
    keepaliveNote: sendsComments ? keepaliveNote : null,
    contentType,
    onClose,
  })
}

/** The frames of a stream; those of a first batch with text are sent with the headers. */
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
  let next = firstBatch?.done === false ? await batches.next() : await first
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
