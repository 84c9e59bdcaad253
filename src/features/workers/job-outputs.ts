import { statSync } from 'node:fs'
import { join } from 'node:path'
import { OrphanCleanup } from '../../core/retention.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Storage } from '../../storage/contract.ts'
import type { JobFolders } from './job-folders.ts'
import type { WorkLog } from './work-log.ts'

/** Bytes that a job has left. */
export interface Output {
  bytes: number
  /** Where they are, if they are in a file of this machine. */
  path: string | undefined
  /** UTC milliseconds; undefined once they are stored. */
  modifiedAt: number | undefined
  /** @returns undefined when they were deleted meanwhile */
  stream(range: { from: number; to: number }): Promise<ReadableStream<Uint8Array> | undefined>
}

/** One of the files that a job leaves. */
export type OutputName = { artifact: string } | { step: string }

interface JobOutputsOptions {
  folders: JobFolders
  storage: Storage
  /** UTC milliseconds. */
  now: () => number
}

/**
 * What the owners of jobs can ask for: artifacts, and the whole outputs of steps. Those of a job that
 * runs are in its folder; when it has ended, they are stored and the folder goes.
 */
export class JobOutputs {
  readonly #folders: JobFolders
  readonly #storage: Storage
  readonly #orphanCleanup: OrphanCleanup
  /** Jobs that have something stored; undefined until it is known what earlier starts have left. */
  #stored: Set<string> | undefined

  constructor({ folders, storage, now }: JobOutputsOptions) {
    this.#folders = folders
    this.#storage = storage
    this.#orphanCleanup = new OrphanCleanup(now)
  }

  /** @returns undefined where there is no such file */
  async open(jobId: string, name: OutputName): Promise<Output | undefined> {
    const path = this.#pathOf(jobId, name)
    const file = statSync(path, { throwIfNoEntry: false })
    if (file !== undefined)
      return {
        path,
        bytes: file.size,
        modifiedAt: Math.trunc(file.mtimeMs),
        stream: async ({ from, to }) =>
          Bun.file(path)
            .slice(from, to + 1)
            .stream(),
      }
    const key = keyOf(jobId, name)
    const stored = await this.#storage.stat(key)
    return (
      stored && {
        path: this.#storage.pathOf(key),
        bytes: stored.bytes,
        modifiedAt: undefined,
        stream: async (range) => (await this.#storage.get(key, range))?.stream,
      }
    )
  }

  /** Jobs that have something stored. */
  async jobIds(): Promise<ReadonlySet<string>> {
    if (this.#orphanCleanup.take()) await this.#storage.removeParts()
    if (this.#stored !== undefined) return this.#stored
    const found = new Set<string>()
    for await (const { key } of this.#storage.list('')) found.add(key.split('/')[0] ?? '')
    this.#stored = found
    return found
  }

  /** Stores what an ended job has left, and removes its folder; does what is left of it when called again. */
  async store(jobId: string, { artifacts, steps }: WorkLog): Promise<void> {
    const names: OutputName[] = [
      ...artifacts.map(({ name }) => ({ artifact: name })),
      ...steps.flatMap(({ output }) => (output === undefined ? [] : [{ step: output.name }])),
    ]
    for (const name of names) {
      const path = this.#pathOf(jobId, name)
      if (statSync(path, { throwIfNoEntry: false }) === undefined) continue
      this.#stored?.add(jobId)
      await this.#storage.putFile(keyOf(jobId, name), path)
    }
    await this.#folders.remove(jobId)
  }

  /** Removes all that is stored of a job. */
  async remove(jobId: string): Promise<void> {
    for await (const { key } of this.#storage.list(`${jobId}/`)) await this.#storage.delete(key)
    this.#stored?.delete(jobId)
  }

  #pathOf(jobId: string, name: OutputName): string {
    const folder = this.#folders.of(jobId)
    return 'artifact' in name
      ? join(folder.artifacts, name.artifact)
      : join(folder.steps, name.step)
  }
}

/** The name of an artifact may have characters that no key has. */
function keyOf(jobId: string, name: OutputName): string {
  return 'artifact' in name
    ? `${jobId}/artifacts/${sha256(name.artifact)}`
    : `${jobId}/steps/${name.step}`
}
