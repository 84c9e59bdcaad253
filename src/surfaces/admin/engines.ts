import { Elysia } from 'elysia'
import type { AccountAdmin } from '../../core/accounts/account-admin.ts'
import { auditActorOf } from '../../guards/audit-actor.ts'
import type { guards } from '../../guards/index.ts'
import { documented } from '../kit/openapi.ts'

const TAGS = ['Admin']
const ACCOUNT = '/engines/:engine/accounts/:account'

/** /admin/engines: which accounts answer, and the owner's word on them. */
export function adminEngineRoutes(all: ReturnType<typeof guards>, accountAdmin: AccountAdmin) {
  return new Elysia({ name: 'surfaces/admin/engines', prefix: '/admin' })
    .use(all)
    .get('/engines', () => accountAdmin.list(), {
      requireAdmin: true,
      detail: documented({
        summary: 'Engines and their accounts',
        description:
          'In order of preference. Each account has its state (ok, parked or disabled), the class and the redacted evidence of its last trouble, and its calls and failures of the last 7 days.',
        tags: TAGS,
      }),
    })
    .post(`${ACCOUNT}/probe`, ({ params }) => accountAdmin.probe(params.engine, params.account), {
      requireAdmin: true,
      parse: 'none',
      detail: documented({ summary: 'Look now whether an account could answer', tags: TAGS }),
    })
    .post(
      `${ACCOUNT}/clear`,
      ({ request, params, actor }) =>
        accountAdmin.clear(params.engine, params.account, auditActorOf(actor, request)),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({ summary: 'Use a parked account again', tags: TAGS }),
      },
    )
    .post(
      `${ACCOUNT}/disable`,
      ({ request, params, actor }) =>
        accountAdmin.disable(params.engine, params.account, auditActorOf(actor, request)),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({ summary: 'Take an account out of use', tags: TAGS }),
      },
    )
    .post(
      `${ACCOUNT}/enable`,
      ({ request, params, actor }) =>
        accountAdmin.enable(params.engine, params.account, auditActorOf(actor, request)),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({ summary: 'Use a disabled account again', tags: TAGS }),
      },
    )
}
