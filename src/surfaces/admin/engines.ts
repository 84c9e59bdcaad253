import { Elysia } from 'elysia'
import type { AccountAdmin } from '../../core/accounts/account-admin.ts'
import { auditActorOf } from '../../guards/audit-actor.ts'
import type { guards } from '../../guards/index.ts'
import { documented } from '../kit/openapi.ts'
import { EngineAccount, EngineList } from './engines-schema.ts'
import { engineAccountView, engineListView } from './engines-view.ts'

const TAGS = ['Admin']
const ACCOUNT = '/engines/:engine/accounts/:account'
const ACCOUNT_ANSWER = {
  200: { description: 'The account after it', schema: EngineAccount },
}

/** `/admin/engines`: the state of the accounts, and the owner's changes of it. */
export function adminEngineRoutes(
  guardPlugin: ReturnType<typeof guards>,
  accountAdmin: AccountAdmin,
) {
  return new Elysia({ name: 'surfaces/admin/engines', prefix: '/admin' })
    .use(guardPlugin)
    .get(
      '/engines',
      () =>
        accountAdmin
          .scanServers()
          .then(() => engineListView(accountAdmin.list(), accountAdmin.media())),
      {
        requireAdmin: true,
        detail: documented({
          summary: 'Engines and their accounts',
          description:
            'Those for text, then those that speak and those that transcribe, each in order of preference, found servers included: what each server says of its models, when it last did so, and why it does not now. Each account has its state (ok, parked or disabled), the class and the redacted evidence of its last trouble, and its calls and failures of the last 7 days.',
          tags: TAGS,
          responses: { 200: { description: 'The engines', schema: EngineList } },
        }),
      },
    )
    .post(
      `${ACCOUNT}/probe`,
      async ({ params }) =>
        engineAccountView(await accountAdmin.probe(params.engine, params.account)),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({
          summary: 'Probe an account now',
          description:
            'By the tool’s status check where it has one, which uses no quota; else by a minimal question to a model.',
          tags: TAGS,
          responses: ACCOUNT_ANSWER,
          errors: [409],
        }),
      },
    )
    .post(
      `${ACCOUNT}/clear`,
      ({ request, params, actor }) =>
        engineAccountView(
          accountAdmin.clear(params.engine, params.account, auditActorOf(actor, request)),
        ),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({
          summary: 'Use a parked account again',
          description: 'Forgets why it was parked; the next failure parks it again.',
          tags: TAGS,
          responses: ACCOUNT_ANSWER,
        }),
      },
    )
    .post(
      `${ACCOUNT}/disable`,
      ({ request, params, actor }) =>
        engineAccountView(
          accountAdmin.disable(params.engine, params.account, auditActorOf(actor, request)),
        ),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({
          summary: 'Take an account out of use',
          description: 'Until it is enabled again, also over restarts.',
          tags: TAGS,
          responses: ACCOUNT_ANSWER,
        }),
      },
    )
    .post(
      `${ACCOUNT}/enable`,
      ({ request, params, actor }) =>
        engineAccountView(
          accountAdmin.enable(params.engine, params.account, auditActorOf(actor, request)),
        ),
      {
        requireAdmin: true,
        parse: 'none',
        detail: documented({
          summary: 'Use a disabled account again',
          tags: TAGS,
          responses: ACCOUNT_ANSWER,
        }),
      },
    )
}
