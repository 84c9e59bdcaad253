import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { type Check, type Finding, finding } from '../../core/doctor/finding.ts'
import type { Transactor } from '../../db/open.ts'
import { CoalescedTask } from '../../platform/coalesced-task.ts'
import { expectedError } from '../../platform/errors.ts'
import { EventLoopYielder } from '../../platform/event-loop-yielder.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import {
  type FolderListing,
  type SkippedEntry,
  UnreadableFolder,
  walkFolder,
} from './folder-walk.ts'
import type { CollectionRow, KnowledgeStore, SourceRow } from './knowledge-store.ts'
import type { Reading } from './reading.ts'
import { type Reason, reason, reasonOfError, reasonWords } from './reasons.ts'

/** Where the system tells of changes, a folder is looked at anyway. @limit knowledge-folder-walk minutes */
export const WALK_MS = 5 * 60_000
/** Where it does not, as on most network disks. */
const UNWATCHED_WALK_MS = 60_000
/** After a change, as one is rarely alone. */
const SETTLE_MS = 200
/** For one folder; the system has a bound for all programs. @limit knowledge-folder-watches count */
export const MAX_WATCHED_FOLDERS = 2_000
/** A walk is followed by so many times its time without one, however much changes. */
const PAUSE_FACTOR = 10
/** Rows that one transaction changes. */
const SLICE_ROWS = 20
const SLICE_PAUSE_MS = 4

/** What was seen of a folder at its last walk. */
export interface FolderState {
  /** Why it could not be read; undefined where it was. */
  error: Reason | undefined
  files: number
  skipped: readonly SkippedEntry[]
  skippedCount: number
  /** UTC milliseconds. */
  walkedAt: number
}

interface WatchedFoldersOptions {
  store: KnowledgeStore
  reading: Pick<Reading, 'start'>
  /** Whether an owner may still have folders of this machine read. */
  mayRead: (owner: string) => boolean
  /** Files and folders of the service itself. */
  denied: readonly string[]
  db: Transactor
  log: Log
  now: () => number
}

type Collection = ReturnType<KnowledgeStore['withFolder']>[number]

/** A folder while the service runs. */
interface Watched {
  /** By the path of what they watch. */
  readonly watchers: Map<string, FSWatcher>
  /** Whether the system tells of all changes. */
  isWatched: boolean
  timer: NodeJS.Timeout | undefined
  /** Whether it has changed since it was looked at. */
  isDue: boolean
  /** How long the last walk took. */
  walkMs: number
  state: FolderState | undefined
}

function newlyWatched(): Watched {
  return {
    watchers: new Map(),
    isWatched: false,
    timer: undefined,
    isDue: true,
    walkMs: 0,
    state: undefined,
  }
}

/**
 * Follows folders of this machine: what is new, has changed or is gone since the last walk is noted
 * in the rows of the sources, which are then read in the background. Nothing is ever written there.
 */
export class WatchedFolders {
  readonly #options: WatchedFoldersOptions
  readonly #watched = new Map<string, Watched>()
  readonly #stopping = new AbortController()
  readonly #walks = new CoalescedTask(() =>
    this.#walkDue().catch((err) => {
      if (!this.#stopping.signal.aborted)
        this.#options.log.error({ err }, 'Cannot follow the folders of collections')
    }),
  )

  constructor(options: WatchedFoldersOptions) {
    this.#options = options
  }

  /** Undefined before the first walk of this run. */
  stateOf(collectionId: string): FolderState | undefined {
    return this.#watched.get(collectionId)?.state
  }

  /** Called at the start, every minute, and when a folder is added: looks at those that are due. */
  sweep(): void {
    if (!this.#stopping.signal.aborted) this.#walks.ask()
  }

  /** Resolves when no folder is being looked at. */
  async idle(): Promise<void> {
    await this.#walks.done()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const id of [...this.#watched.keys()]) this.#unwatch(id)
    await this.idle()
  }

  /** For the doctor. */
  get check(): Check {
    const id = 'knowledge-folder'
    return {
      id,
      run: () =>
        this.#options.store.withFolder().map(({ id: collection, name, folder }): Finding => {
          const state = this.stateOf(collection)
          const of = { path: folder.path, name }
          if (state?.error !== undefined) {
            const reason = reasonWords(state.error)
            return finding(id, 'warning', 'knowledge_not_followed', { ...of, reason })
          }
          return state === undefined
            ? finding(id, 'ok', 'knowledge_soon', of)
            : finding(id, 'ok', 'knowledge_followed', { ...of, files: state.files })
        }),
    }
  }

  async #walkDue(): Promise<void> {
    const { store, now } = this.#options
    const collections = store.withFolder()
    const ids = new Set(collections.map(({ id }) => id))
    for (const id of [...this.#watched.keys()]) if (!ids.has(id)) this.#unwatch(id)
    for (const collection of collections) {
      if (this.#stopping.signal.aborted) return
      const { id } = collection
      const watched = this.#watched.get(id) ?? newlyWatched()
      this.#watched.set(id, watched)
      const { isDue, isWatched, state } = watched
      const intervalMs = isWatched ? WALK_MS : UNWATCHED_WALK_MS
      if (!isDue && state !== undefined && now() - state.walkedAt < intervalMs) continue
      watched.isDue = false
      const since = performance.now()
      watched.state = await this.#walk(collection, watched)
      watched.walkMs = performance.now() - since
      // Those of a folder which is gone tell nothing of one that comes in its place.
      if (watched.state.error !== undefined) endWatchers(watched)
    }
  }

  /** @returns What was seen; after a failure, the files and skips of before */
  async #walk(collection: Collection, watched: Watched): Promise<FolderState> {
    const { mayRead, denied, now } = this.#options
    const { folder, owner } = collection
    const { signal } = this.#stopping
    const walkedAt = now()
    const failed = (error: Reason): FolderState => ({
      files: 0,
      skipped: [],
      skippedCount: 0,
      ...watched.state,
      error,
      walkedAt,
    })
    if (!mayRead(owner)) {
      await this.#apply(collection, { files: new Map(), unknown: [] })
      return { ...failed(reason('not_admin')), files: 0 }
    }
    try {
      const listing = await walkFolder(folder.path, denied, signal)
      const { files, skipped, skippedCount, unknown } = listing
      // A disk that is not mounted leaves its folder empty.
      const isEmpty = files.size + skippedCount + unknown.length === 0
      if (isEmpty && this.#filesOf(collection).next().done !== true)
        return failed(reason('unmounted'))
      await this.#watch(watched, folder.path, listing.folders)
      await this.#apply(collection, listing)
      return { error: undefined, files: files.size, skipped, skippedCount, walkedAt }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UnreadableFolder) return failed(error.why)
      const expected = expectedError(error)
      if (expected === undefined) throw error
      return failed(reasonOfError(expected))
    }
  }

  /** Notes in the rows what a walk has seen. */
  async #apply(
    collection: Collection,
    { files, unknown }: Pick<FolderListing, 'files' | 'unknown'>,
  ): Promise<void> {
    const { store, reading } = this.#options
    const changes: (() => void)[] = []
    const known = new Set<string>()
    const yielder = new EventLoopYielder()
    for (const row of this.#filesOf(collection)) {
      await yielder.pause()
      known.add(row.ref)
      const seen = files.get(row.ref)
      if (seen === undefined) {
        const isUnknown = unknown.some((path) => row.ref === path || row.ref.startsWith(`${path}/`))
        if (!isUnknown) changes.push(() => store.removeSource(row))
      } else if (seen !== row.body) changes.push(() => this.#change(row, seen))
    }
    for (const [path, seen] of files)
      if (!known.has(path)) changes.push(() => this.#add(collection, path, seen))
    await this.#write(collection, changes)
    if (changes.length > 0) reading.start()
  }

  async #write({ id }: Collection, changes: readonly (() => void)[]): Promise<void> {
    const { store, db } = this.#options
    for (let at = 0; at < changes.length; at += SLICE_ROWS) {
      this.#stopping.signal.throwIfAborted()
      db.transaction(() => {
        // It may have been deleted meanwhile.
        if (store.byId(id) === undefined) return
        for (const change of changes.slice(at, at + SLICE_ROWS)) change()
      })
      await Bun.sleep(SLICE_PAUSE_MS)
    }
  }

  *#filesOf({ id }: CollectionRow): Generator<SourceRow> {
    for (const row of this.#options.store.sources(id)) if (row.kind === 'local_file') yield row
  }

  /** One that is being read is read again behind that. */
  #change({ seq, state }: SourceRow, body: string): void {
    const { store } = this.#options
    store.changeSource(seq, { body })
    if (state === 'ready' || state === 'failed')
      store.changeSource(seq, { state: 'waiting', interruptions: 0 })
  }

  #add({ id: collectionId, folder: { caller } }: Collection, path: string, body: string): void {
    const { store, now } = this.#options
    store.insertSource({
      id: randomId('kns_'),
      kind: 'local_file',
      ref: path,
      title: path,
      createdAt: now(),
      collectionId,
      caller,
      body,
    })
  }

  /** Has the system tell of changes in each folder, one by one: all at once would take too long. */
  async #watch(watched: Watched, root: string, folders: readonly string[]): Promise<void> {
    const yielder = new EventLoopYielder()
    const wanted = new Set(folders.slice(0, MAX_WATCHED_FOLDERS))
    watched.isWatched = wanted.size === folders.length
    for (const [path, watcher] of watched.watchers) {
      if (wanted.has(path)) continue
      watcher.close()
      watched.watchers.delete(path)
    }
    let isNew = false
    for (const path of wanted) {
      await yielder.pause()
      if (this.#stopping.signal.aborted) return
      if (watched.watchers.has(path)) continue
      try {
        const watcher = watch(join(root, path), () => this.#onChange(watched))
        watched.watchers.set(path, watcher)
        isNew = true
        watcher.on('error', () => watcher.close())
      } catch {
        // It is gone, or the system watches no more.
        watched.isWatched = false
      }
    }
    // What came between the walk and the watch.
    if (isNew) this.#onChange(watched)
  }

  #onChange(watched: Watched): void {
    if (this.#stopping.signal.aborted) return
    const delayMs = Math.max(SETTLE_MS, watched.walkMs * PAUSE_FACTOR)
    watched.timer ??= setTimeout(() => {
      watched.timer = undefined
      watched.isDue = true
      this.sweep()
    }, delayMs).unref()
  }

  #unwatch(id: string): void {
    const watched = this.#watched.get(id)
    if (watched === undefined) return
    clearTimeout(watched.timer)
    endWatchers(watched)
    this.#watched.delete(id)
  }
}

function endWatchers(watched: Watched): void {
  for (const watcher of watched.watchers.values()) watcher.close()
  watched.watchers.clear()
  watched.isWatched = false
}
