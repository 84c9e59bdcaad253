import { Elysia } from 'elysia'
import type { Keys } from '../../core/identity/keys.ts'
import { Profile } from '../../core/identity/profile.ts'
import { auditActorOf } from '../../guards/audit-actor.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { ListQuery } from '../kit/list-query.ts'
import { documented } from '../kit/openapi.ts'
import { KeyChangeBody, KeyParams, MAX_ADMIN_BYTES, NewKeyBody } from './schema.ts'

const TAGS = ['Admin']

/** /admin/api-keys and /admin/api-access. */
export function adminKeyRoutes(all: ReturnType<typeof guards>, keys: Keys) {
  return new Elysia({ name: 'surfaces/admin/keys', prefix: '/admin' })
    .use(all)
    .get('/api-keys', ({ query }) => keys.list(query.limit, query.cursor), {
      sensitive: true,
      requireAdmin: true,
      query: ListQuery,
      detail: documented({ summary: 'Custom keys, the newest first', tags: TAGS }),
    })
    .post(
      '/api-keys',
      async ({ request, actor, set }) => {
        const { key, record } = keys.create(
          await readJson(request, NewKeyBody, MAX_ADMIN_BYTES),
          auditActorOf(actor, request),
        )
        set.status = 201
        return { ...record, key }
      },
      {
        sensitive: true,
        requireAdmin: true,
        parse: 'none',
        detail: documented({
          summary: 'Make a key; the only time it is shown',
          tags: TAGS,
          body: NewKeyBody,
        }),
      },
    )
    .get('/api-keys/:id', ({ params }) => keys.get(params.id), {
      sensitive: true,
      requireAdmin: true,
      params: KeyParams,
      detail: documented({ summary: 'One key', tags: TAGS }),
    })
    .patch(
      '/api-keys/:id',
      async ({ request, params, actor }) =>
        keys.change(
          params.id,
          await readJson(request, KeyChangeBody, MAX_ADMIN_BYTES),
          auditActorOf(actor, request),
        ),
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({ summary: 'Rename or file a key', tags: TAGS, body: KeyChangeBody }),
      },
    )
    .post(
      '/api-keys/:id/revoke',
      ({ request, params, actor }) => keys.revoke(params.id, auditActorOf(actor, request)),
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({ summary: 'End a key for good', tags: TAGS }),
      },
    )
    .get('/api-access', ({ query }) => keys.access(query.limit, query.cursor), {
      sensitive: true,
      requireAdmin: true,
      query: ListQuery,
      detail: documented({ summary: 'What each key may do', tags: TAGS }),
    })
    .put(
      '/api-access/:id',
      async ({ request, params, actor }) =>
        keys.putAccess(
          params.id,
          await readJson(request, Profile, MAX_ADMIN_BYTES),
          auditActorOf(actor, request),
        ),
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({ summary: 'Replace a key’s profile', tags: TAGS, body: Profile }),
      },
    )
}
