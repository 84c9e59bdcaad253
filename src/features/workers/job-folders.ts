import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkFolders } from '../../sandbox/contract.ts'
import { removeFolder } from '../../sandbox/job-folder.ts'
import type { WorkLog } from './work-log.ts'

/**
 * What the work folder of a job may hold.
 *
 * @limit worker-disk MiB diskBytes
 * @limit worker-disk-files count files
 */
export const WORK_BOUNDS = { diskBytes: 500 * 1024 * 1024, files: 5_000 }

/** The folders of one job. Nothing of it lies elsewhere. */
export interface JobFolder {
  /** What was attached, and what was read of it. Commands cannot change it. */
  readonly inputs: string
  /** What commands may write. */
  readonly work: string
  readonly artifacts: string
  /** The whole output of each tool, and pictures for the model. */
  readonly steps: string
}

/** The folders of all jobs of workers. */
export class JobFolders {
  readonly #folder: string
  readonly #workFolders: WorkFolders | undefined

  /** @param workFolders Bounds what commands write into theirs */
  constructor(folder: string, workFolders?: WorkFolders) {
    this.#folder = folder
    this.#workFolders = workFolders
  }

  of(jobId: string): JobFolder {
    const folder = join(this.#folder, jobId)
    return {
      inputs: join(folder, 'inputs'),
      work: join(folder, 'work'),
      artifacts: join(folder, 'artifacts'),
      steps: join(folder, 'steps'),
    }
  }

  /** Makes what is not there yet. */
  async create(jobId: string): Promise<JobFolder> {
    const folder = this.of(jobId)
    for (const path of Object.values(folder)) await mkdir(path, { recursive: true, mode: 0o700 })
    await this.#workFolders?.open(folder.work, WORK_BOUNDS)
    return folder
  }

  /** Empties the inputs before they are prepared anew. */
  async clearInputs({ inputs }: JobFolder): Promise<void> {
    await rm(inputs, { recursive: true, force: true })
    await mkdir(inputs, { mode: 0o700 })
  }

  /** Removes artifacts of a step that was cut off. */
  async keepArtifacts(jobId: string, kept: WorkLog['artifacts']): Promise<void> {
    await keepOnly(
      this.of(jobId).artifacts,
      kept.map(({ name }) => name),
    )
  }

  /** Removes what commands have written, which alone may be large enough to fill the disk. */
  async removeCommandFiles(jobId: string): Promise<void> {
    const { work } = this.of(jobId)
    await this.#workFolders?.close(work)
    await removeFolder(work)
  }

  /** Called when no command runs and the service ends. */
  async close(): Promise<void> {
    if (this.#workFolders === undefined) return
    for (const jobId of await this.jobIds())
      await this.#workFolders.close(this.of(jobId).work, true)
  }

  /**
   * Removes what the commands of all jobs have written, where less than so much is free. Called before
   * anything runs.
   *
   * @returns The jobs that have lost it
   */
  async makeRoom(minFreeBytes: number): Promise<string[]> {
    const jobIds = await this.jobIds()
    if (jobIds.length === 0) return []
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize >= minFreeBytes) return []
    for (const jobId of jobIds) await this.removeCommandFiles(jobId)
    return jobIds
  }

  /** Removes all that its owner cannot ask for. */
  async removeWork(jobId: string, log: WorkLog): Promise<void> {
    const { inputs, steps } = this.of(jobId)
    await this.removeCommandFiles(jobId)
    await rm(inputs, { recursive: true, force: true })
    await this.keepArtifacts(jobId, log.artifacts)
    await keepOnly(
      steps,
      log.steps.flatMap(({ output }) => (output === undefined ? [] : [output.name])),
    )
  }

  /** Removes all of a job. */
  async remove(jobId: string): Promise<void> {
    await this.removeCommandFiles(jobId)
    await rm(join(this.#folder, jobId), { recursive: true, force: true })
  }

  /** Jobs that have a folder. */
  jobIds(): Promise<string[]> {
    return namesIn(this.#folder)
  }
}

async function keepOnly(folder: string, kept: readonly string[]): Promise<void> {
  const names = await namesIn(folder)
  for (const name of names)
    if (!kept.includes(name)) await rm(join(folder, name), { recursive: true, force: true })
}

/** None where there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return []
    throw error
  }
}
