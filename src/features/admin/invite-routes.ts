import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Actor, accountOf } from '../../core/identity/actor.ts'
import type { InviteRecord, Invites } from '../../core/identity/invites.ts'
import * as invitation from '../../core/identity/invites.ts'
import type { PrimaryAccount } from '../../core/identity/primary-account.ts'
import { nameOf } from '../../core/identity/users.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { closedObject, component, oneOf } from '../../platform/schemas.ts'
import { Label, nullable, Time, timeOrNullView, timeView } from '../shared/fields.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { extrasOf, extrasView, UserExtras } from '../shared/profile-view.ts'
import { ShareLink, shareLink } from '../shared/share-link.ts'
import { KeyParams, MAX_ADMIN_BYTES } from './schema.ts'

const SECOND_MS = 1000

export interface InviteServices {
  guards: ReturnType<typeof guards>
  invites: Invites
  primaryAccount: PrimaryAccount
  origins: Origins
  config: { host: string; port: number }
}

const NewInviteBody = closedObject({
  label: Type.Optional(Label),
  uses: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: invitation.MAX_USES,
      default: 1,
      description: 'How many people may join',
    }),
  ),
  expires_in: Type.Optional(
    Type.Integer({
      minimum: invitation.MIN_LIFETIME_MS / SECOND_MS,
      maximum: invitation.MAX_LIFETIME_MS / SECOND_MS,
      default: invitation.DEFAULT_LIFETIME_MS / SECOND_MS,
      description: 'Seconds',
    }),
  ),
  extras: Type.Optional(UserExtras),
})

const InviteView = component('Invite', {
  id: Type.String({ examples: ['inv_5b0Q7sYw2Lx8'] }),
  label: Type.String({ description: 'Empty where none was given' }),
  status: oneOf(['open', 'used', 'expired', 'ended']),
  uses: Type.Integer({ description: 'How many people may join' }),
  uses_left: Type.Integer(),
  extras: UserExtras,
  created_by: Type.String(),
  created_at: Time,
  expires_at: Time,
  ended_at: nullable(Time),
  joined: Type.Array(
    Type.Object({
      user_id: Type.String(),
      name: Type.String(),
      at: Time,
      address: Type.String(),
      user_agent: Type.String(),
    }),
    { description: 'Who has joined, the first first' },
  ),
})

const NewInviteView = Type.Composite([InviteView, ShareLink], { $id: 'NewInvite' })

/** /admin/invites: links by which people make accounts of their own. */
export function adminInviteRoutes(services: InviteServices) {
  const { invites } = services
  return new Elysia({ name: 'features/admin/invites', prefix: '/admin/invites', tags: ['Admin'] })
    .use(services.guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ query }) => listOf(invites.list(query.limit, query.cursor), inviteView),
      route({
        requireAdmin: true,
        query: ListQuery,
        summary: 'Invitations, and who has joined by each, the newest first',
        responses: {
          200: { description: 'One page of invitations', schema: listSchema(InviteView) },
        },
      }),
    )
    .post(
      '',
      async ({ request, context, actor, set }) => {
        const body = await readJson(context, NewInviteBody, MAX_ADMIN_BYTES)
        const creator = creatorOf(actor, services.primaryAccount)
        const { token, record } = invites.create(newInviteOf(body), creator, auditActorOf(context))
        set.status = 201
        return { ...inviteView(record), ...shareLink(services, request, `/join/${token}`) }
      },
      route({
        requireAdmin: true,
        summary: 'Invite people: whoever opens the link makes an account of the role `user`',
        description:
          'The link is shown this once. It is accepted over https, or without it from this machine and its own network, and ends when whoever has made it is no admin any more.',
        body: NewInviteBody,
        bodyExamples: {
          one: { summary: 'One person, within a week', value: { label: 'Grandma' } },
          family: {
            summary: 'Five people, within a day',
            value: { label: 'Family', uses: 5, expires_in: 86_400 },
          },
        },
        responses: {
          201: { description: 'The invitation and its link', schema: NewInviteView },
        },
        errors: [409],
      }),
    )
    .delete(
      '/:id',
      ({ context, params, set }) => {
        invites.revoke(params.id, auditActorOf(context))
        set.status = 204
      },
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'End an invitation; who has joined by it stays',
        responses: { 204: { description: 'Nobody can join by it any more' } },
      }),
    )
}

/** The account of an admin, which is made for the Primary Key where it is missing. */
export function creatorOf(actor: Actor, primaryAccount: PrimaryAccount): string {
  const id = actor.kind === 'primary' ? primaryAccount.open() : accountOf(actor)
  if (id === undefined) throw new AppError('forbidden', 'A key has no account: sign in instead')
  return id
}

function newInviteOf({ label, uses, expires_in, extras }: Static<typeof NewInviteBody>) {
  return {
    label: label ?? '',
    uses: uses ?? 1,
    lifetimeMs: expires_in === undefined ? invitation.DEFAULT_LIFETIME_MS : expires_in * SECOND_MS,
    extras: extras === undefined ? null : extrasOf(extras),
  }
}

function inviteView(invite: InviteRecord): Static<typeof InviteView> {
  return {
    id: invite.id,
    label: invite.label,
    status: invite.status,
    uses: invite.uses,
    uses_left: invite.usesLeft,
    extras: extrasView(invite.extras),
    created_by: invite.createdBy,
    created_at: timeView(invite.createdAt),
    expires_at: timeView(invite.expiresAt),
    ended_at: timeOrNullView(invite.revokedAt),
    joined: invite.joined.map(({ user, at, address, userAgent }) => ({
      user_id: user.id,
      name: nameOf(user),
      at: timeView(at),
      address,
      user_agent: userAgent,
    })),
  }
}
