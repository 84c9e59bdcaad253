import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Clips, OpenedClip } from '../../core/speech/clips.ts'
import type { guards } from '../../guards/index.ts'
import { type FileAnswer, fileResponse } from '../../http/reply/file.ts'
import { documented } from '../kit/openapi.ts'
import { ClipParams } from './schema.ts'
import { CLIP_PATH } from './view.ts'

interface ClipLinkServices {
  guards: ReturnType<typeof guards>
  speech: { clips: Clips }
}

const FILE = { schema: Type.String({ format: 'binary' }), contentType: '*/*' }

/** Clips for anyone who has their names; the path is the capability. */
export function clipLinkRoutes({ guards, speech }: ClipLinkServices) {
  return new Elysia({ name: 'surfaces/speech/clip-links' })
    .use(guards)
    .get(
      `${CLIP_PATH}/:name`,
      async ({ request, params }) =>
        fileResponse(request, answerOf(await speech.clips.open(params.name))),
      {
        open: true,
        params: ClipParams,
        detail: documented({
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
      },
    )
}

/** A clip never changes, so its name says which content it is. */
function answerOf({ record, path, stream }: OpenedClip): FileAnswer {
  const { name, bytes, mediaType, createdAt } = record
  const etag = `"${createdAt.toString(36)}-${bytes.toString(36)}"`
  return {
    ...{ path, stream, bytes, mediaType, etag },
    modifiedAt: createdAt,
    filename: `speech${name.slice(name.lastIndexOf('.'))}`,
  }
}
