import { Type } from '@sinclair/typebox'
import type { Server } from '@tus/server'
import { Elysia } from 'elysia'
import type { guards } from '../../../guards/index.ts'
import type { OwnNetwork } from '../../../guards/local-trust.ts'
import type { RequestContext } from '../../../guards/request-context.ts'
import { readStream } from '../../../http/body/stream.ts'
import { AppError } from '../../../platform/errors.ts'
import { UploadId } from '../../shared/fields.ts'
import { route } from '../../shared/openapi.ts'
import { MAX_FILE_BYTES } from '../file-record.ts'
import { CHECKSUM_ALGORITHMS } from '../opened-files.ts'
import type { Uploads } from '../uploads.ts'
import {
  answerHeaders,
  checksumOf,
  createTusServer,
  isFinal,
  partsOf,
  TUS_EXTENSIONS,
  TUS_VERSION,
  type TusContext,
  tusContext,
  tusRequest,
  UPLOAD_PATH,
} from './http/tus-server.ts'

interface UploadServices {
  guards: ReturnType<typeof guards>
  uploads: Uploads
  ownNetwork: OwnNetwork
}

/** What a handler is given of a request. */
interface TusRequest {
  context: RequestContext
  set: { status?: number | string; headers: Record<string, string | number> }
}

const GUARD = { requireApiKey: 'media', parse: 'none' } as const
const Params = Type.Object({ id: UploadId })
const PIECE_TYPE = 'application/offset+octet-stream'
const Bytes = Type.String({ format: 'binary' })

const TUS_HEADERS = {
  'Tus-Resumable': Type.Literal(TUS_VERSION, { description: 'Required' }),
}
const PIECE_HEADERS = {
  ...TUS_HEADERS,
  'Upload-Checksum': Type.String({
    description: `\`${CHECKSUM_ALGORITHMS.join(' | ')} <base64>\`; a piece that does not match is dropped with 460`,
  }),
}
const OFFSET = { 'Upload-Offset': 'Bytes that have come' }
const EXPIRES = { 'Upload-Expires': 'When an unfinished upload is deleted, unless it goes on' }

/** /buffer: resumable uploads by tus 1.0.0. https://tus.io/protocols/resumable-upload */
export function uploadRoutes({ guards, uploads, ownNetwork }: UploadServices) {
  let server: Promise<Server> | undefined

  async function handle({ context, set }: TusRequest, method: string): Promise<Response> {
    const { request, caller } = context
    const { owner } = caller
    set.headers['tus-resumable'] = TUS_VERSION
    if (request.headers.get('tus-resumable') !== TUS_VERSION) {
      set.headers['tus-version'] = TUS_VERSION
      throw new AppError('precondition_failed', `Expected the header Tus-Resumable: ${TUS_VERSION}`)
    }
    const { headers: sent } = request
    if (method === 'PATCH' && mediaTypeOf(sent) !== PIECE_TYPE)
      throw new AppError('unsupported_media_type', `Expected Content-Type: ${PIECE_TYPE}`)
    const parts = method === 'POST' ? partsOf(sent) : undefined
    const bytes = parts === undefined ? undefined : uploads.bytesOfAll(owner, parts)
    ownNetwork.requireFor(context, bytes ?? 0)
    server ??= createTusServer(uploads)
    const upload: TusContext = {
      owner,
      read: (maxBytes, signal) =>
        // Of an upload whose length nobody has declared, the bytes themselves are counted.
        ownNetwork.bounded(context, readStream(context, maxBytes, { signal }), offsetOf(sent)),
      checksum: checksumOf(sent),
      concat: method === 'POST' ? (sent.get('upload-concat') ?? undefined) : undefined,
      parts,
    }
    const tus = await server
    const asked = tusRequest(request, method, bytes)
    const answer = await tusContext.run(upload, () => tus.handleWeb(asked))
    if (upload.failure !== undefined) throw upload.failure
    if (answer.status >= 400) throw new AppError('malformed', (await answer.text()).trim())
    const headers = {
      ...answerHeaders(answer.headers),
      'cache-control': 'no-store',
      ...(method === 'HEAD' && upload.concat ? { 'upload-concat': upload.concat } : {}),
    }
    const { status } = answer
    const location = answer.headers.get('location')
    if (location === null) return new Response(null, { status, headers })
    return Response.json({ id: location.slice(UPLOAD_PATH.length + 1) }, { status, headers })
  }

  function piece(tus: TusRequest, id: string): Promise<Response> {
    const { bytes, concat } = uploads.rowOf(tus.context.caller.owner, id)
    const declared = Number(tus.context.request.headers.get('upload-length') ?? 0)
    ownNetwork.requireFor(tus.context, Math.max(bytes, declared))
    if (isFinal(concat))
      throw new AppError('forbidden', 'Nothing can be added to an upload that is made of others')
    return handle(tus, 'PATCH')
  }

  return new Elysia({ name: 'features/uploads', prefix: UPLOAD_PATH, tags: ['Uploads'] })
    .use(guards)
    .options(
      '',
      () =>
        new Response(null, {
          status: 204,
          headers: {
            'tus-resumable': TUS_VERSION,
            'tus-version': TUS_VERSION,
            'tus-max-size': String(MAX_FILE_BYTES),
            'tus-extension': TUS_EXTENSIONS.join(','),
            'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
          },
        }),
      route({
        open: true,
        summary: 'What of tus is supported',
        responses: {
          204: { description: 'Versions, extensions, checksums and size in headers' },
        },
      }),
    )
    .post(
      '',
      ({ context, set }) => {
        ownNetwork.requireFor(context, Number(context.request.headers.get('upload-length') ?? 0))
        return handle({ context, set }, 'POST')
      },
      route({
        ...GUARD,
        summary: 'Begin a resumable upload',
        description:
          'tus 1.0.0. The first bytes may come with it. The last part of `Location` is the id that other routes take as `{"buffer": id}` once all bytes have come.',
        headers: {
          ...PIECE_HEADERS,
          'Upload-Length': Type.Integer({
            minimum: 0,
            maximum: MAX_FILE_BYTES,
            description: 'Bytes of the whole upload; required, or one of the next two',
          }),
          'Upload-Defer-Length': Type.Literal('1', {
            description: 'A PATCH declares Upload-Length later',
          }),
          'Upload-Concat': Type.String({
            description:
              '`final;` and the addresses of finished uploads, with spaces between: they become this one, and are deleted. `partial` for those',
          }),
          'Upload-Metadata': Type.String({
            description: 'Pairs of a name and a value in base64, as `filename cmVwb3J0LnBkZg==`',
          }),
        },
        responses: {
          201: {
            description: 'Started',
            schema: Type.Object({ id: Type.String({ description: 'For `{"buffer": id}`' }) }),
            headers: { Location: 'The upload', ...OFFSET, ...EXPIRES },
          },
        },
        errors: [404, 408, 409, 412, 413, 429, 460],
      }),
    )
    .head(
      '/:id',
      ({ context, set }) => handle({ context, set }, 'HEAD'),
      route({
        requireApiKey: 'media',
        params: Params,
        summary: 'How much of an upload has come',
        headers: TUS_HEADERS,
        responses: {
          200: {
            description: 'Where to go on',
            headers: {
              ...OFFSET,
              'Upload-Length': 'Of all bytes, where it is known',
              'Upload-Defer-Length': '1 where it is not',
              'Upload-Concat': 'As it was sent',
              ...EXPIRES,
            },
          },
        },
        errors: [412],
      }),
    )
    .patch(
      '/:id',
      ({ context, set, params }) => piece({ context, set }, params.id),
      route({
        ...GUARD,
        params: Params,
        summary: 'Send the next bytes of an upload',
        description:
          'A request that still sends to the same upload is ended. What has come of a request that is cut off stays, unless it had a checksum.',
        body: Bytes,
        bodyTypes: [PIECE_TYPE],
        headers: {
          ...PIECE_HEADERS,
          'Upload-Offset': Type.Integer({
            minimum: 0,
            description: 'Required: where these bytes belong',
          }),
          'Upload-Length': Type.Integer({
            minimum: 0,
            maximum: MAX_FILE_BYTES,
            description: 'Of an upload that was begun without it',
          }),
        },
        responses: { 204: { description: 'Kept', headers: { ...OFFSET, ...EXPIRES } } },
        errors: [409, 412, 415, 460],
      }),
    )
    .post(
      '/:id',
      ({ context, set, params }) => {
        const method = context.request.headers.get('x-http-method-override')?.toUpperCase()
        if (method === 'PATCH') return piece({ context, set }, params.id)
        if (method === 'DELETE') return handle({ context, set }, 'DELETE')
        throw new AppError('malformed', 'Expected X-HTTP-Method-Override: PATCH or DELETE')
      },
      route({
        ...GUARD,
        params: Params,
        summary: 'The same for clients that cannot send PATCH or DELETE',
        body: Bytes,
        bodyTypes: [PIECE_TYPE],
        headers: {
          ...PIECE_HEADERS,
          'X-HTTP-Method-Override': Type.String({ enum: ['PATCH', 'DELETE'] }),
        },
        responses: { 204: { description: 'Done', headers: OFFSET } },
        errors: [409, 412, 415, 460],
      }),
    )
    .delete(
      '/:id',
      ({ context, set }) => handle({ context, set }, 'DELETE'),
      route({
        requireApiKey: 'media',
        params: Params,
        summary: 'End an upload and delete what has come',
        headers: TUS_HEADERS,
        responses: { 204: { description: 'Deleted' } },
        errors: [412],
      }),
    )
}

/** Where the bytes of a request begin in their upload. */
function offsetOf(headers: Headers): number {
  return Number(headers.get('upload-offset') ?? 0)
}

function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
}
