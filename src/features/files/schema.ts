import { type Static, Type } from '@sinclair/typebox'
import { component } from '../../platform/schemas.ts'
import { nullable, Time, TimeOrNull, UploadId } from '../shared/fields.ts'
import { ListQuery, listSchema } from '../shared/lists.ts'

/** Body of `PATCH /api/nas/files/{token}`. @limit file-change-body KiB */
export const MAX_FILE_CHANGE_BYTES = 16 * 1024
/**
 * A file's name as it is sent; a longer one is cut to 255 bytes. @limit file-name-sent characters
 */
export const MAX_FILENAME_CHARACTERS = 4096

const Filename = Type.String({
  minLength: 1,
  maxLength: MAX_FILENAME_CHARACTERS,
  description: 'Made fit for every file system, and cut at 255 bytes',
  examples: ['report.pdf'],
})
const ExpiresAt = Type.String({
  maxLength: 40,
  pattern:
    '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:\\d\\d)$',
  'x-expected': 'a time with its zone, such as 2099-12-31T23:59:59Z',
  description: 'ISO 8601 with its zone, in the future; then the file is deleted',
  examples: ['2099-12-31T23:59:59Z'],
})

export const UploadQuery = Type.Object({
  filename: Type.Optional({ ...Filename, description: 'The file’s name; of a raw body, needed' }),
  expires_at: Type.Optional(ExpiresAt),
  buffer: Type.Optional(
    Type.String({
      ...UploadId,
      description: 'Id of a finished resumable upload, which becomes the file; without a body',
    }),
  ),
})

export const UploadForm = Type.Object({
  expires_at: Type.Optional(ExpiresAt),
  file: Type.String({ format: 'binary', description: 'The file' }),
})

export const FileChangeBody = Type.Object(
  {
    filename: Type.Optional(Filename),
    expires_at: Type.Optional(nullable(ExpiresAt)),
  },
  { minProperties: 1 },
)

export const FileQuery = Type.Composite([
  ListQuery,
  Type.Object({
    q: Type.Optional(Type.String({ maxLength: 500, description: 'Words of the name' })),
  }),
])

const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })
export const FileParams = Type.Object({ token: Token })
export const LinkParams = Type.Object({ token: Token, filename: Type.String() })
export const ImageParams = Type.Object({
  name: Type.String({ pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$' }),
})

export const StoredFile = component('StoredFile', {
  token: Type.String({ description: 'Anyone who has it can read the file' }),
  filename: Type.String(),
  url: Type.String({ description: 'The link, for anybody; a rename changes it' }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ description: 'Hex' }),
  media_type: Type.String({ description: 'By the content first, then by the name' }),
  created_at: Time,
  last_read_at: nullable(
    Type.String({ format: 'date-time', description: 'To the hour; null before the first time' }),
  ),
  expires_at: TimeOrNull,
})
export type StoredFile = Static<typeof StoredFile>

export const StorageLimits = component('StorageLimits', {
  max_file_bytes: Type.Integer({
    minimum: 0,
    description: 'Of one file that comes from where this request came from',
  }),
  is_own_network: Type.Boolean({
    description: 'Whether this request came directly from the own network of the owner',
  }),
  own_network_max_file_bytes: Type.Integer({
    minimum: 0,
    description: 'Of one file that comes from there',
  }),
  used_bytes: Type.Integer({
    minimum: 0,
    description: 'Of the own files, and of the resumable uploads that have started',
  }),
  quota_bytes: nullable(
    Type.Integer({ minimum: 0, description: 'The most that this may be; null for no bound' }),
  ),
  free_bytes: Type.Integer({
    minimum: 0,
    description: 'What may still be stored, by the quota and by what is free on the disk',
  }),
})
export type StorageLimits = Static<typeof StorageLimits>
export const FileList = listSchema(StoredFile)
