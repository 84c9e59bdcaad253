import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Keys } from '../../core/identity/keys.ts'
import type { KnownNames } from '../../core/identity/profile.ts'
import { PRIMARY_USER_ID } from '../../core/identity/user-store.ts'
import type { WorkerGrants } from '../../core/identity/worker-grants.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'
import { AppError } from '../../platform/errors.ts'
import { closedObject } from '../../platform/schemas.ts'
import { Label } from '../shared/fields.ts'
import { KeyView, keyView, NewKeyView } from '../shared/key-view.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { ProfileChangeBody, profileChangeOf, profileView } from '../shared/profile-view.ts'
import { accountFor, signedInAccount } from './identity-routes.ts'

const MAX_KEY_BYTES = 64 * 1024

export interface OwnKeyServices {
  guards: ReturnType<typeof guards>
  keys: Keys
  workerGrants: WorkerGrants
  /** Engines and agent tasks that a profile may name. */
  knownNames: () => KnownNames
}

const OwnKeyBody = closedObject({ label: Label, profile: ProfileChangeBody })
const Params = Type.Object({ id: Type.String({ pattern: '^key_[\\w-]{1,60}$' }) })

/** /api/me/api-keys: keys that act for the signed-in user. */
export function meKeyRoutes(services: OwnKeyServices) {
  const { keys } = services
  return new Elysia({ name: 'features/me/keys', prefix: '/api/me/api-keys', tags: ['Account'] })
    .use(services.guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ actor, query: { limit, cursor } }) =>
        listOf(keys.list(limit, cursor, { userId: accountFor(actor) }), keyView),
      route({
        requireUser: true,
        query: ListQuery,
        summary: 'Own API keys, also those that were revoked',
        responses: { 200: { description: 'The newest first', schema: listSchema(KeyView) } },
      }),
    )
    .post(
      '',
      async ({ context, set }) => {
        const body = await readJson(context, OwnKeyBody, MAX_KEY_BYTES)
        set.status = 201
        return createKey(services, context, body)
      },
      route({
        requireUser: true,
        summary: 'Create a key that acts as the user; the key is shown only once',
        description:
          'From a signed-in browser. The key is never more able than its user: it uses the same places in line and the same room, sees the same conversations, files and jobs as far as its profile goes, and ends with the account.',
        browserOnly: true,
        body: OwnKeyBody,
        bodyExamples: {
          chat: {
            summary: 'A key for a chat app',
            value: { label: 'phone', profile: { generate: true, agent_engines: ['*'] } },
          },
        },
        responses: { 201: { description: 'The key and its record', schema: NewKeyView } },
        errors: [409],
      }),
    )
    .delete(
      '/:id',
      ({ context, params, actor, set }) => {
        keys.revokeOwn(signedInAccount(actor), params.id, auditActorOf(context))
        set.status = 204
      },
      route({
        requireUser: true,
        params: Params,
        summary: 'Revoke an own key for good, and end what it has queued and running',
        browserOnly: true,
        responses: { 204: { description: 'It is revoked' } },
      }),
    )
}

function createKey(
  { keys, workerGrants, knownNames }: OwnKeyServices,
  context: RequestContext,
  { label, profile }: Static<typeof OwnKeyBody>,
): Static<typeof NewKeyView> {
  const { actor, caller } = context
  const userId = signedInAccount(actor)
  if (userId === PRIMARY_USER_ID)
    throw new AppError('conflict', 'Create a key of the service instead: POST /admin/api-keys')
  const known = knownNames()
  const workerProfiles = workerGrants.of(caller) ?? known.workerProfiles
  const access = { profile: profileChangeOf(profile), known: { ...known, workerProfiles } }
  const made = keys.create({ label, userId, access }, auditActorOf(context))
  return { ...keyView(made.record), key: made.key, profile: profileView(made.profile) }
}
