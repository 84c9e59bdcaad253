import { join } from 'node:path'
import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Core } from '../../create-core.ts'
import type { WebSearch } from '../../media/contract-web.ts'
import { AppError } from '../../platform/errors.ts'
import { BubblewrapSandbox } from '../../sandbox/bubblewrap-sandbox.ts'
import type { Sandbox } from '../../sandbox/contract.ts'
import type { Skills } from '../skills/skills.ts'
import { offeredNames } from '../tool-servers/settings.ts'
import type { Scraper } from '../web-pages/scraper.ts'
import { DailyBudgets } from './daily-budgets.ts'
import { FileWorkerProfiles } from './file-worker-profiles.ts'
import { JobFolders } from './job-folders.ts'
import { JobOutputs } from './job-outputs.ts'
import { adminWorkerRoutes, workerOfferRoutes, workerRoutes } from './routes.ts'
import type { FetchPage, ReadPicture } from './tool.ts'
import { WorkLogs } from './work-log.ts'
import { KNOWLEDGE_TOOL, workerProfileCheck } from './worker-profile.ts'
import {
  type RequireCollections,
  WORKER_LANE,
  WORKER_LANE_WIDTH,
  workerTask,
} from './worker-task.ts'
import { queuedTurns, workerTurnTask } from './worker-turn.ts'
import { Workers } from './workers.ts'

/** Time limit of one page. @limit worker-page seconds */
export const WORKER_PAGE_MS = 45_000

interface WorkerParts {
  profiles: FileWorkerProfiles
  attachments: AttachmentIntake
  preparation: AttachmentPreparation
  scraper: Pick<Scraper, 'scrape'>
  /** Undefined where the owner has set none up. */
  search: WebSearch | undefined
  /** @throws {AppError} `not_found` for one that the owner may not read */
  knowledge: { collection(owner: string, id: string): unknown }
  /** Runs the commands in another way; for tests. */
  sandbox: Sandbox | undefined
}

/** Reads the profiles of workers: those of the service and those of the data folder. */
export function createWorkerProfiles(
  { config, folder, log }: Pick<Core, 'config' | 'folder' | 'log'>,
  skills: Skills,
): FileWorkerProfiles {
  return new FileWorkerProfiles({
    folder: folder && join(folder, 'worker-profiles'),
    maxSeconds: config.workers.timeout_seconds,
    skillInstruction: (name) =>
      skills.names.includes(name) ? skills.get(name).instruction : undefined,
    foreignTools: offeredNames(config.mcp_servers),
    log,
  })
}

/** Jobs of sandboxed workers: their budgets, folders, tools and what they leave. */
export function createWorkers(
  core: Core,
  {
    profiles: workerProfiles,
    attachments,
    preparation,
    scraper,
    search,
    knowledge,
    ...parts
  }: WorkerParts,
) {
  const { config, env, storage, stores, db, alerts, workerGrants, ownPaths, limits } = core
  const { models, textGeneration, engineLanes, jobs, runs, log, now } = core
  const workerBudgets = new DailyBudgets({
    store: stores.workerAttempts,
    db,
    jobsPerDay: config.workers.jobs_per_day,
    attemptsPerDay: config.workers.attempts_per_day,
    timeZone: config.workers.time_zone,
    raise: (alert) => alerts.raise(alert),
    now,
  })
  const requireProfile = workerProfileCheck({
    profiles: workerProfiles,
    grantsOf: (caller) => workerGrants.of(caller),
  })
  const sandbox =
    parts.sandbox ??
    core.resources.use(
      new BubblewrapSandbox({ bwrap: config.programs.bwrap, env, hidden: ownPaths }),
    )
  const folders = new JobFolders(storage.workersFolder, sandbox.workFolders)
  const logs = new WorkLogs(stores.jobs)
  const workers = new Workers({
    folders,
    logs,
    store: stores.jobs,
    outputs: new JobOutputs({ folders, storage: storage.artifacts, now }),
    jobs,
    log,
  })
  const turn = workerTurnTask({ models, textGeneration, engineLanes })
  const fetchPage: FetchPage = (url, signal) =>
    scraper.scrape({ url, timeoutMs: WORKER_PAGE_MS, format: 'markdown', render: 'auto' }, signal)
  const readPicture: ReadPicture = async (path, name, signal) => {
    const { images, notes } = await preparation.read(
      { path, name },
      { field: 'path' },
      { maxCharacters: 0, maxPageImages: 1 },
      signal,
    )
    const [picture] = images
    if (picture === undefined) throw new AppError('invalid', `${name} has no picture`)
    return { picture, notes }
  }
  const requireCollections: RequireCollections = (caller, ids) => {
    if (core.tools.find(caller, KNOWLEDGE_TOOL) === undefined)
      throw new AppError(
        'capability_denied',
        `Collections may not be searched with this key: it lacks the right to call ${KNOWLEDGE_TOOL}`,
        { param: 'collections' },
      )
    for (const id of ids) knowledge.collection(caller.owner, id)
  }
  const task = workerTask({
    folders,
    logs,
    fetchPage,
    readPicture,
    requireRoom: (bytes) => storage.workersSpace.require(bytes),
    sandbox,
    search,
    tools: {
      ready: () => core.tools.ready(),
      // With the rights that the caller has now: a job works for hours.
      find(caller, name) {
        const current = core.callerCheck.current(caller)
        return current && core.tools.find(current, name)
      },
    },
    preparation,
    requireProfile,
    requireCollections,
    budgets: workerBudgets,
    models,
    retryMs: limits.workerRetryMs,
    askModel: queuedTurns(runs, turn),
    onEnded: () => workers.sweep(),
    log,
    now,
  })
  const services = { ...core, attachments, workers, workerBudgets, workerProfiles, sandbox }
  return {
    name: 'workers',
    prices: { worker: config.workers.credits },
    tasks: [task, turn],
    lanes: { [WORKER_LANE]: WORKER_LANE_WIDTH },
    sweeps: [workerBudgets, workers],
    ownedData: [
      { kind: jobs.kind, deleteOwned: (owner: string) => workers.deleteOwnedJobs(owner) },
    ],
    recovered: async () => {
      await workers.swept()
      workers.sweep()
    },
    stop: () => workers.stop(),
    end: () => workers.closeFolders(),
    routes: () => [
      workerOfferRoutes(services),
      workerRoutes(services, task),
      adminWorkerRoutes(services, task),
    ],
    task,
    workers,
    workerProfiles,
    workerBudgets,
    requireWorkerProfile: requireProfile,
    sandbox,
  }
}
