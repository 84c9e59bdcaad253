import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../kit/nullable.ts'
import { Time, TimeOrNull } from '../kit/time-view.ts'

/** A file name of `BackupFolder`. */
export const BackupParams = Type.Object({
  name: Type.String({ pattern: '^hearth-[0-9a-f]{8}-[0-9]{8}T[0-9]{6}Z\\.tar$' }),
})

export const StoredBackupView = Type.Object(
  {
    name: Type.String({ description: 'Its file in the folder' }),
    at: Time,
    bytes: Type.Integer(),
  },
  { $id: 'StoredBackup' },
)
export type StoredBackupView = Static<typeof StoredBackupView>

export const BackupListView = Type.Object(
  {
    items: Type.Array(StoredBackupView),
    making: Type.Boolean({ description: 'Whether one is being made' }),
    nightly: Type.Boolean({ description: 'Whether one is made every night' }),
    folder: Type.String(),
    next_at: TimeOrNull,
    failure: nullable(
      Type.Object(
        { at: Time, reason: Type.String() },
        { description: 'The last try, where it failed' },
      ),
    ),
    stale: Type.Boolean({ description: 'Whether the newest is older than 48 hours' }),
  },
  { $id: 'Backups' },
)
export type BackupListView = Static<typeof BackupListView>
