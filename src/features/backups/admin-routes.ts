import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { requireOwnPage } from '../../guards/own-page.ts'
import { AppError } from '../../platform/errors.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { DrillResult } from '../../storage/contract-backup.ts'
import { nullable, Time, TimeOrNull, timeOrNullView, timeView } from '../shared/fields.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import type { BackupContents, ListedItem, RestoreReport } from './backup-contents.ts'
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

function required(services: BackupServices): NonNullable<BackupServices> {
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
const BackupParams = Type.Object({
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

/**
 * /admin/backups/{name}/contents: what is in a backup, and single things of it put back.
 *
 * @param ownerName The name of an owner, as people know it
 */
export function backupContentsRoutes(
  guardPlugin: ReturnType<typeof guards>,
  services: BackupServices,
  ownerName: (owner: string) => string,
) {
  return new Elysia({ name: 'features/admin/backup-contents', prefix: '/admin', tags: ['Admin'] })
    .use(guardPlugin)
    .guard({ sensitive: true })
    .get(
      '/backups/:name/contents/:kind',
      async ({ request, context, params: { name, kind }, query: { q, ...query } }) => {
        requireOwnPage(request)
        const filter = { limit: query.limit, cursor: query.cursor, owner: query.owner, search: q }
        const page = await required(services).contents.list(
          { name },
          kind,
          filter,
          auditActorOf(context),
        )
        return listOf(page, (item) => itemView(item, ownerName))
      },
      route({
        requireAdmin: true,
        params: ContentsParams,
        query: ContentsQuery,
        summary: 'What is in a backup, of one kind',
        description:
          'The first look at a backup copies its database and brings the copy to the schema of this version, which takes a while for a large one; the backup is not changed. The audit has who looked.',
        responses: {
          200: { description: 'The newest first', schema: listSchema(BackupItemView) },
        },
        errors: [409, 429, 500, 503],
      }),
    )
    .post(
      '/backups/:name/contents/:kind/:id/restore',
      async ({ context, params }) =>
        reportView(await required(services).contents.restore(params, auditActorOf(context))),
      route({
        requireAdmin: true,
        params: RestoreParams,
        summary: 'Put one thing of a backup back',
        description:
          'A conversation with its messages and attachments, a stored file, an entry of the history with its clip, an assistant, a saved prompt, or a user with all of these that are not there. Ids and links stay. Nothing that is there is changed: what exists is refused with 409. The quota of the owner holds.',
        responses: { 200: { description: 'What was put back', schema: RestoreView } },
        errors: [409, 429, 500, 503, 507],
      }),
    )
}

function itemView(item: ListedItem, ownerName: (owner: string) => string): BackupItemView {
  return {
    id: item.id,
    owner: item.owner,
    owner_name: ownerName(item.owner),
    title: item.title,
    at: timeView(item.at),
    there: item.isThere,
    expired: item.isExpired,
    has_bytes: item.hasBytes,
  }
}

function reportView({ restored, there, lost, lostNames, stopped }: RestoreReport): RestoreView {
  return {
    restored: { ...restored },
    there,
    lost,
    lost_names: [...lostNames],
    stopped: stopped ?? null,
  }
}

const Kind = oneOf(
  ['users', 'conversations', 'files', 'history', 'assistants', 'prompts', 'knowledge'],
  { description: 'Of what' },
)

const ContentsParams = Type.Object({ ...BackupParams.properties, kind: Kind })

const RestoreParams = Type.Object({
  ...ContentsParams.properties,
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' }),
})

const ContentsQuery = Type.Object({
  ...ListQuery.properties,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of the name, or words of the text',
    }),
  ),
  owner: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'As `owner` of an item' }),
  ),
})

const BackupItemView = component('BackupItem', {
  id: Type.String(),
  owner: Type.String(),
  owner_name: Type.String(),
  title: Type.String(),
  at: Time,
  there: Type.Boolean({ description: 'Whether the service has it' }),
  expired: Type.Boolean({ description: 'Whether it would be gone by now' }),
  has_bytes: Type.Boolean({ description: 'Whether the backup has all its bytes' }),
})
type BackupItemView = Static<typeof BackupItemView>

const RestoreView = component('RestoreReport', {
  restored: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many things of each kind were put back',
  }),
  there: Type.Integer({ description: 'How many were there, and stay as they are' }),
  lost: Type.Integer({
    description:
      'How many have no bytes from now on, or were not put back because the backup has none',
  }),
  lost_names: Type.Array(Type.String(), { description: 'Names of some of them' }),
  stopped: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the rest was not put back, as where the quota is used up',
  }),
})
type RestoreView = Static<typeof RestoreView>
