import { Elysia } from 'elysia'
import type { KeyChange } from '../../core/identity/key-lookup.ts'
import { auditActorOf } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { AppError } from '../../platform/errors.ts'
import { KeyView, keyView, NewKeyView } from '../shared/key-view.ts'
import { countedListOf, countedListSchema } from '../shared/lists.ts'
import { documented } from '../shared/openapi.ts'
import { profileChangeOf, profileView } from '../shared/profile-view.ts'
import type { AccessServices } from './access-routes.ts'
import {
  isTrue,
  KeyChangeBody,
  KeyParams,
  KeysQuery,
  MAX_ADMIN_BYTES,
  NewKeyBody,
} from './schema.ts'

const TAGS = ['Keys']
const KEY_ANSWER = { 200: { description: 'The key’s record', schema: KeyView } }

/** /admin/api-keys. */
export function adminKeyRoutes({ guards, keys, knownNames }: AccessServices) {
  return new Elysia({ name: 'features/admin/keys', prefix: '/admin/api-keys' })
    .use(guards)
    .get(
      '',
      ({ query: { limit, cursor, q, active } }) =>
        countedListOf(keys.list(limit, cursor, { text: q, isActive: isTrue(active) }), keyView),
      {
        sensitive: true,
        requireAdmin: true,
        query: KeysQuery,
        detail: documented({
          summary: 'Custom keys, the newest first',
          tags: TAGS,
          responses: {
            200: { description: 'One page of keys', schema: countedListSchema(KeyView) },
          },
        }),
      },
    )
    .post(
      '',
      async ({ context, set }) => {
        const { label, profile, ...body } = await readJson(context, NewKeyBody, MAX_ADMIN_BYTES)
        const access = profile && { profile: profileChangeOf(profile), known: knownNames() }
        const made = keys.create({ label, ...keyChangeOf(body), access }, auditActorOf(context))
        set.status = 201
        return { ...keyView(made.record), key: made.key, profile: profileView(made.profile) }
      },
      {
        sensitive: true,
        requireAdmin: true,
        parse: 'none',
        detail: documented({
          summary: 'Create a key; the only time it is shown',
          description: 'The key may do what its profile grants, and nothing without one.',
          tags: TAGS,
          body: NewKeyBody,
          bodyExamples: {
            chat: {
              summary: 'A key that may chat with every engine and summarize',
              value: {
                label: 'kitchen',
                profile: { generate: true, agent_engines: ['*'], agent_tasks: ['summarize'] },
              },
            },
          },
          responses: { 201: { description: 'The key and its record', schema: NewKeyView } },
          errors: [409],
        }),
      },
    )
    .get('/:id', ({ params }) => keyView(keys.get(params.id)), {
      sensitive: true,
      requireAdmin: true,
      params: KeyParams,
      detail: documented({ summary: 'One key', tags: TAGS, responses: KEY_ANSWER }),
    })
    .patch(
      '/:id',
      async ({ context, params }) => {
        const body = await readJson(context, KeyChangeBody, MAX_ADMIN_BYTES)
        return keyView(keys.change(params.id, keyChangeOf(body), auditActorOf(context)))
      },
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({
          summary: 'Change a key’s label, project, product or end',
          tags: TAGS,
          body: KeyChangeBody,
          bodyExamples: {
            end: {
              summary: 'Let a key end with the year',
              value: { expires_at: '2027-01-01T00:00:00Z' },
            },
          },
          responses: KEY_ANSWER,
          errors: [409],
        }),
      },
    )
    .post(
      '/:id/revoke',
      ({ context, params }) => keyView(keys.revoke(params.id, auditActorOf(context))),
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({
          summary: 'Revoke a key for good, and end what it has queued and running',
          tags: TAGS,
          responses: KEY_ANSWER,
        }),
      },
    )
}

/** @throws {AppError} `invalid` for an `expires_at` that matches the pattern and is no date */
function keyChangeOf({ expires_at, ...rest }: KeyChangeBody): Partial<KeyChange> {
  if (expires_at === undefined) return rest
  return { ...rest, expiresAt: expires_at === null ? null : parseTimestamp(expires_at) }
}

function parseTimestamp(text: string): number {
  const at = Date.parse(text)
  if (!Number.isNaN(at)) return at
  throw new AppError('invalid', 'Request body is invalid: expires_at must be a time in ISO 8601', {
    param: 'expires_at',
  })
}
