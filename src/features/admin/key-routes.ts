import { Elysia } from 'elysia'
import type { KeyChange } from '../../core/identity/key-lookup.ts'
import type { Keys } from '../../core/identity/keys.ts'
import type { KnownNames } from '../../core/identity/profile.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { AppError } from '../../platform/errors.ts'
import { parseTime } from '../../platform/parse-time.ts'
import { KeyView, keyView, NewKeyView } from '../shared/key-view.ts'
import { countedListOf, countedListSchema, ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { ProfileChangeBody, profileChangeOf, profileView } from '../shared/profile-view.ts'
import { AccessView, accessView } from './records-schema.ts'
import {
  isTrue,
  KeyChangeBody,
  KeyParams,
  KeysQuery,
  MAX_ADMIN_BYTES,
  NewKeyBody,
} from './schema.ts'

export interface AccessServices {
  guards: ReturnType<typeof guards>
  keys: Keys
  /** Engines and agent tasks that a profile may name. */
  knownNames: () => KnownNames
}

const ACCESS_ANSWER = { 200: { description: 'What the key may do', schema: AccessView } }

/** /admin/api-access: the profiles of keys. */
export function adminAccessRoutes({ guards, keys, knownNames }: AccessServices) {
  return new Elysia({ name: 'features/admin/access', prefix: '/admin/api-access', tags: ['Keys'] })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ query }) => listOf(keys.accessList(query.limit, query.cursor), accessView),
      route({
        requireAdmin: true,
        query: ListQuery,
        summary: 'What each key may do, the newest key first',
        responses: { 200: { description: 'One page of keys', schema: listSchema(AccessView) } },
      }),
    )
    .get(
      '/:id',
      ({ params }) => accessView(keys.access(params.id)),
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'What one key may do',
        responses: ACCESS_ANSWER,
      }),
    )
    .put(
      '/:id',
      async ({ context, params }) => {
        const profile = profileChangeOf(await readJson(context, ProfileChangeBody, MAX_ADMIN_BYTES))
        const known = knownNames()
        return accessView(keys.putAccess(params.id, { profile, known }, auditActorOf(context)))
      },
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'Change what a key may do; acts on the next request and on queued work',
        description: 'Takes any part of a profile: what is absent stays.',
        body: ProfileChangeBody,
        bodyExamples: {
          tasks: {
            summary: 'Let a key run two agent tasks as well',
            value: { agent_tasks: ['summarize', 'translate'] },
          },
        },
        responses: ACCESS_ANSWER,
      }),
    )
}

const KEY_ANSWER = { 200: { description: 'The key’s record', schema: KeyView } }

/** /admin/api-keys. */
export function adminKeyRoutes({ guards, keys, knownNames }: AccessServices) {
  return new Elysia({ name: 'features/admin/keys', prefix: '/admin/api-keys', tags: ['Keys'] })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ query: { limit, cursor, q, active } }) =>
        countedListOf(keys.list(limit, cursor, { text: q, isActive: isTrue(active) }), keyView),
      route({
        requireAdmin: true,
        query: KeysQuery,
        summary: 'Custom keys, the newest first',
        responses: {
          200: { description: 'One page of keys', schema: countedListSchema(KeyView) },
        },
      }),
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
      route({
        requireAdmin: true,
        summary: 'Create a key; the only time it is shown',
        description: 'The key may do what its profile grants, and nothing without one.',
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
    )
    .get(
      '/:id',
      ({ params }) => keyView(keys.get(params.id)),
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'One key',
        responses: KEY_ANSWER,
      }),
    )
    .patch(
      '/:id',
      async ({ context, params }) => {
        const body = await readJson(context, KeyChangeBody, MAX_ADMIN_BYTES)
        return keyView(keys.change(params.id, keyChangeOf(body), auditActorOf(context)))
      },
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'Change a key’s label, project, product or end',
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
    )
    .post(
      '/:id/revoke',
      ({ context, params }) => keyView(keys.revoke(params.id, auditActorOf(context))),
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'Revoke a key for good, and end what it has queued and running',
        responses: KEY_ANSWER,
      }),
    )
}

/** @throws {AppError} `invalid` for an `expires_at` that matches the pattern and is no date */
function keyChangeOf({ expires_at, ...rest }: KeyChangeBody): Partial<KeyChange> {
  if (expires_at === undefined) return rest
  return { ...rest, expiresAt: expires_at === null ? null : parseTimestamp(expires_at) }
}

function parseTimestamp(text: string): number {
  const at = parseTime(text)
  if (at !== undefined) return at
  throw new AppError('invalid', 'Request body is invalid: expires_at must be a time in ISO 8601', {
    param: 'expires_at',
  })
}
