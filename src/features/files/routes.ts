import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import type { guards } from '../../guards/index.ts'
import { MAX_REMOTE_FILE_BYTES, type OwnNetwork } from '../../guards/local-trust.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'
import { openUpload } from '../../http/body/upload.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { parseTime } from '../../platform/parse-time.ts'
import { timeOrNullView, timeView } from '../shared/fields.ts'
import { listOf } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { type FileRecord, fileLink, MAX_FILE_BYTES } from './file-record.ts'
import type { Files, StorageRoom } from './files.ts'
import {
  FileChangeBody,
  FileList,
  FileParams,
  FileQuery,
  MAX_FILE_CHANGE_BYTES,
  StorageLimits,
  StoredFile,
  UploadForm,
  UploadQuery,
} from './schema.ts'
import type { Uploads } from './uploads.ts'

interface FileServices {
  guards: ReturnType<typeof guards>
  files: Files
  uploads: Uploads
  ownNetwork: OwnNetwork
  origins: Origins
  now: () => number
}

/** /api/nas: files of the caller. */
export function fileRoutes({ guards, files, uploads, ownNetwork, origins, now }: FileServices) {
  const view = (file: FileRecord, { headers }: Request) =>
    fileView(file, origins.main ?? origins.own(headers.get('host')))

  async function receive(
    context: RequestContext,
    name: string | undefined,
    expiresAt: number | undefined,
  ): Promise<FileRecord> {
    const upload = await openUpload(context, MAX_FILE_BYTES)
    ownNetwork.requireFor(context, upload.expectedBytes)
    const filename = name ?? upload.filename
    if (filename === undefined) throw unnamed()
    return files.store(context.caller.owner, ownNetwork.bounded(context, upload.content), {
      filename,
      bytes: upload.bytes,
      mediaType: upload.mediaType,
      // A form may say it behind the file.
      expiresAt: () => expiryInForm(upload.fields, now()) ?? expiresAt,
    })
  }

  /** Makes a file of a finished resumable upload, which is gone then. Asked again, it is the same file. */
  async function adopt(
    owner: string,
    id: string,
    name: string | undefined,
    expiresAt: number | undefined,
  ): Promise<FileRecord> {
    try {
      return await uploads.consume(owner, id, ({ path, metadata }) => {
        const filename = name ?? metadata?.['filename'] ?? undefined
        if (filename === undefined) throw unnamed()
        const mediaType = metadata?.['filetype'] ?? undefined
        return files.adopt(owner, id, path, { filename, mediaType, expiresAt: () => expiresAt })
      })
    } catch (error) {
      // Asked before, also by a request that was still at work when this one came.
      const made =
        error instanceof AppError && error.code === 'not_found'
          ? files.adopted(owner, id)
          : undefined
      if (made === undefined) throw error
      return made
    }
  }

  return new Elysia({ name: 'features/files', prefix: '/api/nas', tags: ['Files'] })
    .use(guards)
    .guard({ sensitive: true })
    .post(
      '/upload',
      async ({ request, context, actor, query, set }) => {
        const given = query.expires_at === undefined ? undefined : expiryOf(query.expires_at, now())
        const file =
          query.buffer === undefined
            ? await receive(context, query.filename, given)
            : await adopt(ownerOf(actor), query.buffer, query.filename, given)
        set.status = 201
        set.headers['location'] = `/api/nas/files/${file.token}`
        return view(file, request)
      },
      route({
        requireUserOrLocal: 'media',
        query: UploadQuery,
        summary: 'Store a file, and get its link',
        description:
          'As the field `file` of a form, or as the body itself with `?filename=`, which is the faster way. Free of credits. More than 100 MB (100,000,000 bytes) is taken only from the own network of the owner. Asked again with the same `buffer`, as where no answer came, it is the same file.',
        body: UploadForm,
        bodyTypes: ['multipart/form-data', 'application/octet-stream'],
        responses: { 201: { description: 'The stored file', schema: StoredFile } },
        errors: [404, 409, 507],
      }),
    )
    .get(
      '/files',
      ({ request, actor, query: { q, limit, cursor } }) =>
        listOf(files.list(ownerOf(actor), limit, cursor, q), (file) => view(file, request)),
      route({
        requireUserOrLocal: 'media',
        query: FileQuery,
        summary: 'Own files, or those with all words of q in their names',
        responses: { 200: { description: 'The newest first', schema: FileList } },
      }),
    )
    .get(
      '/limits',
      async ({ context, actor }) =>
        limitsView(await files.room(ownerOf(actor)), ownNetwork.includes(context)),
      route({
        requireUserOrLocal: 'media',
        summary: 'What may be stored: by the size of a file, the quota and the disk',
        responses: { 200: { description: 'At the moment', schema: StorageLimits } },
      }),
    )
    .patch(
      '/files/:token',
      async ({ request, context, actor, params }) => {
        const { filename, expires_at: at } = await readJson(
          context,
          FileChangeBody,
          MAX_FILE_CHANGE_BYTES,
        )
        const expiresAt = typeof at === 'string' ? expiryOf(at, now()) : at
        return view(files.update(ownerOf(actor), params.token, { filename, expiresAt }), request)
      },
      route({
        requireUserOrLocal: 'media',
        params: FileParams,
        summary: 'Rename a file, or set when it expires',
        description: 'A new name changes the link: the old one is not found any more.',
        body: FileChangeBody,
        bodyExamples: { rename: { summary: 'Rename it', value: { filename: 'new.pdf' } } },
        responses: { 200: { description: 'The file afterwards', schema: StoredFile } },
      }),
    )
    .delete(
      '/files/:token',
      async ({ actor, params, set }) => {
        await files.delete(ownerOf(actor), params.token)
        set.status = 204
      },
      route({
        requireUserOrLocal: 'media',
        params: FileParams,
        summary: 'Delete a file; its link is dead at once',
        responses: { 204: { description: 'It is gone' } },
      }),
    )
}

function expiryInForm(fields: ReadonlyMap<string, string>, now: number): number | undefined {
  const text = fields.get('expires_at')
  return text === undefined || text === '' ? undefined : expiryOf(text, now)
}

function unnamed(): AppError {
  return new AppError('invalid', 'Say the name of the file: add ?filename= to the address', {
    param: 'filename',
  })
}

/** @param origin Of the links, without a trailing slash */
function fileView(file: FileRecord, origin: string): StoredFile {
  return {
    token: file.token,
    filename: file.name,
    url: fileLink(file, origin),
    bytes: file.bytes,
    sha256: file.sha256,
    media_type: file.mediaType,
    created_at: timeView(file.createdAt),
    last_read_at: timeOrNullView(file.lastReadAt),
    expires_at: timeOrNullView(file.expiresAt),
  }
}

/** @param isOwnNetwork Whether the request came directly from the owner's own network */
function limitsView(
  { usedBytes, limitBytes, freeBytes }: StorageRoom,
  isOwnNetwork: boolean,
): StorageLimits {
  return {
    max_file_bytes: isOwnNetwork ? MAX_FILE_BYTES : MAX_REMOTE_FILE_BYTES,
    is_own_network: isOwnNetwork,
    own_network_max_file_bytes: MAX_FILE_BYTES,
    used_bytes: usedBytes,
    quota_bytes: limitBytes,
    // JSON has no infinity.
    free_bytes: Math.min(freeBytes, Number.MAX_SAFE_INTEGER),
  }
}

/**
 * The time at which a file expires, in UTC milliseconds.
 *
 * @throws {AppError} `invalid` for no time, or one that has passed
 */
function expiryOf(text: string, now: number): number {
  const at = parseTime(text)
  if (at !== undefined && at > now) return at
  throw new AppError(
    'invalid',
    'expires_at must be a time in the future, as in 2099-12-31T23:59:59Z',
    {
      param: 'expires_at',
    },
  )
}
