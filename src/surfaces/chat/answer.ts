import type { Static, TSchema } from '@sinclair/typebox'
import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { Caller } from '../../core/caller.ts'
import type { Admissions } from '../../core/tasks/admissions.ts'
import type { TaskRunner } from '../../core/tasks/task-runner.ts'
import { resultOf, withLease } from '../../core/tasks/with-lease.ts'
import type { ChatInput } from '../../core/text/chat.ts'
import { readJson } from '../../http/body/json.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { engineFacts } from '../kit/engine-facts.ts'
import type { ChatSurface, ReadChat } from './dialect.ts'
import type { ChatLimits } from './limits.ts'
import { streamAtOnce, streamChat } from './stream.ts'

export interface AnswerServices {
  runner: TaskRunner
  admissions: Admissions
  attachments: AttachmentIntake
  limits: ChatLimits
  now: () => number
}

/**
 * Answers a conversation in the form of a dialect, whole or streamed. The body is read before the wait
 * for a lease, because it says whether to stream, and only a stream can send keepalives meanwhile.
 */
export function answerChat<body extends TSchema>(
  { runner, admissions, attachments, limits, now }: AnswerServices,
  surface: ChatSurface<body>,
  request: Request,
  caller: Caller,
): Promise<object> {
  const { task, leaseWaitMs } = surface
  const connection = connectionOf(request)
  task.authorize?.(caller)
  const admission = admissions.of(task.admission ?? '')
  const lease = leaseWaitMs === undefined ? admission.tryAcquire(caller) : admission.acquire(caller)
  return withLease(lease, request.signal, async (leased) => {
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
    const started = Promise.withResolvers<void>()
    const waitForLease = async () => {
      if (!lease.isGranted) await lease.granted(request.signal, leaseWaitMs ?? 0)
    }
    const startRun = async () => {
      await waitForLease()
      if (isEarly) await task.check?.(caller, input)
      const options = { watched: input.stream, onStart: started.resolve }
      const run = leased.attach(await runner.run(task, caller, input, options))
      connection.engineFacts = () => engineFacts(run)
      return run
    }
    if (chat.background !== undefined) {
      const { background } = chat
      await background.prepare()
      const run = await waitForLease()
        .then(() => runner.run(task, caller, input))
        .catch(async (error: unknown) => {
          await background.fail(error)
          throw error
        })
      // It goes on when the client has left.
      leased.handOver()?.releaseAfter(run)
      const kept = files.move()
      void run.ended.then(() => kept.disposeAsync())
      return background.follow(run, resultOf(task, run))
    }
    if (!input.stream) return chat.whole(await resultOf(task, await startRun()))
    const writer = chat.writer()
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
    const stream = { request, writer, limits, started: started.promise, onClose }
    try {
      return lease.isGranted && !isEarly
        ? await streamChat({ ...stream, run: await startRun() })
        : streamAtOnce({ ...stream, startRun, isWaiting: () => !lease.isGranted })
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
