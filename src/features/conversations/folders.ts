import type { Caller } from '../../core/caller.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { FolderRow, FolderStore } from './folder-store.ts'

/** Folders of an owner. @limit conversation-folders count */
export const MAX_FOLDERS = 100

interface FoldersOptions {
  folders: FolderStore
  db: Transactor
  /** UTC milliseconds. */
  now: () => number
}

export type Folder = FolderRow & { conversations: number }

/** Folders for conversations; each conversation is in at most one. */
export class Folders {
  readonly #options: FoldersOptions

  constructor(options: FoldersOptions) {
    this.#options = options
  }

  /** By their names. */
  list({ owner }: Caller): Folder[] {
    return this.#options.folders.ofOwner(owner)
  }

  /** @throws {AppError} `conflict` for one more than an owner may have */
  create({ owner }: Caller, name: string): Folder {
    const { folders, now } = this.#options
    if (folders.countOf(owner) >= MAX_FOLDERS)
      throw new AppError('conflict', `Delete a folder first: there are ${MAX_FOLDERS}`)
    const row = { id: randomId('fld_'), owner, name, isOpen: true, createdAt: now() }
    folders.insert(row)
    return { ...row, conversations: 0 }
  }

  /** @throws {AppError} `not_found` */
  change(
    caller: Caller,
    id: string,
    { name, open }: { name?: string | undefined; open?: boolean | undefined },
  ): Folder {
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(open === undefined ? {} : { isOpen: open }),
    }
    if (Object.keys(change).length > 0) this.#options.folders.update(caller.owner, id, change)
    const folder = this.list(caller).find((one) => one.id === id)
    if (folder === undefined) throw noFolder()
    return folder
  }

  /** Its conversations stay. @throws {AppError} `not_found` */
  delete({ owner }: Caller, id: string): void {
    const { db, folders } = this.#options
    if (!db.transaction(() => folders.delete(owner, id))) throw noFolder()
  }
}

function noFolder(): AppError {
  return new AppError('not_found', 'There is no such folder')
}
