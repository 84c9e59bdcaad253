import { Elysia } from 'elysia'
import type { Devices } from '../../core/identity/devices/devices.ts'
import { auditActorOf } from '../../guards/audit-actor.ts'
import type { guards } from '../../guards/index.ts'
import { ListQuery } from '../kit/list-query.ts'
import { documented } from '../kit/openapi.ts'
import { KeyParams } from './schema.ts'

const TAGS = ['Admin']

/** /admin/devices: the machines and apps that people have let in. */
export function adminDeviceRoutes(all: ReturnType<typeof guards>, devices: Devices) {
  return new Elysia({ name: 'surfaces/admin/devices', prefix: '/admin' })
    .use(all)
    .get('/devices', ({ query }) => devices.list(query.limit, query.cursor), {
      sensitive: true,
      requireAdmin: true,
      query: ListQuery,
      detail: documented({
        summary: 'Devices that people have let in, the newest first',
        tags: TAGS,
      }),
    })
    .post(
      '/devices/:id/revoke',
      ({ request, params, actor }) => devices.revoke(params.id, auditActorOf(actor, request)),
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({ summary: 'End a device for good; acts at once', tags: TAGS }),
      },
    )
}
