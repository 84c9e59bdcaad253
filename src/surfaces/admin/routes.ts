import { Elysia } from 'elysia'
import type { AccountAdmin } from '../../core/accounts/account-admin.ts'
import type { Alerts } from '../../core/alerts/alerts.ts'
import type { Audit } from '../../core/audit.ts'
import type { Finding } from '../../core/doctor/finding.ts'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import type { Users } from '../../core/identity/users.ts'
import type { RequestLog } from '../../core/request-log.ts'
import type { Admissions } from '../../core/tasks/admissions.ts'
import type { Queue } from '../../core/tasks/queue.ts'
import type { QueueAdmin } from '../../core/tasks/queue-admin.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { WorkerNodes } from '../../core/worker-nodes/worker-nodes.ts'
import type { Browser } from '../../guards/browser.ts'
import { type AccessServices, adminAccessRoutes } from './access.ts'
import { adminAlertRoutes } from './alerts.ts'
import { adminBackupRoutes, type BackupServices } from './backup.ts'
import { adminDeviceRoutes } from './devices.ts'
import { adminDoctorRoutes } from './doctor.ts'
import { adminEngineRoutes } from './engines.ts'
import { adminKeyRoutes } from './keys.ts'
import { adminQueueRoutes } from './queue.ts'
import { adminRequestRoutes } from './requests.ts'
import { adminSystemRoutes, type SystemState } from './system.ts'
import { adminUsageRoutes } from './usage.ts'
import { adminUserAccessRoutes } from './user-access.ts'
import { adminUserRoutes } from './users.ts'
import { adminWorkerNodeRoutes } from './worker-nodes.ts'

export interface AdminServices extends AccessServices {
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
  system: () => Promise<SystemState>
  now: () => number
}

/** /admin/*: for the owner only. */
export function adminRoutes(services: AdminServices) {
  const { guards, users, devices, audit, queue, admissions, usage, alerts, now } = services
  return new Elysia({ name: 'surfaces/admin' })
    .use(guards)
    .use(adminKeyRoutes(services))
    .use(adminAccessRoutes(services))
    .use(adminUserRoutes(guards, users, audit))
    .use(adminUserAccessRoutes(services))
    .use(adminDeviceRoutes(guards, devices))
    .use(adminEngineRoutes(guards, services.accountAdmin))
    .use(adminAlertRoutes(guards, alerts))
    .use(adminWorkerNodeRoutes(guards, services.workerNodes))
    .use(adminBackupRoutes(guards, services.backups))
    .use(adminRequestRoutes(guards, services.requestLog))
    .use(adminUsageRoutes(guards, usage, now))
    .use(adminSystemRoutes(guards, services.system, now))
    .use(adminDoctorRoutes(guards, services.doctor))
    .use(adminQueueRoutes(guards, queue, services.queueAdmin, admissions, now))
}
