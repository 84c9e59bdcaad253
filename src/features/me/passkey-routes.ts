import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  CHALLENGE_SECONDS,
  type PasskeyRecord,
  type Passkeys,
} from '../../core/identity/passkeys.ts'
import type { Users } from '../../core/identity/users.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import type { SignInMethods } from '../../guards/sign-in-methods.ts'
import { readJson } from '../../http/body/json.ts'
import type { Origins } from '../../http/server/origins.ts'
import { closedObject, component } from '../../platform/schemas.ts'
import { nullable, Time, TimeOrNull, timeOrNullView, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import {
  CHALLENGE_COOKIE,
  MAX_PASSKEY_BYTES,
  PasskeyOptions,
  RegistrationResponse,
  requirePasskeyHost,
} from '../shared/passkey-schema.ts'
import { accountFor, signedInAccount } from './identity-routes.ts'

export interface MePasskeyServices {
  guards: ReturnType<typeof guards>
  passkeys: Passkeys
  users: Users
  signInMethods: SignInMethods
  origins: Origins
}

const PasskeyView = component('Passkey', {
  id: Type.String({ description: 'As the authenticator has made it' }),
  host: Type.String({ description: 'The host name that it belongs to' }),
  name: Type.String(),
  backed_up: Type.Boolean({ description: 'Whether it is kept in more than one device' }),
  created_at: Time,
  last_used_at: TimeOrNull,
  suspect_at: nullable(Time, 'When it may have been copied; it is refused since'),
})

const PasskeysView = component('Passkeys', {
  items: Type.Array(PasskeyView),
  host: nullable(
    Type.String(),
    'Host name that a new one would belong to; null where browsers have none: they need https with a host name, or http://localhost',
  ),
})

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
})
const NewPasskeyBody = closedObject({ name: Name, credential: RegistrationResponse })
const PasskeyChangeBody = closedObject({ name: Name })
const Params = Type.Object({ id: Type.String({ pattern: '^[\\w-]{1,1400}$' }) })

/** /api/me/passkeys: what signs in to the own account without a password. */
export function mePasskeyRoutes(services: MePasskeyServices) {
  const { passkeys, users, signInMethods, origins } = services
  return new Elysia({ name: 'features/me/passkeys', prefix: '/api/me/passkeys', tags: ['Account'] })
    .use(services.guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ request, actor }) => ({
        items: passkeys.list(accountFor(actor)).map(passkeyView),
        host: signInMethods.passkeyHost(request)?.rpId ?? null,
      }),
      route({
        requireUser: true,
        summary: 'Own passkeys, and whether one can be added here',
        responses: { 200: { description: 'All of them', schema: PasskeysView } },
      }),
    )
    .post(
      '/options',
      async ({ request, actor, set }): Promise<PasskeyOptions> => {
        const user = users.get(signedInAccount(actor))
        const host = requirePasskeyHost(signInMethods.passkeyHost(request))
        const { options, sealed } = await passkeys.startAdding(user, host)
        set.headers['set-cookie'] = CHALLENGE_COOKIE.set(
          origins,
          request,
          sealed,
          CHALLENGE_SECONDS,
        )
        return options
      },
      route({
        requireUser: true,
        summary: 'What a browser makes a passkey by',
        description: 'From a signed-in browser. The challenge is good once, within five minutes.',
        browserOnly: true,
        responses: { 200: { description: 'The options', schema: PasskeyOptions } },
        errors: [409],
      }),
    )
    .post(
      '',
      async ({ request, context, actor, set }) => {
        const user = users.get(signedInAccount(actor))
        const host = requirePasskeyHost(signInMethods.passkeyHost(request))
        const { name, credential } = await readJson(context, NewPasskeyBody, MAX_PASSKEY_BYTES)
        const answer = { response: credential, sealed: CHALLENGE_COOKIE.read(origins, request) }
        const added = await passkeys.add(user, host, answer, name, auditActorOf(context))
        set.status = 201
        set.headers['set-cookie'] = CHALLENGE_COOKIE.set(origins, request, '', 0)
        return passkeyView(added)
      },
      route({
        requireUser: true,
        summary: 'Add a passkey',
        description: 'From the signed-in browser that has asked for the options.',
        browserOnly: true,
        body: NewPasskeyBody,
        responses: { 201: { description: 'The passkey', schema: PasskeyView } },
        errors: [409],
      }),
    )
    .patch(
      '/:id',
      async ({ context, params, actor }) => {
        const id = signedInAccount(actor)
        const { name } = await readJson(context, PasskeyChangeBody, MAX_PASSKEY_BYTES)
        return passkeyView(passkeys.rename(id, params.id, name))
      },
      route({
        requireUser: true,
        params: Params,
        summary: 'Rename a passkey',
        browserOnly: true,
        body: PasskeyChangeBody,
        bodyExamples: { name: { summary: 'A name', value: { name: 'Phone' } } },
        responses: { 200: { description: 'The passkey', schema: PasskeyView } },
      }),
    )
    .delete(
      '/:id',
      ({ context, params, actor, set }) => {
        passkeys.remove(signedInAccount(actor), params.id, auditActorOf(context))
        set.status = 204
      },
      route({
        requireUser: true,
        params: Params,
        summary: 'Remove a passkey',
        browserOnly: true,
        responses: { 204: { description: 'It signs in no more' } },
      }),
    )
}

function passkeyView(passkey: PasskeyRecord): Static<typeof PasskeyView> {
  return {
    id: passkey.id,
    host: passkey.rpId,
    name: passkey.name,
    backed_up: passkey.backedUp,
    created_at: timeView(passkey.createdAt),
    last_used_at: timeOrNullView(passkey.lastUsedAt),
    suspect_at: timeOrNullView(passkey.suspectAt),
  }
}
