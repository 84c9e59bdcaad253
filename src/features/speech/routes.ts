import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { type FileAnswer, fileResponse } from '../../http/reply/file.ts'
import { jobRoutes } from '../shared/job-routes.ts'
import { route } from '../shared/openapi.ts'
import type { Clips, OpenedClip } from './clips.ts'
import {
  ClipParams,
  MAX_SPEECH_BODY_BYTES,
  TTS_EXAMPLES,
  TtsAnswer,
  TtsBody,
  Voices,
} from './schema.ts'
import type { TtsTask } from './tts-task.ts'
import { CLIP_PATH, clipInput, clipView, type SpeechServices, voicesView } from './view.ts'

const TAGS = ['Speech']

/** POST /api/ai/tts and its jobs, and the voices. */
export function speechRoutes(services: SpeechServices, task: TtsTask) {
  const { guards, origins, speech } = services
  return new Elysia({ name: 'features/speech' })
    .use(guards)
    .get(
      '/api/ai/tts/voices',
      () => voicesView(speech.speechEngines, speech.defaultFormat()),
      route({
        requireUserOrLocal: true,
        summary: 'Voices and formats',
        description: 'The engines that speak, in the order in which they are asked.',
        tags: TAGS,
        responses: { 200: { description: 'The voices of each engine', schema: Voices } },
      }),
    )
    .use(
      jobRoutes(services, {
        task,
        path: '/api/ai/tts',
        capability: 'media',
        body: {
          schema: TtsBody,
          maxBytes: MAX_SPEECH_BODY_BYTES,
          read: (_, body) => ({
            input: clipInput(body, speech.defaultFormat()),
            async: body.async === true,
          }),
        },
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

interface ClipLinkServices {
  guards: ReturnType<typeof guards>
  speech: { clips: Clips }
}

const FILE = { schema: Type.String({ format: 'binary' }), contentType: '*/*' }

/** Clips for anyone who has their names; the path is the capability. */
export function clipLinkRoutes({ guards, speech }: ClipLinkServices) {
  return new Elysia({ name: 'features/speech/clip-links' }).use(guards).get(
    `${CLIP_PATH}/:name`,
    async ({ context, params }) =>
      fileResponse(context, answerOf(await speech.clips.open(params.name))),
    route({
      open: true,
      params: ClipParams,
      summary: 'A spoken clip, for anyone who has its name',
      tags: ['Speech'],
      headers: {
        range: Type.String({ description: 'One range: bytes=0-99, bytes=100-, bytes=-100' }),
        'if-range': Type.String(),
        'if-none-match': Type.String(),
        'if-modified-since': Type.String(),
      },
      responses: {
        200: { ...FILE, description: 'The sound' },
        206: { ...FILE, description: 'The range of it' },
        304: { description: 'Unchanged' },
      },
      errors: [416],
    }),
  )
}

/** A clip never changes, so its name says which content it is. */
function answerOf({ record, path, stream }: OpenedClip): FileAnswer {
  const { name, bytes, mediaType, createdAt } = record
  const etag = `"${createdAt.toString(36)}-${bytes.toString(36)}"`
  return {
    path,
    stream,
    bytes,
    mediaType,
    etag,
    modifiedAt: createdAt,
    filename: `speech${name.slice(name.lastIndexOf('.'))}`,
  }
}
