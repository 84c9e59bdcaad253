import { type Static, Type } from '@sinclair/typebox'
import { NO_EXTRAS, type UserRecord } from '../../core/identity/users.ts'

/** The most that storage may be granted: 1 PiB. */
const MAX_STORAGE_BYTES = 1024 ** 5

/** What an admin grants a user beside the role. */
export const UserExtras = Type.Object(
  {
    worker_profiles: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 100,
      uniqueItems: true,
      description:
        'Profiles of workers that the user may run; `*` stands for all, also for those to come',
      examples: [['read_docs']],
    }),
    storage_bytes: Type.Union(
      [Type.Integer({ minimum: 0, maximum: MAX_STORAGE_BYTES }), Type.Null()],
      {
        description: 'Bytes of files that the user may keep; null for what everybody has',
      },
    ),
  },
  { additionalProperties: false, $id: 'UserExtras' },
)

export type UserExtras = Static<typeof UserExtras>

export function extrasView(extras: UserRecord['extras']): UserExtras {
  const { workerProfiles, storageBytes } = extras ?? NO_EXTRAS
  return { worker_profiles: [...workerProfiles], storage_bytes: storageBytes }
}
