import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { JobStore } from '../../db/job-store.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { hasEnded, type JobRecord } from '../tasks/job-record.ts'
import type { Jobs } from '../tasks/jobs.ts'
import type { JobFolders } from './job-folders.ts'
import type { WorkLog, WorkLogs } from './work-log.ts'
import { WorkerInput, type WorkerTask } from './worker-task.ts'

interface WorkersOptions {
  task: WorkerTask
  folders: JobFolders
  logs: WorkLogs
  store: Pick<JobStore, 'byId' | 'inputOf'>
  jobs: Pick<Jobs, 'get' | 'cancel' | 'deleteOwned'>
  log: Log
}

/** A file of a job that can be sent. */
interface OpenFile {
  name: string
  bytes: number
  mediaType: string
  path: string
  /** UTC milliseconds. */
  modifiedAt: number
}

/** What the jobs of workers leave behind: their steps, artifacts and folders. */
export class Workers {
  readonly #options: WorkersOptions
  /** Ended jobs that are known to have left only what their owners can ask for. */
  readonly #tidied = new Set<string>()
  #sweeping: Promise<void> | undefined

  constructor(options: WorkersOptions) {
    this.#options = options
  }

  /** What a job has done so far. */
  logOf({ id, status }: Pick<JobRecord, 'id' | 'status'>): WorkLog {
    return this.#options.logs.of(id, hasEnded(status))
  }

  /** What a job was asked for; undefined for one that can no longer be read. */
  requestOf({ id }: Pick<JobRecord, 'id'>): WorkerInput | undefined {
    const input = this.#options.store.inputOf(id)
    return matches(WorkerInput, input) ? input : undefined
  }

  /** @throws {AppError} `not_found`, also for the job of somebody else */
  artifact(owner: string, jobId: string, name: string): OpenFile {
    const { jobs, task, folders } = this.#options
    const { artifacts } = this.logOf(jobs.get(owner, task, jobId))
    const artifact = artifacts.find((one) => one.name === name.normalize('NFC'))
    if (artifact === undefined) throw noArtifact()
    const file = openFile(join(folders.of(jobId).artifacts, artifact.name))
    if (file === undefined) throw noArtifact()
    return { ...artifact, ...file }
  }

  /**
   * All that a tool has said in one step of a job.
   *
   * @param number From 1, as in the list of the steps
   * @throws {AppError} `not_found`, also for the job of somebody else
   */
  stepOutput(owner: string, jobId: string, number: number): OpenFile {
    const { jobs, task, folders } = this.#options
    const output = this.logOf(jobs.get(owner, task, jobId)).steps[number - 1]?.output
    const file = output && openFile(join(folders.of(jobId).steps, output.name))
    if (file === undefined) throw new AppError('not_found', 'There is no output of such a step')
    return { name: `step-${number}.txt`, mediaType: 'text/plain', ...file }
  }

  /** Cancels a job. @throws {AppError} `not_found` */
  cancel(owner: string, jobId: string): Promise<JobRecord> {
    return this.#options.jobs.cancel(owner, this.#options.task, jobId)
  }

  /** Removes the folders of jobs that are gone, and of those that have ended what they worked in. */
  sweep(): void {
    this.#sweeping ??= this.#sweepFolders()
      .catch((err) => this.#options.log.error({ err }, 'Cannot remove the folders of workers'))
      .finally(() => {
        this.#sweeping = undefined
      })
  }

  /** Resolves when no folder is being removed. */
  async swept(): Promise<void> {
    await this.#sweeping
  }

  /** Deletes all jobs of an owner, as {@link Jobs.deleteOwned}, and the folders of those of workers. */
  deleteOwnedJobs(owner: string): ReturnType<Jobs['deleteOwned']> {
    const deleted = this.#options.jobs.deleteOwned(owner)
    return {
      ...deleted,
      afterwards: () => {
        deleted.afterwards()
        this.sweep()
      },
    }
  }

  async #sweepFolders(): Promise<void> {
    const { folders, logs, store, log } = this.#options
    for (const id of await folders.jobIds()) {
      const row = store.byId(id)
      try {
        if (row === undefined) {
          await folders.remove(id)
          this.#tidied.delete(id)
        } else if (hasEnded(row.status) && !this.#tidied.has(id)) {
          await folders.removeWork(id, logs.of(id, true))
          this.#tidied.add(id)
        }
      } catch (err) {
        log.error({ job: id, err }, 'Cannot remove the folder of a worker')
      }
    }
  }
}

function openFile(path: string): Pick<OpenFile, 'bytes' | 'path' | 'modifiedAt'> | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && { bytes: stats.size, path, modifiedAt: Math.trunc(stats.mtimeMs) }
}

function noArtifact(): AppError {
  return new AppError('not_found', 'There is no such artifact')
}
