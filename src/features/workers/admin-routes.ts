import { Elysia } from 'elysia'
import type { JobList } from '../../core/tasks/job-list.ts'
import type { guards } from '../../guards/index.ts'
import { documented } from '../shared/openapi.ts'
import { AdminWorkers, AdminWorkersQuery } from './admin-schema.ts'
import { adminJobView, dayView, profileView, type SandboxState, sandboxView } from './admin-view.ts'
import type { DailyBudgets } from './daily-budgets.ts'
import type { FileWorkerProfiles } from './file-worker-profiles.ts'
import type { WorkerTask } from './worker-task.ts'
import type { Workers } from './workers.ts'

interface AdminWorkerServices {
  guards: ReturnType<typeof guards>
  jobList: JobList
  workers: Workers
  workerBudgets: DailyBudgets
  workerProfiles: FileWorkerProfiles
  sandbox: { state(): Promise<SandboxState> }
  /** The name of an owner of jobs. */
  ownerName: (owner: string) => string
}

/** GET /admin/workers: what everybody's workers do, and what of the budgets is left. */
export function adminWorkerRoutes(services: AdminWorkerServices, task: WorkerTask) {
  const { guards, jobList, workers, workerBudgets, workerProfiles, sandbox, ownerName } = services
  return new Elysia({ name: 'features/worker/admin' }).use(guards).get(
    '/admin/workers',
    async ({ query: { limit, cursor } }) => {
      const { items, nextCursor } = jobList.pageOfAll(task.kind, limit, cursor)
      return {
        items: items.map((job) => adminJobView(workers, job)),
        next_cursor: nextCursor ?? null,
        today: dayView(workerBudgets.report(), ownerName),
        profiles: workerProfiles.list().map(profileView),
        profile_faults: [...workerProfiles.faults],
        sandbox: sandboxView(await sandbox.state()),
      }
    },
    {
      sensitive: true,
      requireAdmin: true,
      query: AdminWorkersQuery,
      detail: documented({
        summary: 'What everybody’s workers do and have done, and today’s budgets',
        description:
          'Jobs that have not expired, the newest first, each with its steps and the names of its artifacts. Of a brief only the beginning is shown, of answers and files nothing. `POST /admin/queue/{id}/cancel` cancels a job.',
        tags: ['Admin'],
        responses: { 200: { description: 'One page of jobs', schema: AdminWorkers } },
      }),
    },
  )
}
