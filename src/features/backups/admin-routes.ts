import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { requireOwnPage } from '../../guards/own-page.ts'
import { AppError } from '../../platform/errors.ts'
import { component } from '../../platform/schemas.ts'
import { DrillResult } from '../../storage/contract-backup.ts'
import { nullable, Time, TimeOrNull, timeOrNullView, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import type { BackupContents } from './backup-contents.ts'
import type { StoredBackup } from './backup-folder.ts'
import type { Backups, DownloadedBackup } from './backups.ts'
import type { BackupState, NightlyBackups } from './nightly.ts'

/** Undefined for a service whose data is in memory. */
export type BackupServices =
  | { onDemand: Backups; nightly: NightlyBackups; contents: BackupContents }
  | undefined

/** POST /admin/backup, and /admin/backups: those that are kept. */
export function adminBackupRoutes(
  guardPlugin: ReturnType<typeof guards>,
  services: BackupServices,
) {
  return new Elysia({ name: 'features/admin/backup', prefix: '/admin', tags: ['Admin'] })
    .use(guardPlugin)
    .post(
      '/backup',
      async ({ request, context }) =>
        backupResponse(
          await required(services).onDemand.download(auditActorOf(context), request.signal),
        ),
      route({
        requireAdmin: true,
        summary: 'A backup of the data folder, made now',
        description:
          'A tar archive of the database, the skills and the signing keys, consistent while the service goes on, and checked before the first byte is sent. `hearth.toml` is not in it, because it has secrets. `npm run restore` puts it back.',
        responses: {
          200: {
            description: 'The archive; backup.json is its first entry',
            contentType: 'application/x-tar',
            schema: Type.String({ format: 'binary' }),
          },
        },
        errors: [409, 429, 503, 507],
      }),
    )
    .post(
      '/backups',
      async ({ context, set }) => {
        set.status = 201
        return backupView(await required(services).nightly.makeNow(auditActorOf(context)))
      },
      route({
        requireAdmin: true,
        summary: 'Make a backup now and keep it',
        description:
          'In the folder of the nightly ones, and by the same rule: of those of a day only the newest is kept.',
        responses: { 201: { description: 'It was made and checked', schema: StoredBackupView } },
        errors: [409, 429, 503, 507],
      }),
    )
    .get(
      '/backups/:name',
      async ({ request, context, params }) => {
        requireOwnPage(request)
        const auditActor = auditActorOf(context)
        return backupResponse(await required(services).onDemand.open(params.name, auditActor))
      },
      route({
        requireAdmin: true,
        params: BackupParams,
        summary: 'Download a backup that is kept',
        description:
          'Refused where a page of another site leads to it, and for one that is a folder, with the bytes of all files: copy that.',
        responses: {
          200: {
            description: 'The archive; backup.json is its first entry',
            contentType: 'application/x-tar',
            schema: Type.String({ format: 'binary' }),
          },
        },
        errors: [409],
      }),
    )
    .post(
      '/backups/:name/drill',
      async ({ context, params }) =>
        drillView(await required(services).nightly.drill(params.name, auditActorOf(context))),
      route({
        requireAdmin: true,
        params: BackupParams,
        summary: 'Restore a backup into a temporary folder',
        description:
          'To see that it can be done: every checksum is compared, the database is checked and brought to the schema of this version, and the files that its rows name are looked for. Nothing of the data is touched.',
        responses: { 200: { description: 'What was found', schema: DrillView } },
        errors: [409, 429, 503, 507],
      }),
    )
    .get(
      '/backups',
      async () => listView(required(services).nightly),
      route({
        requireAdmin: true,
        summary: 'The backups that are kept, and how it stands with them',
        responses: { 200: { description: 'The newest first', schema: BackupListView } },
        errors: [409],
      }),
    )
}

/** Sends an archive; the connection breaks off when it fails on the way. */
function backupResponse({ name, bytes, stream }: DownloadedBackup): Response {
  return new Response(stream, {
    headers: {
      'content-type': 'application/x-tar',
      'content-length': String(bytes),
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}

export function required(services: BackupServices): NonNullable<BackupServices> {
  if (services !== undefined) return services
  throw new AppError(
    'conflict',
    'This service keeps its data in memory: there is nothing to back up',
  )
}

async function listView(nightly: NightlyBackups): Promise<BackupListView> {
  const [items, state] = await Promise.all([nightly.list(), nightly.state()])
  return {
    items: items.map(backupView),
    nightly: state.nightly,
    folder: state.folder,
    next_at: timeOrNullView(state.nextAt),
    failure:
      state.failure === undefined
        ? null
        : { at: timeView(state.failure.at), reason: state.failure.reason },
    stale: state.stale,
    making: nightly.isMaking,
    bytes_missing: state.bytesMissing ?? null,
    drill: state.drill === undefined ? null : drillView(state.drill),
  }
}

function backupView({ name, at, bytes, whole }: StoredBackup): StoredBackupView {
  return { name, at: timeView(at), bytes, whole: whole ?? null }
}

function drillView({ name, at, failure, found }: NonNullable<BackupState['drill']>): DrillView {
  return { name, at: timeView(at), failure: failure ?? null, found: found ?? null }
}

/** A file name of `BackupFolder`. */
export const BackupParams = Type.Object({
  name: Type.String({ pattern: '^hearth-[0-9a-f]{8}-[0-9]{8}T[0-9]{6}Z(?:\\.tar)?$' }),
})

const StoredBackupView = component('StoredBackup', {
  name: Type.String({ description: 'Its file in the folder' }),
  at: Time,
  bytes: Type.Integer(),
  whole: nullable(
    Type.Object(
      {
        files: Type.Integer({ description: 'The database included' }),
        lost: Type.Integer({
          description: 'Files that rows name, and that were lost before it was made',
        }),
      },
      {
        description:
          'Of a folder with the bytes of all files; null for an archive of the database, the skills and the signing keys',
      },
    ),
  ),
})
type StoredBackupView = Static<typeof StoredBackupView>

const DrillView = component('RestoreDrill', {
  name: Type.String({ description: 'Of the backup' }),
  at: Time,
  failure: nullable(Type.String({ description: 'Why it cannot be restored' })),
  found: nullable(DrillResult),
})
type DrillView = Static<typeof DrillView>

const BackupListView = component('Backups', {
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
  bytes_missing: nullable(
    Type.String({ description: 'Why the newest has no bytes of files, where it should' }),
  ),
  drill: nullable(DrillView),
})
type BackupListView = Static<typeof BackupListView>
