import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { mediaTypeOf, type TtsTask } from '../../core/speech/tts-task.ts'
import { resultOf } from '../../core/tasks/runs.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'

import { engineFacts } from '../kit/engine-facts.ts'
import { documented } from '../kit/openapi.ts'
import { MAX_SPEECH_BODY_BYTES, OpenAiSpeechBody, SpeechEvent } from './schema.ts'
import type { SpeechServices } from './services.ts'
import { soundEvents, soundResponse } from './stream.ts'
import { streamInput } from './view.ts'

/** POST /v1/audio/speech, as OpenAI's clients send it. */
export function openAiSpeechRoutes(services: SpeechServices, task: TtsTask) {
  return new Elysia({ name: 'surfaces/speech/openai' })
    .use(services.guards)
    .post('/v1/audio/speech', ({ context }) => answerSpeech(services, task, context), {
      errorShape: 'openai',
      requireApiKey: 'media',
      parse: 'none',
      detail: documented({
        summary: 'Speak a text, streamed',
        description:
          'As OpenAI’s. The sound leaves while it is made: the first sentence at once, however long the text. Where an engine fails in the middle the connection breaks off. It costs 1 credit when it is whole.',
        tags: ['Speech'],
        body: OpenAiSpeechBody,
        bodyExamples: {
          wav: {
            summary: 'A WAV file',
            value: { model: 'auto', voice: 'alloy', input: 'Hello.', response_format: 'wav' },
          },
        },
        responses: {
          200: {
            description: 'The sound; with `stream_format: sse` events with parts of it',
            schema: Type.String({ format: 'binary' }),
            contentType: '*/*',
            events: SpeechEvent,
          },
        },
        errors: [404, 429, 502, 503],
      }),
    })
}

async function answerSpeech(
  { runs, speech }: SpeechServices,
  task: TtsTask,
  { request, connection, caller }: RequestContext,
): Promise<Response> {
  using admitted = runs.admit(task, caller, { signal: request.signal })
  const body = await readJson(request, OpenAiSpeechBody, MAX_SPEECH_BODY_BYTES, {
    isDialect: true,
  })
  const input = streamInput(body, speech.defaultFormat())
  await task.check?.(caller, input)
  const run = await admitted.start(input, { watched: true })
  connection.engineFacts = () => engineFacts(run)
  const rest = run.events[Symbol.asyncIterator]()
  // Until the first sound is there, a failure has a status of its own.
  const first = await rest.next()
  if (first.done) {
    await resultOf(task, run)
    throw new Error('A text was spoken without a sound')
  }
  const release = admitted.keepOpen()
  const writeLogLine = connection.delayLogLine?.()
  const onClose = () => {
    release()
    void admitted.ended.then(() => writeLogLine?.())
  }
  const sound = { run, first: first.value, rest }
  return body.stream_format === 'sse'
    ? soundEvents(request, sound, onClose)
    : soundResponse(sound, mediaTypeOf(input.format), onClose)
}
