import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { codeOf } from '../../platform/errors.ts'
import { component } from '../../platform/schemas.ts'
import type { BackupState } from '../backups/nightly.ts'
import { nullable, Time, TimeOrNull, timeOrNullView, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'

/** What a data folder takes. */
interface DataFolderState {
  folder: string
  /** The largest first. */
  parts: { name: string; bytes: number }[]
  /** Free on its disk for this user. */
  freeBytes: number
}

/** Sizes of the entries of a data folder, those of folders with all that is in them. */
export async function dataFolderState(folder: string): Promise<DataFolderState> {
  const names = await readdir(folder)
  const parts = await Promise.all(
    names.map(async (name) => ({ name, bytes: await sizeOf(join(folder, name)) })),
  )
  const { bavail, bsize } = await statfs(folder)
  return {
    folder,
    parts: parts.sort((one, other) => other.bytes - one.bytes),
    freeBytes: bavail * bsize,
  }
}

/** Entries that go away while they are counted count as nothing. */
async function sizeOf(path: string): Promise<number> {
  try {
    const stat = await lstat(path)
    if (!stat.isDirectory()) return stat.size
    let bytes = 0
    for (const name of await readdir(path)) bytes += await sizeOf(join(path, name))
    return bytes
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}

/** What the installation is; read anew at each call. Times are UTC milliseconds. */
export interface SystemState {
  versions: { hearth: string; bun: string; sqlite: string; schema: number; system: string }
  startedAt: number
  /** Undefined for a service whose data is in memory, as `backups`. */
  data: DataFolderState | undefined
  backups: BackupState | undefined
  settings: readonly {
    name: string
    value: string | undefined
    isSecret: boolean
    isSet: boolean
  }[]
}

const SystemView = component('System', {
  versions: Type.Object({
    hearth: Type.String(),
    bun: Type.String(),
    sqlite: Type.String(),
    schema: Type.Integer({ description: 'Migrations of the database' }),
    system: Type.String({ examples: ['Linux 6.12.0 x64'] }),
  }),
  started_at: Time,
  uptime_seconds: Type.Integer(),
  data: nullable(
    Type.Object(
      {
        folder: Type.String(),
        parts: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer() }), {
          description: 'Files and folders in it, the largest first',
        }),
        free_bytes: Type.Integer({ description: 'Left on its disk' }),
      },
      { description: 'Null: the data is in memory' },
    ),
  ),
  backups: nullable(
    Type.Object(
      {
        nightly: Type.Boolean(),
        folder: Type.String(),
        newest: nullable(
          Type.Object({
            name: Type.String(),
            at: Time,
            bytes: Type.Integer(),
            with_files: Type.Boolean({ description: 'Whether it has the bytes of files' }),
          }),
        ),
        next_at: TimeOrNull,
        failure: nullable(Type.Object({ at: Time, reason: Type.String() })),
        stale: Type.Boolean({ description: 'Whether the newest is older than 48 hours' }),
      },
      { description: 'Null: the data is in memory' },
    ),
  ),
  settings: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['log_level'] }),
      value: nullable(Type.String({ description: 'Null where it is not set, and for a secret' })),
      is_set: Type.Boolean(),
      is_secret: Type.Boolean(),
    }),
    { description: 'Those in force, defaults included' },
  ),
})

/** GET /admin/system. */
export function adminSystemRoutes(
  guardPlugin: ReturnType<typeof guards>,
  system: () => Promise<SystemState>,
  now: () => number,
) {
  return new Elysia({ name: 'features/admin/system', tags: ['Admin'] }).use(guardPlugin).get(
    '/admin/system',
    async () => systemView(await system(), now()),
    route({
      sensitive: true,
      requireAdmin: true,
      summary: 'Versions, data, backups and the settings in force',
      description: 'Of secrets only whether they are set.',
      responses: { 200: { description: 'The installation', schema: SystemView } },
    }),
  )
}

function systemView(state: SystemState, now: number): Static<typeof SystemView> {
  const { versions, startedAt, data, backups, settings } = state
  return {
    versions,
    started_at: timeView(startedAt),
    uptime_seconds: Math.max(0, Math.floor((now - startedAt) / 1000)),
    data:
      data === undefined
        ? null
        : { folder: data.folder, parts: data.parts, free_bytes: data.freeBytes },
    backups: backups === undefined ? null : backupsView(backups),
    settings: settings.map(({ name, value, isSet, isSecret }) => ({
      name,
      value: value ?? null,
      is_set: isSet,
      is_secret: isSecret,
    })),
  }
}

function backupsView({ nightly, folder, newest, nextAt, failure, stale }: BackupState) {
  return {
    nightly,
    folder,
    newest:
      newest === undefined
        ? null
        : {
            name: newest.name,
            at: timeView(newest.at),
            bytes: newest.bytes,
            with_files: newest.whole !== undefined,
          },
    next_at: timeOrNullView(nextAt),
    failure: failure === undefined ? null : { at: timeView(failure.at), reason: failure.reason },
    stale,
  }
}
