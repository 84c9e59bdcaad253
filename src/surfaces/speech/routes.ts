import { Elysia } from 'elysia'
import type { TtsTask } from '../../core/speech/tts-task.ts'
import { jsonBody } from '../kit/job-body.ts'
import { jobRoutes } from '../kit/job-routes.ts'
import { documented } from '../kit/openapi.ts'
import { MAX_SPEECH_BODY_BYTES, TTS_EXAMPLES, TtsAnswer, TtsBody, Voices } from './schema.ts'
import type { SpeechServices } from './services.ts'
import { clipInput, clipView, voicesView } from './view.ts'

const TAGS = ['Speech']

/** POST /api/ai/tts and its jobs, and the voices. */
export function speechRoutes(services: SpeechServices, task: TtsTask) {
  const { guards, origins, speech } = services
  return new Elysia({ name: 'surfaces/speech' })
    .use(guards)
    .get('/api/ai/tts/voices', () => voicesView(speech.speechEngines, speech.defaultFormat()), {
      requireUserOrLocal: true,
      detail: documented({
        summary: 'Voices and formats',
        description: 'The engines that speak, in the order in which they are asked.',
        tags: TAGS,
        responses: { 200: { description: 'The voices of each engine', schema: Voices } },
      }),
    })
    .use(
      jobRoutes(services, {
        task,
        path: '/api/ai/tts',
        capability: 'media',
        body: jsonBody({
          schema: TtsBody,
          maxBytes: MAX_SPEECH_BODY_BYTES,
          read: (_, body) => ({
            input: clipInput(body, speech.defaultFormat()),
            async: body.async === true,
          }),
        }),
        view: (result, { headers }) => clipView(result, origins.own(headers.get('host'))),
        resultSchema: TtsAnswer,
        bodyExamples: TTS_EXAMPLES,
        noun: 'speech',
        summary: 'Speak a text',
        description:
          'Answers with a clip: a sound file with a random name, which opens for anyone who has it, for 30 days or as long as it is kept in the history. The first engine that can say the language of the text speaks it, or the one that `engine` or `voice` name; 422 where none can. A clip costs 1 credit; one that fails costs nothing.',
        tags: TAGS,
      }),
    )
}
