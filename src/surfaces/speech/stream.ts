import type { SoundEvent } from '../../core/speech/tts-task.ts'
import type { Run } from '../../core/tasks/run.ts'
import { failureOf } from '../../core/tasks/runs.ts'
import { openAiError } from '../../http/reply/error-body.ts'
import { dataFrame, sseResponse } from '../../http/reply/sse.ts'
import { expectedError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'

/** The sound of a run, whose first part is there already. */
export interface Sound {
  run: Run<SoundEvent>
  first: readonly SoundEvent[]
  rest: AsyncIterator<readonly SoundEvent[]>
}

/** Sends the sound as it is made. Where it fails, the connection breaks off: no client takes a part for the whole. */
export function soundResponse(sound: Sound, mediaType: string, onClose: () => void): Response {
  const chunks = chunksOf(sound)
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next()
        if (!done) {
          for (const event of value) controller.enqueue(Buffer.from(event, 'base64'))
          return
        }
        onClose()
        controller.close()
      } catch (error) {
        onClose()
        throw error
      }
    },
    cancel() {
      onClose()
      chunks.return().catch(() => {})
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': mediaType,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    },
  })
}

/** The same as OpenAI's events, each with a part of the sound in base64. */
export function soundEvents(request: Request, sound: Sound, onClose: () => void): Response {
  return sseResponse(request, frames(sound), { failure, onClose })
}

async function* frames(sound: Sound): AsyncGenerator<string> {
  for await (const events of chunksOf(sound))
    for (const audio of events) yield dataFrame({ type: 'speech.audio.delta', audio })
  // As everywhere here, tokens are not counted.
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
  yield dataFrame({ type: 'speech.audio.done', usage })
}

function failure(error: unknown): string {
  const known = expectedError(error)
  return dataFrame({
    error: openAiError(known?.code ?? 'internal', redact(known?.message ?? 'The speech failed')),
  })
}

/** @throws What the run has failed with */
async function* chunksOf({ run, first, rest }: Sound): AsyncGenerator<readonly SoundEvent[], void> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  const end = await run.ended
  if (end.status !== 'succeeded') throw failureOf(end)
}
