import { Elysia } from 'elysia'
import type { AccountDesk } from '../../core/accounts/desk.ts'
import { documented } from '../../edge/openapi.ts'
import { authorOf } from '../../guards/author.ts'
import type { guards } from '../../guards/index.ts'

const TAGS = ['Admin']
const ACCOUNT = '/engines/:engine/accounts/:account'

/** /admin/engines: which accounts answer, and the owner's word on them. */
export function adminEngineRoutes(all: ReturnType<typeof guards>, desk: AccountDesk) {
  return new Elysia({ name: 'surfaces/admin/engines', prefix: '/admin' })
    .use(all)
    .get('/engines', () => desk.list(), {
      requireAdmin: true,
      detail: documented({
        summary: 'Engines and their accounts',
        description:
          'In order of preference. Each account has its state (ok, parked or disabled), the class and the redacted evidence of its last trouble, and its calls and failures of the last 7 days.',
        tags: TAGS,
      }),
    })
    .post(`${ACCOUNT}/probe`, ({ params }) => desk.probe(params.engine, params.account), {
      requireAdmin: true,
      parse: 'none',
      detail: documented({ summary: 'Look now whether an account could answer', tags: TAGS }),
    })
    .post(
      `${ACCOUNT}/clear`,
      ({ request, params, actor }) =>
        desk.clear(params.engine, params.account, authorOf(actor, request)),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({ summary: 'Use a parked account again', tags: TAGS }),
      },
    )
    .post(
      `${ACCOUNT}/disable`,
      ({ request, params, actor }) =>
        desk.disable(params.engine, params.account, authorOf(actor, request)),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({ summary: 'Take an account out of use', tags: TAGS }),
      },
    )
    .post(
      `${ACCOUNT}/enable`,
      ({ request, params, actor }) =>
        desk.enable(params.engine, params.account, authorOf(actor, request)),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({ summary: 'Use a disabled account again', tags: TAGS }),
      },
    )
}
