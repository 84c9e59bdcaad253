import type { Static, TSchema } from '@sinclair/typebox'
import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { Caller } from '../../core/caller.ts'
import type { Admissions } from '../../core/tasks/admissions.ts'
import type { TaskRunner } from '../../core/tasks/task-runner.ts'
import { resultOf, withLease } from '../../core/tasks/with-lease.ts'
import type { ChatInput, ChatTask } from '../../core/text/chat.ts'
import { readJson } from '../../http/body/json.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { randomId } from '../../platform/ids.ts'
import { engineFacts } from '../kit/engine-facts.ts'
import { chatInput } from './chat-input.ts'
import type { ChatLimits } from './limits.ts'
import { ChunkWriter, completion } from './openai.ts'
import type { ChatBody } from './schema.ts'
import { streamBeforeLease, streamChat } from './stream.ts'

export interface AnswerServices {
  runner: TaskRunner
  admissions: Admissions
  attachments: AttachmentIntake
  limits: ChatLimits
  now: () => number
}

/** What differs between the chat surfaces. */
export interface ChatSurface<body extends TSchema> {
  task: ChatTask
  body: body
  maxBytes: number
  /**
   * How long a request waits for its lease, in milliseconds; without it, a request is refused at
   * once.
   */
  leaseWaitMs?: number
}

/**
 * Answers a conversation in OpenAI's format, whole or streamed. The body is read before the wait
 * for a lease, because it says whether to stream, and only a stream can send keepalives meanwhile.
 */
export function answerChat<body extends TSchema & { static: ChatBody }>(
  { runner, admissions, attachments, limits, now }: AnswerServices,
  { task, body: schema, maxBytes, leaseWaitMs }: ChatSurface<body>,
  request: Request,
  caller: Caller,
): Promise<object> {
  const connection = connectionOf(request)
  task.authorize?.(caller)
  const admission = admissions.of(task.admission ?? '')
  const lease = leaseWaitMs === undefined ? admission.tryAcquire(caller) : admission.acquire(caller)
  return withLease(lease, request.signal, async (leased) => {
    const body: Static<body> = await readJson(request, schema, maxBytes)
    const input = await takenIn(attachments, caller, body)
    await using files = new AsyncDisposableStack()
    files.defer(() => attachments.discard(input.attachments?.map(({ source }) => source)))
    await task.check?.(caller, input)
    const started = Promise.withResolvers<void>()
    const startRun = async () => {
      if (!lease.isGranted) await lease.granted(request.signal, leaseWaitMs ?? 0)
      const options = { watched: input.stream, onStart: started.resolve }
      const run = leased.attach(await runner.run(task, caller, input, options))
      connection.engineFacts = () => engineFacts(run)
      return run
    }
    const id = randomId('chatcmpl-')
    const created = Math.floor(now() / 1000)
    if (!input.stream) return completion(id, created, await resultOf(task, await startRun()))
    const includeUsage = body.stream_options?.include_usage === true
    const writer = new ChunkWriter(id, created, body.model, includeUsage)
    const release = leased.keepOpen()
    const writeLogLine = connection.delayLogLine?.()
    const kept = files.move()
    const onClose = () => {
      release()
      // Where the client has left, the call of the model ends a moment later.
      void leased.ended.then(() => {
        writeLogLine?.()
        return kept.disposeAsync()
      })
    }
    const stream = { writer, includeUsage, limits, started: started.promise, onClose }
    try {
      return lease.isGranted
        ? await streamChat({ ...stream, run: await startRun() })
        : streamBeforeLease({ ...stream, startRun })
    } catch (error) {
      writeLogLine?.()
      await kept.disposeAsync()
      throw error
    }
  })
}

/** A request as a task's input, with its attachments on disk. */
async function takenIn(
  attachments: AttachmentIntake,
  { owner }: Caller,
  body: ChatBody,
): Promise<ChatInput> {
  const { input, attached } = chatInput(body)
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
