import { hasEnded, type JobRecord } from '../../core/tasks/job-record.ts'
import type { JobRow, JobStore } from '../../core/tasks/job-store.ts'
import type { Jobs } from '../../core/tasks/jobs.ts'
import { matches } from '../../platform/check.ts'
import { CoalescedTask } from '../../platform/coalesced-task.ts'
import { deadline } from '../../platform/deadline.ts'
import { AppError, failureFields } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { DISK_RESERVE_BYTES } from '../../sandbox/job-folder.ts'
import type { JobFolders } from './job-folders.ts'
import type { JobOutputs, OutputName } from './job-outputs.ts'
import type { WorkLog, WorkLogs } from './work-log.ts'
import { WorkerInput } from './worker-task.ts'

/** For what is being stored when the service stops; the next start stores the rest. */
const STOP_STORING_MS = 1_000

interface WorkersOptions {
  folders: JobFolders
  outputs: JobOutputs
  logs: WorkLogs
  store: Pick<JobStore, 'byId' | 'inputOf'>
  jobs: Pick<Jobs, 'deleteOwned'>
  log: Log
}

/** A file of a job that can be sent. */
interface OpenFile {
  name: string
  bytes: number
  mediaType: string
  /** Where it is, if it is in a file of this machine. */
  path: string | undefined
  /** UTC milliseconds. */
  modifiedAt: number
  /** @throws {AppError} `not_found` when it was deleted meanwhile */
  stream(range: { from: number; to: number }): Promise<ReadableStream<Uint8Array>>
}

/** What the jobs of workers leave behind: their steps, artifacts and folders. */
export class Workers {
  readonly #options: WorkersOptions
  readonly #sweeps: CoalescedTask
  /** Apart from the sweeps of the disk, because a bucket may take long. */
  readonly #storing: CoalescedTask
  #isStopped = false

  constructor(options: WorkersOptions) {
    this.#options = options
    const { log } = options
    this.#sweeps = new CoalescedTask(() =>
      this.#sweepFolders().catch((err) =>
        log.error({ err }, 'Cannot remove the folders of workers'),
      ),
    )
    this.#storing = new CoalescedTask(() =>
      this.#storeOutputs().catch((err) =>
        log.error(failureFields(err), 'Cannot store what workers have made'),
      ),
    )
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

  /** @throws {AppError} `not_found` */
  async artifact(job: JobRecord, name: string): Promise<OpenFile> {
    const { artifacts } = this.logOf(job)
    const artifact = artifacts.find((one) => one.name === name.normalize('NFC'))
    if (artifact === undefined) throw new AppError('not_found', 'There is no such artifact')
    const file = await this.#open(job, { artifact: artifact.name })
    if (file === undefined) throw new AppError('not_found', 'There is no such artifact')
    return { ...artifact, ...file }
  }

  /**
   * All that a tool has said in one step of a job.
   *
   * @param number From 1, as in the list of the steps
   * @throws {AppError} `not_found`
   */
  async stepOutput(job: JobRecord, number: number): Promise<OpenFile> {
    const output = this.logOf(job).steps[number - 1]?.output
    const file = output && (await this.#open(job, { step: output.name }))
    if (file === undefined) throw new AppError('not_found', 'There is no output of such a step')
    return { name: `step-${number}.txt`, mediaType: 'text/plain', ...file }
  }

  /**
   * Removes all of jobs that are gone, and of those that have ended what they worked in; stores what
   * these have left.
   */
  sweep(): void {
    if (this.#isStopped) return
    this.#sweeps.ask()
    this.#storing.ask()
  }

  /**
   * Removes what the commands of the last run have written, where it fills the disk: then nothing
   * could be stored. Called before jobs are taken up.
   */
  async makeRoom(): Promise<void> {
    const { folders, log } = this.#options
    try {
      for (const job of await folders.makeRoom(DISK_RESERVE_BYTES))
        log.warn({ job }, 'The disk is full: what the commands of a worker have written is removed')
    } catch (err) {
      log.error({ err }, 'Cannot remove what the commands of workers have written')
    }
  }

  /** Resolves when no folder is being removed. */
  async swept(): Promise<void> {
    await this.#sweeps.done()
  }

  /** Resolves when nothing that ended jobs have left is being stored or removed. */
  async stored(): Promise<void> {
    await this.#storing.done()
  }

  /** Resolves when nothing is changed any more, or after a moment: the next start goes on with it. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#sweeps.cancel()
    this.#storing.cancel()
    await this.swept()
    await deadline(this.stored(), STOP_STORING_MS, { onTimeout: () => {} })
  }

  /** Unmounts what is mounted, as it would outlive this process. Called when no job runs any more. */
  async closeFolders(): Promise<void> {
    const { folders, log } = this.#options
    try {
      await folders.close()
    } catch (err) {
      log.error({ err }, 'Cannot unmount the folders of workers')
    }
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

  /** A job that has ended no longer changes its files, wherever they are meanwhile. */
  async #open(
    { id, finishedAt, createdAt }: JobRecord,
    name: OutputName,
  ): Promise<Omit<OpenFile, 'name' | 'mediaType'> | undefined> {
    const output = await this.#options.outputs.open(id, name)
    return (
      output && {
        ...output,
        modifiedAt: finishedAt ?? output.modifiedAt ?? createdAt,
        stream: async (range) => {
          const stream = await output.stream(range)
          if (stream === undefined) throw new AppError('not_found', 'It has just been deleted')
          return stream
        },
      }
    )
  }

  async #sweepFolders(): Promise<void> {
    const { folders, logs, store, log } = this.#options
    for (const id of await folders.jobIds()) {
      const row = store.byId(id)
      try {
        if (row === undefined) await folders.remove(id)
        else if (hasEnded(row.status)) await folders.removeWork(id, logs.of(id, true))
      } catch (err) {
        log.error({ job: id, err }, 'Cannot remove the folder of a worker')
      }
    }
  }

  async #storeOutputs(): Promise<void> {
    const { folders, outputs, logs, store, log } = this.#options
    const each = async (id: string, work: (row: JobRow | undefined) => Promise<void>) => {
      // Then the database may be closed.
      if (this.#isStopped) return
      try {
        await work(store.byId(id))
      } catch (err) {
        log.error({ job: id, ...failureFields(err) }, 'Cannot store what a worker has made')
      }
    }
    const ids = await outputs.jobIds()
    for (const id of await folders.jobIds())
      await each(id, async (row) => {
        if (row !== undefined && hasEnded(row.status)) await outputs.store(id, logs.of(id, true))
      })
    for (const id of ids)
      await each(id, async (row) => {
        if (row === undefined) await outputs.remove(id)
      })
  }
}
