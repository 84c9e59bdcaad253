import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Answerer } from '../../core/engines/answer.ts'
import type { EngineLanes } from '../../core/engines/engine-lanes.ts'
import type { Models } from '../../core/engines/models.ts'
import type { JobStore } from '../../core/tasks/job-store.ts'
import type { Jobs } from '../../core/tasks/jobs.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import type { WebSearch } from '../../media/contract-search.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Sandbox } from '../../sandbox/contract.ts'
import type { Storage } from '../../storage/contract.ts'
import type { Scraper } from '../web-pages/scraper.ts'
import { JobFolders } from './job-folders.ts'
import { JobOutputs } from './job-outputs.ts'
import type { FetchPage, ReadPicture, RequireRoom } from './tool.ts'
import { WorkLogs } from './work-log.ts'
import type { RequireWorkerProfile, WorkerBudgets } from './worker-profile.ts'
import { workerTask } from './worker-task.ts'
import { queuedTurns, workerTurnTask } from './worker-turn.ts'
import { Workers } from './workers.ts'

/** Time limit of one page. See Limits. */
export const WORKER_PAGE_MS = 45_000

interface WorkerParts {
  /** Where the folders of the jobs are. */
  folder: string
  /** Has what ended jobs leave. */
  storage: Storage
  requireRoom: RequireRoom
  sandbox: Sandbox
  scraper: Pick<Scraper, 'scrape'>
  /** Undefined where the owner has set none up. */
  search: WebSearch | undefined
  preparation: AttachmentPreparation
  requireProfile: RequireWorkerProfile
  budgets: WorkerBudgets
  models: Models
  answerer: Answerer
  engineLanes: EngineLanes
  store: Pick<JobStore, 'byId' | 'inputOf' | 'pieces'>
  /** Called only once they are there. */
  jobs: () => Jobs
  runs: () => Runs
  /** As `WORKER_RETRY_MS`. */
  retryMs: readonly number[]
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/** Creates the jobs of workers, and what keeps their folders and what they leave. */
export function createWorkers({
  folder,
  storage,
  scraper,
  jobs,
  runs,
  store,
  ...parts
}: WorkerParts) {
  const { models, answerer, engineLanes, log } = parts
  const folders = new JobFolders(folder, parts.sandbox.workFolders)
  const logs = new WorkLogs(store)
  const workerTurn = workerTurnTask({ models, answerer, engineLanes })
  const fetchPage: FetchPage = (url, signal) =>
    scraper.scrape({ url, timeoutMs: WORKER_PAGE_MS, format: 'markdown', render: 'auto' }, signal)
  const readPicture: ReadPicture = async (path, name, signal) => {
    const { images, notes } = await parts.preparation.read(
      { path, name },
      { field: 'path' },
      { maxCharacters: 0, maxPageImages: 1 },
      signal,
    )
    const [picture] = images
    if (picture === undefined) throw new AppError('invalid', `${name} has no picture`)
    return { picture, notes }
  }
  const worker = workerTask({
    ...{ ...parts, folders, logs, fetchPage, readPicture },
    askModel: (...call) => queuedTurns(runs(), workerTurn)(...call),
    onEnded: () => workers.sweep(),
  })
  const workers = new Workers({
    ...{ task: worker, folders, logs, store, log },
    outputs: new JobOutputs({ folders, storage, now: parts.now }),
    jobs: {
      get: (...call) => jobs().get(...call),
      cancel: (...call) => jobs().cancel(...call),
      deleteOwned: (owner) => jobs().deleteOwned(owner),
    },
  })
  return { tasks: { worker, workerTurn }, workers }
}
