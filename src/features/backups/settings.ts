import { type Static, Type } from '@sinclair/typebox'
import { closedObject } from '../../platform/schemas.ts'
import { PATH } from '../../platform/settings.ts'

/** The nightly backups of the data folder. */
export const BackupSettings = closedObject(
  {
    nightly: Type.Boolean({ default: true }),
    at: Type.String({
      pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
      'x-expected': 'a time such as "03:00"',
      default: '03:00',
    }),
    folder: Type.Optional(Type.String({ ...PATH, minLength: 1 })),
    /** Whether they have the bytes of files; by default where `folder` is on another disk. */
    files: Type.Optional(Type.Boolean()),
    keep_days: Type.Integer({ minimum: 1, maximum: 1_000, default: 7 }),
    keep_weeks: Type.Integer({ minimum: 0, maximum: 1_000, default: 4 }),
  },
  { default: {} },
)
export type BackupSettings = Static<typeof BackupSettings>
