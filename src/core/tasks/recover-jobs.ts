import type { JobStore, StoredJobRow } from '../../db/job-store.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { callerFrom } from '../caller.ts'
import type { TaskDefinition } from './define-task.ts'
import type { Jobs } from './jobs.ts'
import type { Runs } from './runs.ts'

interface RecoverOptions {
  store: JobStore
  jobs: Jobs
  runs: Runs
  tasks: readonly TaskDefinition[]
}

/**
 * Queues the jobs of the last start again, in their old order. Called once, before listening. A job
 * that ran during a crash is run again once.
 */
export async function recoverJobs({ store, jobs, runs, tasks }: RecoverOptions): Promise<void> {
  for (const row of store.unfinished()) {
    const job = readRow(row, tasks, store)
    if (job === undefined) {
      jobs.failUnreadable(row.id)
      continue
    }
    if (row.status === 'running' && row.interruptions > 0) {
      await jobs.fail({ ...job, id: row.id }, interrupted())
      continue
    }
    if (row.status === 'running') jobs.interrupted(row.id)
    jobs.submit({
      ...job,
      id: row.id,
      order: row.seq,
      attempt: row.interruptions + (row.status === 'running' ? 2 : 1),
      lease: runs.readmit(job.definition, job.caller),
    })
  }
}

function interrupted(): AppError {
  return new AppError('interrupted', 'The service has crashed twice while this job was running')
}

/** Validates the row, which may be of an older version. */
function readRow(row: StoredJobRow, tasks: readonly TaskDefinition[], store: JobStore) {
  const definition = tasks.find(({ kind }) => kind === row.kind)
  const caller = callerFrom(row.caller)
  if (definition === undefined || caller === undefined) return undefined
  if (!matches(definition.input, row.input)) return undefined
  const { piece } = definition
  const stored = piece === undefined ? [] : store.pieces(row.id)
  // An invalid piece and all pieces after it are made again.
  const broken = piece === undefined ? -1 : stored.findIndex((one) => !matches(piece, one))
  if (broken !== -1) store.dropPieces(row.id, broken)
  const pieces = broken === -1 ? stored : stored.slice(0, broken)
  return { definition, caller, input: row.input, pieces }
}
