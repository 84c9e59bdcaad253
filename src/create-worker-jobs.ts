import { join } from 'node:path'
import type { Config } from './config/load.ts'
import { ownPaths } from './config/own-paths.ts'
import type { Alerts } from './core/alerts/alerts.ts'
import type { createIdentity } from './core/identity/create.ts'
import type { Stores } from './create-stores.ts'
import type { Transactor } from './db/open.ts'
import type { Skills } from './features/skills/skills.ts'
import { createWorkers } from './features/workers/create.ts'
import { DailyBudgets, machineTimeZone } from './features/workers/daily-budgets.ts'
import { FileWorkerProfiles } from './features/workers/file-worker-profiles.ts'
import { workerProfileCheck } from './features/workers/worker-profile.ts'
import { SearxngSearch } from './media/search/searxng.ts'
import { BubblewrapSandbox } from './sandbox/bubblewrap-sandbox.ts'
import type { Sandbox } from './sandbox/contract.ts'
import type { ServiceStorage } from './storage/service-storage.ts'

type WorkerParts = Parameters<typeof createWorkers>[0]

interface WorkerJobParts
  extends Pick<
    WorkerParts,
    | 'scraper'
    | 'preparation'
    | 'models'
    | 'answerer'
    | 'engineLanes'
    | 'jobs'
    | 'runs'
    | 'retryMs'
    | 'log'
    | 'now'
  > {
  config: Config
  env: Readonly<Record<string, string | undefined>>
  /** The data folder; undefined where nothing is kept. */
  folder: string | undefined
  storage: ServiceStorage
  stores: Pick<Stores, 'jobs' | 'workerAttempts'>
  db: Transactor
  alerts: Alerts
  skills: Skills
  identity: Pick<ReturnType<typeof createIdentity>, 'workerGrants'>
  /** Runs the commands in another way; for tests. */
  sandbox: Sandbox | undefined
  resources: DisposableStack
}

/** Creates the jobs of sandboxed workers: their profiles, budgets, sandbox and tools. */
export function createWorkerJobs({
  config,
  env,
  folder,
  storage,
  stores,
  db,
  alerts,
  skills,
  identity,
  resources,
  ...parts
}: WorkerJobParts) {
  const { log, now } = parts
  const workerProfiles = new FileWorkerProfiles({
    folder: folder && join(folder, 'worker-profiles'),
    maxSeconds: config.workers.timeout_seconds,
    skillInstruction: (name) =>
      skills.names.includes(name) ? skills.get(name).instruction : undefined,
    log,
  })
  const workerBudgets = new DailyBudgets({
    store: stores.workerAttempts,
    ...{ db, now },
    jobsPerDay: config.workers.jobs_per_day,
    attemptsPerDay: config.workers.attempts_per_day,
    timeZone: config.workers.time_zone ?? machineTimeZone(),
    raise: (alert) => alerts.raise(alert),
  })
  const requireWorkerProfile = workerProfileCheck({
    profiles: workerProfiles,
    grantsOf: (caller) => identity.workerGrants.of(caller),
  })
  const sandbox =
    parts.sandbox ??
    resources.use(
      new BubblewrapSandbox({
        ...{ bwrap: config.programs.bwrap, env, hidden: ownPaths(config, env) },
      }),
    )
  const { searxng_url: searxngUrl } = config.workers
  const { tasks: workerTasks, workers } = createWorkers({
    ...parts,
    ...{ folder: storage.workersFolder, storage: storage.artifacts },
    ...{ store: stores.jobs, sandbox },
    requireRoom: (bytes) => storage.workersSpace.require(bytes),
    search: searxngUrl === undefined ? undefined : new SearxngSearch(searxngUrl),
    ...{ requireProfile: requireWorkerProfile, budgets: workerBudgets },
  })
  return { workerProfiles, workerBudgets, requireWorkerProfile, sandbox, workerTasks, workers }
}
