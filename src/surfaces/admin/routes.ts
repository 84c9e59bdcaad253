import { Elysia } from 'elysia'
import type { AccountDesk } from '../../core/accounts/desk.ts'
import type { Admission } from '../../core/admission.ts'
import type { Alerts } from '../../core/alerts/alerts.ts'
import type { Audit } from '../../core/audit.ts'
import type { Keys } from '../../core/auth/keys.ts'
import type { Users } from '../../core/auth/users.ts'
import type { Devices } from '../../core/devices/devices.ts'
import type { Queue } from '../../core/queue/queue.ts'
import { queueState } from '../../core/queue/state.ts'
import { usageRange } from '../../core/usage/range.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { documented } from '../../edge/openapi.ts'
import { textStream } from '../../edge/text-stream.ts'
import type { guards } from '../../guards/index.ts'
import { adminAlertRoutes } from './alerts.ts'
import { adminDeviceRoutes } from './devices.ts'
import { adminEngineRoutes } from './engines.ts'
import { adminKeyRoutes } from './keys.ts'
import { UsageQuery } from './schema.ts'
import { adminUserRoutes } from './users.ts'

export interface AdminServices {
  guards: ReturnType<typeof guards>
  keys: Keys
  users: Users
  devices: Devices
  audit: Audit
  queue: Queue
  admission: Admission
  usage: Usage
  accountDesk: AccountDesk
  alerts: Alerts
  now: () => number
}

const TAGS = ['Admin']

/** /admin/*: for the owner only. */
export function adminRoutes({
  guards,
  keys,
  users,
  devices,
  audit,
  queue,
  admission,
  usage,
  accountDesk,
  alerts,
  now,
}: AdminServices) {
  return new Elysia({ name: 'surfaces/admin' })
    .use(guards)
    .use(adminKeyRoutes(guards, keys))
    .use(adminUserRoutes(guards, users, audit))
    .use(adminDeviceRoutes(guards, devices))
    .use(adminEngineRoutes(guards, accountDesk))
    .use(adminAlertRoutes(guards, alerts))
    .get('/admin/queue', () => ({ ...queueState(queue, now()), admission: admission.snapshot() }), {
      requireAdmin: true,
      detail: documented({ summary: 'What runs and what waits', tags: TAGS }),
    })
    .get('/admin/usage', ({ query }) => usage.report(usageRange(query, now())), {
      requireAdmin: true,
      query: UsageQuery,
      detail: documented({
        summary: 'Usage by day',
        description:
          'group_by takes one or more of day, actor, key_id, project, product, surface, action, engine, account, model, outcome, separated by commas.',
        tags: TAGS,
      }),
    })
    .get(
      '/admin/usage.csv',
      ({ query }) => {
        const range = usageRange(query, now())
        return textStream(
          usage.csv(range),
          'text/csv; charset=utf-8',
          `usage-${range.from}-${range.to}.csv`,
        )
      },
      {
        requireAdmin: true,
        query: UsageQuery,
        detail: documented({ summary: 'Every recorded call as CSV', tags: TAGS }),
      },
    )
}
