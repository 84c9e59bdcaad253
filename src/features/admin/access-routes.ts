import { Elysia } from 'elysia'
import type { Keys } from '../../core/identity/keys.ts'
import type { KnownNames } from '../../core/identity/profile.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { documented } from '../shared/openapi.ts'
import { ProfileChangeBody, profileChangeOf } from '../shared/profile-view.ts'
import { AccessView, accessView } from './records-schema.ts'
import { KeyParams, MAX_ADMIN_BYTES } from './schema.ts'

export interface AccessServices {
  guards: ReturnType<typeof guards>
  keys: Keys
  /** Engines and agent tasks that a profile may name. */
  knownNames: () => KnownNames
}

const TAGS = ['Keys']
const ACCESS_ANSWER = { 200: { description: 'What the key may do', schema: AccessView } }

/** /admin/api-access: the profiles of keys. */
export function adminAccessRoutes({ guards, keys, knownNames }: AccessServices) {
  return new Elysia({ name: 'features/admin/access', prefix: '/admin/api-access' })
    .use(guards)
    .get('', ({ query }) => listOf(keys.accessList(query.limit, query.cursor), accessView), {
      sensitive: true,
      requireAdmin: true,
      query: ListQuery,
      detail: documented({
        summary: 'What each key may do, the newest key first',
        tags: TAGS,
        responses: { 200: { description: 'One page of keys', schema: listSchema(AccessView) } },
      }),
    })
    .get('/:id', ({ params }) => accessView(keys.access(params.id)), {
      sensitive: true,
      requireAdmin: true,
      params: KeyParams,
      detail: documented({ summary: 'What one key may do', tags: TAGS, responses: ACCESS_ANSWER }),
    })
    .put(
      '/:id',
      async ({ context, params }) => {
        const profile = profileChangeOf(await readJson(context, ProfileChangeBody, MAX_ADMIN_BYTES))
        const known = knownNames()
        return accessView(keys.putAccess(params.id, { profile, known }, auditActorOf(context)))
      },
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({
          summary: 'Change what a key may do; acts on the next request and on queued work',
          description: 'Takes any part of a profile: what is absent stays.',
          tags: TAGS,
          body: ProfileChangeBody,
          bodyExamples: {
            tasks: {
              summary: 'Let a key run two agent tasks as well',
              value: { agent_tasks: ['summarize', 'translate'] },
            },
          },
          responses: ACCESS_ANSWER,
        }),
      },
    )
}
