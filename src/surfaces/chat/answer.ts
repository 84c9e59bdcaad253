import type { Static, TSchema } from '@sinclair/typebox'
import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { Caller } from '../../core/caller.ts'
import type { RunEnd } from '../../core/tasks/run.ts'
import {
  failureOf,
  type RunRecord,
  type Runs,
  resultOf,
  resultOfEnd,
} from '../../core/tasks/runs.ts'
import type { ChatInput, ChatTask } from '../../core/text/chat.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'
import { engineFacts } from '../kit/engine-facts.ts'
import type { BackgroundAnswer, ChatSurface, ReadChat } from './dialect.ts'
import type { ChatLimits } from './limits.ts'
import { streamAtOnce, streamChat } from './stream.ts'

export interface AnswerServices {
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
  { runs, attachments, limits, now }: AnswerServices,
  surface: ChatSurface<body>,
  { request, connection, caller }: RequestContext,
): Promise<object> {
  const { task, leaseWaitMs } = surface
  using admitted = runs.admit(task, caller, { signal: request.signal, waitMs: leaseWaitMs })
  const body: Static<body> = await readJson(request, surface.body, surface.maxBytes, {
    isDialect: true,
  })
  const atOnce = await surface.answerAtOnce?.(body, { caller, now: now() })
  if (atOnce !== undefined) return atOnce
  const chat = await surface.read(body, { caller, now: now() })
  const input = await takenIn(attachments, caller, chat)
  await using files = new AsyncDisposableStack()
  files.defer(() => attachments.discard(input.attachments?.map(({ source }) => source)))
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
    const kept = files.move()
    void durable.ended.then(() => kept.disposeAsync())
    // It goes on without its client once it is in the queue.
    const leave = () => void durable.cancel()
    request.signal.addEventListener('abort', leave)
    if (request.signal.aborted) leave()
    await durable.started.finally(() => request.signal.removeEventListener('abort', leave))
    return response
  }
  const started = Promise.withResolvers<void>()
  const startRun = async () => {
    await admitted.granted()
    if (isEarly) await task.check?.(caller, input)
    const run = await admitted.start(input, { watched: input.stream, onStart: started.resolve })
    connection.engineFacts = () => engineFacts(run)
    return run
  }
  if (!input.stream) return await chat.whole(await resultOf(task, await startRun()))
  const writer = chat.writer()
  const release = admitted.keepOpen()
  const writeLogLine = connection.delayLogLine?.()
  const kept = files.move()
  const onClose = () => {
    release()
    // Where the client has left, the call of the model ends a moment later.
    void admitted.ended.then(() => {
      writeLogLine?.()
      return kept.disposeAsync()
    })
  }
  const stream = { request, writer, limits, started: started.promise, onClose }
  try {
    return admitted.isWaiting || isEarly
      ? streamAtOnce({ ...stream, startRun, isWaiting: () => admitted.isWaiting })
      : await streamChat({ ...stream, run: await startRun() })
  } catch (error) {
    release()
    writeLogLine?.()
    await kept.disposeAsync()
    throw error
  }
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
  if (attached.length === 0) return input
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
