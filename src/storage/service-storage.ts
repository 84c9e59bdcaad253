import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomId } from '../platform/ids.ts'
import { FreeSpace } from './free-space.ts'
import { LocalStorage } from './local.ts'
import { LocalPartialFiles } from './local-partial-files.ts'
import { LocalSpool } from './local-spool.ts'

interface ServiceStorageOptions {
  /** The data folder; without one, what is stored is gone when this is disposed of. */
  folder: string | undefined
  /** What stored files leave free on the disk. */
  minFreeBytes: number
}

/** Everything in which the service keeps bytes, each in a folder of its own. */
export class ServiceStorage implements Disposable {
  readonly #resources = new DisposableStack()
  /** Received files, until their work is over. */
  readonly spool: LocalSpool
  readonly files: LocalStorage
  /** Images of earlier versions. */
  readonly images: LocalStorage
  /** What is attached to messages. */
  readonly attachments: LocalStorage
  /** What was spoken. */
  readonly clips: LocalStorage
  /** Uploads in pieces. */
  readonly partialFiles: LocalPartialFiles
  /** Path of the folder that the jobs of workers have theirs in. */
  readonly workersFolder: string
  readonly workersSpace: FreeSpace

  constructor({ folder, minFreeBytes }: ServiceStorageOptions) {
    const folderOf = (name: string) =>
      folder === undefined ? this.#temporaryFolder(name) : join(folder, name)
    this.spool = this.#resources.use(
      new LocalSpool({
        folder: folder === undefined ? temporaryPath('spool') : join(folder, 'spool'),
        temporary: folder === undefined,
      }),
    )
    this.files = new LocalStorage({ folder: folderOf('files'), minFreeBytes })
    this.images = new LocalStorage({ folder: folderOf('images'), minFreeBytes })
    this.attachments = new LocalStorage({ folder: folderOf('attachments'), minFreeBytes })
    this.clips = new LocalStorage({ folder: folderOf('clips'), minFreeBytes })
    this.workersFolder = folderOf('workers')
    this.workersSpace = new FreeSpace({ folder: this.workersFolder, minFreeBytes })
    this.partialFiles = new LocalPartialFiles({ folder: folderOf('uploads'), minFreeBytes })
  }

  #temporaryFolder(name: string): string {
    const folder = temporaryPath(name)
    this.#resources.defer(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  [Symbol.dispose](): void {
    this.#resources.dispose()
  }
}

function temporaryPath(name: string): string {
  return join(tmpdir(), randomId(`hearth-${name}-`))
}
