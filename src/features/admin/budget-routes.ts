import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { keyIdOfOwner, userIdOf } from '../../core/identity/actor.ts'
import type { Keys } from '../../core/identity/keys.ts'
import type { Users } from '../../core/identity/users.ts'
import type { BudgetState, Budgets } from '../../core/usage/budgets.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { closedObject, component } from '../../platform/schemas.ts'
import { route } from '../shared/openapi.ts'
import { MAX_ADMIN_BYTES } from './schema.ts'

const MAX_CREDITS = 1_000_000_000

export interface BudgetServices {
  guards: ReturnType<typeof guards>
  budgets: Budgets
  users: Users
  keys: Keys
  ownerName: (ownerId: string) => string
}

const BudgetBody = closedObject({
  credits: Type.Union([Type.Integer({ minimum: 1, maximum: MAX_CREDITS }), Type.Null()], {
    description: 'A month; null takes the budget away',
  }),
})
const BudgetView = component('Budget', {
  owner_id: Type.String({ examples: ['user:usr_5b0Q7sYw2Lx8'] }),
  name: Type.String(),
  credits: Type.Integer({ description: 'A month' }),
  used: Type.Integer({ description: 'Since the first of the month, UTC' }),
})
const Params = Type.Object({
  owner: Type.String({ pattern: '^(?:user:usr|key:key)_[\\w-]{1,60}$' }),
})

/** /admin/budgets: how many credits a month somebody should need; nothing is refused. */
export function adminBudgetRoutes(services: BudgetServices) {
  const { budgets, users, keys, ownerName } = services
  const view = ({ ownerId, credits, used }: BudgetState): Static<typeof BudgetView> => {
    return { owner_id: ownerId, name: ownerName(ownerId), credits, used }
  }
  return new Elysia({ name: 'features/admin/budgets', prefix: '/admin/budgets', tags: ['Admin'] })
    .use(services.guards)
    .get(
      '',
      async () => ({ items: (await budgets.list()).map(view) }),
      route({
        sensitive: true,
        requireAdmin: true,
        summary: 'Budgets, and what of each is used',
        responses: {
          200: {
            description: 'All of them',
            schema: Type.Object({ items: Type.Array(BudgetView) }),
          },
        },
      }),
    )
    .put(
      '/:owner',
      async ({ context, params: { owner }, set }) => {
        const { credits } = await readJson(context, BudgetBody, MAX_ADMIN_BYTES)
        const [userId, keyId] = [userIdOf(owner), keyIdOfOwner(owner)]
        if (userId !== undefined) users.get(userId)
        if (keyId !== undefined) keys.get(keyId)
        await budgets.set(owner, credits ?? undefined, auditActorOf(context))
        set.status = 204
      },
      route({
        sensitive: true,
        requireAdmin: true,
        params: Params,
        summary: 'Set the budget of a user or a key',
        description:
          'The owner gets an alert at 80 and at 100 percent of it, and the user sees it. Nothing is refused.',
        body: BudgetBody,
        bodyExamples: { month: { summary: '500 credits a month', value: { credits: 500 } } },
        responses: { 204: { description: 'It is set' } },
      }),
    )
}
