import type { Run } from '../../core/tasks/run.ts'
import { resultOf } from '../../core/tasks/runs.ts'
import type { TranscribeTask } from '../../core/transcripts/transcribe-task.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { openAiError } from '../../http/reply/error-body.ts'
import { dataFrame, sseResponse } from '../../http/reply/sse.ts'
import type { Connection } from '../../http/server/connection.ts'
import { expectedError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import type { AudioRequest } from './audio-request.ts'
import type { TranscriptServices } from './routes.ts'

const DONE = 'data: [DONE]\n\n'

/**
 * Streams a transcript as OpenAI's events: a delta for each finished piece, then the whole text.
 *
 * @throws {AppError} What checking the request throws
 */
export async function audioStream(
  { runs }: TranscriptServices,
  task: TranscribeTask,
  { request, connection, caller }: RequestContext,
  { body }: AudioRequest,
): Promise<Response> {
  let run: Run<string>
  try {
    const { input } = await body.parse()
    await task.check?.(caller, input)
    run = runs.start(task, caller, input, { watched: true })
  } catch (error) {
    await body.discard?.()
    throw error
  }
  request.signal.addEventListener('abort', () => run.cancel())
  const writeLogLine = connection.delayLogLine?.()
  const onClose = () => {
    run.cancel()
    void run.ended.then(() => body.discard?.()).finally(writeLogLine)
  }
  return sseResponse(request, frames(task, run, connection), { failure, onClose })
}

async function* frames(
  task: TranscribeTask,
  run: Run<string>,
  connection: Connection,
): AsyncGenerator<string> {
  for await (const batch of run.events)
    for (const delta of batch)
      if (delta !== '') yield dataFrame({ type: 'transcript.text.delta', delta })
  const { text, engine, model } = await resultOf(task, run)
  connection.engineFacts = () => ({
    ...{ engine, model: model ?? '', account: '', queueMs: 0, failure: undefined },
  })
  yield dataFrame({ type: 'transcript.text.done', text })
  yield DONE
}

function failure(error: unknown): string {
  const expected = expectedError(error)
  const said =
    expected === undefined
      ? openAiError('internal', 'Internal server error')
      : openAiError(expected.code, redact(expected.message), expected.param)
  return dataFrame({ error: said }) + DONE
}
