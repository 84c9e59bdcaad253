import { Elysia } from 'elysia'
import type { Devices } from '../../core/devices/devices.ts'
import { ListQuery } from '../../edge/list-query.ts'
import { documented } from '../../edge/openapi.ts'
import { authorOf } from '../../guards/author.ts'
import type { guards } from '../../guards/index.ts'
import { KeyParams } from './schema.ts'

const TAGS = ['Admin']

/** /admin/devices: the machines and apps that people have let in. */
export function adminDeviceRoutes(all: ReturnType<typeof guards>, devices: Devices) {
  return new Elysia({ name: 'surfaces/admin/devices', prefix: '/admin' })
    .use(all)
    .get('/devices', ({ query }) => devices.list(query.limit, query.cursor), {
      requireAdmin: true,
      query: ListQuery,
      detail: documented({
        summary: 'Devices that people have let in, the newest first',
        tags: TAGS,
      }),
    })
    .post(
      '/devices/:id/revoke',
      ({ request, params, actor }) => devices.revoke(params.id, authorOf(actor, request)),
      {
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({ summary: 'End a device for good; acts at once', tags: TAGS }),
      },
    )
}
