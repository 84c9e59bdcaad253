import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { requireOwnPage } from '../../guards/own-page.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { Time, timeView } from '../shared/fields.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { BackupParams, type BackupServices, required } from './admin-routes.ts'
import type { ListedItem, RestoreReport } from './backup-contents.ts'

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
        sensitive: true,
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
        sensitive: true,
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
