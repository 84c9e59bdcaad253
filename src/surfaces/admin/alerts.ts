import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Alerts } from '../../core/alerts/alerts.ts'
import { auditActorOf } from '../../guards/audit-actor.ts'
import type { guards } from '../../guards/index.ts'
import { ListQuery } from '../kit/list-query.ts'
import { countedListOf, countedListSchema } from '../kit/list-view.ts'
import { documented } from '../kit/openapi.ts'
import { AlertView } from './records-schema.ts'
import { alertView } from './records-view.ts'
import { KeyParams } from './schema.ts'

const TAGS = ['Admin']

const AlertQuery = Type.Object({
  ...ListQuery.properties,
  status: Type.Optional(
    Type.Union([Type.Literal('open'), Type.Literal('seen')], {
      description: 'Only alerts that nobody has acknowledged, or only the others',
    }),
  ),
})

/** /admin/alerts. */
export function adminAlertRoutes(guardPlugin: ReturnType<typeof guards>, alerts: Alerts) {
  return new Elysia({ name: 'surfaces/admin/alerts', prefix: '/admin' })
    .use(guardPlugin)
    .get(
      '/alerts',
      ({ query: { limit, cursor, status } }) =>
        countedListOf(alerts.list(limit, cursor, status), alertView),
      {
        requireAdmin: true,
        query: AlertQuery,
        detail: documented({
          summary: 'Alerts to the owner, the newest first',
          tags: TAGS,
          responses: {
            200: { description: 'One page of alerts', schema: countedListSchema(AlertView) },
          },
        }),
      },
    )
    .post(
      '/alerts/:id/acknowledge',
      ({ request, params, actor }) =>
        alertView(alerts.acknowledge(params.id, auditActorOf(actor, request))),
      {
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({
          summary: 'Mark an alert as seen',
          tags: TAGS,
          responses: { 200: { description: 'The alert', schema: AlertView } },
        }),
      },
    )
}
