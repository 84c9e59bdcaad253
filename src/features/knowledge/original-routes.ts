import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import { answersFile, fileResponse } from '../../http/reply/file.ts'
import { AppError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import type { OpenedFile } from '../files/file-record.ts'
import { route } from '../shared/openapi.ts'
import type { LocalFiles } from './local-files.ts'
import type { PageTask } from './page-task.ts'
import { KNOWLEDGE_TAGS, type KnowledgeServices } from './routes.ts'
import { PassageParams, SourceParams } from './schema.ts'

interface OriginalServices extends KnowledgeServices {
  runs: Runs
  page: PageTask
  openFile: (ref: string) => Promise<OpenedFile | undefined>
  localFiles: LocalFiles
}

const BYTES = Type.String({ format: 'binary' })

/** What passages were read from: the file, and the page of a PDF as a picture. */
export function knowledgeOriginalRoutes({
  guards,
  knowledge,
  runs,
  page,
  openFile,
  localFiles,
}: OriginalServices) {
  return new Elysia({
    name: 'features/knowledge/originals',
    prefix: '/api/knowledge/:id',
    tags: KNOWLEDGE_TAGS,
  })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '/sources/:source/file',
      async ({ context, actor, params }) => {
        const source = knowledge.fileOf(ownerOf(actor), params.id, params.source)
        const { ref, body, readAt, createdAt } = source
        if (source.kind === 'local_file') {
          const { name, ...file } = await localFiles.open(params.id, ref)
          return fileResponse(context, {
            ...file,
            path: undefined,
            etag: `"${sha256(body ?? '')}"`,
            modifiedAt: readAt ?? createdAt,
            filename: name,
          })
        }
        const opened = await openFile(ref)
        if (opened === undefined) throw new AppError('not_found', 'There is no such file')
        const { record, path, content, stream } = opened
        return fileResponse(context, {
          path,
          content,
          stream,
          bytes: record.bytes,
          mediaType: record.mediaType,
          etag: `"${record.sha256}"`,
          modifiedAt: record.createdAt,
          filename: record.name,
        })
      },
      route({
        requireApiKey: 'media',
        params: SourceParams,
        summary: 'The file of a source, also where it is somebody else’s who shares it',
        ...answersFile('The file'),
      }),
    )
    .get(
      '/passages/:number/picture',
      async ({ request, context, params: { id, number } }) => {
        using admitted = runs.admit(page, context.caller, { signal: request.signal })
        const { jpeg } = await admitted.result({ collection: id, passage: Number(number) })
        return new Response(Buffer.from(jpeg, 'base64'), {
          headers: { 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' },
        })
      },
      route({
        requireApiKey: 'media',
        params: PassageParams,
        summary: 'The page of a PDF on which a passage stands, as a picture',
        responses: {
          200: { description: 'The page', contentType: 'image/jpeg', schema: BYTES },
        },
        errors: [422],
      }),
    )
}
