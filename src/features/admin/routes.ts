import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Alerts } from '../../core/alerts/alerts.ts'
import type { Audit } from '../../core/audit/audit.ts'
import type { Finding } from '../../core/doctor/finding.ts'
import type { AccountAdmin } from '../../core/engines/account-admin.ts'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import type { Users } from '../../core/identity/users.ts'
import type { LoggedRequest, RequestFilter, RequestLog } from '../../core/request-log.ts'
import type { Admissions } from '../../core/tasks/admission.ts'
import type { Queue } from '../../core/tasks/queue.ts'
import type { QueueAdmin } from '../../core/tasks/queue-admin.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { Browser } from '../../guards/browser.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import {
  adminBackupRoutes,
  type BackupServices,
  backupContentsRoutes,
} from '../backups/admin-routes.ts'
import { adminDoctorRoutes } from '../doctor/feature.ts'
import { DeviceView, deviceView } from '../shared/device-view.ts'
import { nullable, Time, timeView } from '../shared/fields.ts'
import { countedListOf, countedListSchema, ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { adminSystemRoutes, type SystemState } from '../system/admin-routes.ts'
import { adminWorkerNodeRoutes } from '../worker-nodes/feature.ts'
import type { WorkerNodes } from '../worker-nodes/worker-nodes.ts'
import { adminEngineRoutes } from './engine-routes.ts'
import { adminInviteRoutes, type InviteServices } from './invite-routes.ts'
import { type AccessServices, adminAccessRoutes, adminKeyRoutes } from './key-routes.ts'
import { adminQueueRoutes } from './queue-routes.ts'
import { AlertView, alertView } from './records-schema.ts'
import { KeyParams } from './schema.ts'
import { adminBudgetRoutes, adminUsageRoutes, type BudgetServices } from './usage-routes.ts'
import { adminUserAccessRoutes, adminUserRoutes } from './user-routes.ts'

export interface AdminServices extends AccessServices, InviteServices, BudgetServices {
  users: Users
  sessions: Sessions
  browser: Browser
  devices: Devices
  audit: Audit
  queue: Queue
  queueAdmin: QueueAdmin
  admissions: Admissions
  usage: Usage
  requestLog: RequestLog
  accountAdmin: AccountAdmin
  alerts: Alerts
  workerNodes: WorkerNodes
  /** Checks the installation. */
  doctor: () => Promise<Finding[]>
  backups: BackupServices
  ownerName: (owner: string) => string
  system: () => Promise<SystemState>
  now: () => number
}

/** /admin/*: for the owner only. */
export function adminRoutes(services: AdminServices) {
  const { guards, users, devices, audit, queue, admissions, usage, alerts, now } = services
  return new Elysia({ name: 'features/admin' })
    .use(guards)
    .use(adminKeyRoutes(services))
    .use(adminAccessRoutes(services))
    .use(adminUserRoutes(guards, users, services.sessions, audit))
    .use(adminUserAccessRoutes(services))
    .use(adminInviteRoutes(services))
    .use(adminBudgetRoutes(services))
    .use(adminDeviceRoutes(guards, devices))
    .use(adminEngineRoutes(guards, services.accountAdmin))
    .use(adminAlertRoutes(guards, alerts))
    .use(adminWorkerNodeRoutes(guards, services.workerNodes))
    .use(adminBackupRoutes(guards, services.backups))
    .use(backupContentsRoutes(guards, services.backups, services.ownerName))
    .use(adminRequestRoutes(guards, services.requestLog))
    .use(adminUsageRoutes(guards, usage, now))
    .use(adminSystemRoutes(guards, services.system, now))
    .use(adminDoctorRoutes(guards, services.doctor))
    .use(adminQueueRoutes(guards, queue, services.queueAdmin, admissions, now))
}

const TAGS = ['Admin']

const AlertQuery = Type.Object({
  ...ListQuery.properties,
  status: Type.Optional(
    oneOf(['open', 'seen'], {
      description: 'Only alerts that nobody has acknowledged, or only the others',
    }),
  ),
})

/** /admin/alerts. */
export function adminAlertRoutes(guardPlugin: ReturnType<typeof guards>, alerts: Alerts) {
  return new Elysia({ name: 'features/admin/alerts', prefix: '/admin', tags: TAGS })
    .use(guardPlugin)
    .get(
      '/alerts',
      ({ query: { limit, cursor, status } }) =>
        countedListOf(alerts.list(limit, cursor, status), alertView),
      route({
        requireAdmin: true,
        query: AlertQuery,
        summary: 'Alerts to the owner, the newest first',

        responses: {
          200: { description: 'One page of alerts', schema: countedListSchema(AlertView) },
        },
      }),
    )
    .post(
      '/alerts/:id/acknowledge',
      ({ context, params }) => alertView(alerts.acknowledge(params.id, auditActorOf(context))),
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'Mark an alert as seen',

        responses: { 200: { description: 'The alert', schema: AlertView } },
      }),
    )
}

/** /admin/devices: the machines and apps that users have approved. */
function adminDeviceRoutes(guardPlugin: ReturnType<typeof guards>, devices: Devices) {
  return new Elysia({ name: 'features/admin/devices', prefix: '/admin', tags: TAGS })
    .use(guardPlugin)
    .guard({ sensitive: true })
    .get(
      '/devices',
      ({ query }) => listOf(devices.list(query.limit, query.cursor), deviceView),
      route({
        requireAdmin: true,
        query: ListQuery,
        summary: 'Devices that users have approved, the newest first',

        responses: { 200: { description: 'One page of devices', schema: listSchema(DeviceView) } },
      }),
    )
    .post(
      '/devices/:id/revoke',
      ({ context, params }) => deviceView(devices.revoke(params.id, auditActorOf(context))),
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'Revoke a device for good; acts at once',

        responses: { 200: { description: 'The device’s record', schema: DeviceView } },
      }),
    )
}

const RequestQuery = Type.Composite([
  ListQuery,
  Type.Object({
    status: Type.Optional(
      Type.String({
        pattern: '^[1-5](?:[0-9]{2}|xx)$',
        description: 'A status such as 429, or a class of them such as 5xx',
      }),
    ),
    actor: Type.Optional(Type.String({ maxLength: 320, description: 'The whole name' })),
    route: Type.Optional(
      Type.String({ maxLength: 200, description: 'The whole pattern, such as /v1/models' }),
    ),
    pages: Type.Optional(
      oneOf(['true', 'false'], {
        description: '`false` leaves out what pages have read, unless it was refused',
      }),
    ),
  }),
])

const RequestView = component('LoggedRequest', {
  id: Type.Integer(),
  at: Time,
  request_id: Type.String(),
  actor: nullable(Type.String({ description: 'Null where nobody was recognized' })),
  method: Type.String({ examples: ['POST'] }),
  route: Type.String({
    description: 'The pattern of the route; never the path itself',
    examples: ['/v1/chat/completions'],
  }),
  status: Type.Integer({
    description: '499: the client left before the end',
    examples: [200],
  }),
  ms: Type.Integer({ description: 'Until the last byte was sent' }),
  wait_ms: nullable(Type.Integer({ description: 'In the queue' })),
  engine: nullable(Type.String()),
  model: nullable(Type.String()),
})

/** GET /admin/requests. */
function adminRequestRoutes(guardPlugin: ReturnType<typeof guards>, log: RequestLog) {
  return new Elysia({ name: 'features/admin/requests', tags: ['Admin'] }).use(guardPlugin).get(
    '/admin/requests',
    ({ query: { limit, cursor, ...query } }) =>
      listOf(log.list(filterOf(query), limit, cursor), requestView),
    route({
      sensitive: true,
      requireAdmin: true,
      query: RequestQuery,
      summary: 'The latest requests: who, what, and how it went',
      description:
        'Never a prompt, an answer, a path or a query. Left out are pages, their files, and what they and monitors read all the time, unless it was refused.',

      responses: { 200: { description: 'The newest first', schema: listSchema(RequestView) } },
    }),
  )
}

function filterOf({
  status,
  pages,
  ...given
}: Omit<Static<typeof RequestQuery>, 'limit' | 'cursor'>): RequestFilter {
  const filter: RequestFilter = { ...given, leavesOutPages: pages === 'false' }
  if (status === undefined) return filter
  const [from, to] = [status.replace('xx', '00'), status.replace('xx', '99')]
  return { ...filter, statuses: [Number(from), Number(to)] }
}

function requestView(request: LoggedRequest): Static<typeof RequestView> {
  return {
    id: request.id,
    at: timeView(request.at),
    request_id: request.requestId,
    actor: request.actor,
    method: request.method,
    route: request.route,
    status: request.status,
    ms: request.ms,
    wait_ms: request.waitMs,
    engine: request.engine,
    model: request.model,
  }
}
