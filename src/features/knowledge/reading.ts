import { type Static, Type } from '@sinclair/typebox'
import { requireCapability } from '../../core/caller.ts'
import { defineTask, type TaskContext } from '../../core/tasks/define-task.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import type { Transactor } from '../../db/open.ts'
import { expectedError } from '../../platform/errors.ts'
import { EventLoopYielder } from '../../platform/event-loop-yielder.ts'
import type { Log } from '../../platform/log.ts'
import { SliceSize } from '../../platform/subprocess.ts'
import type { Piece } from './cut.ts'
import type { KnowledgeStore, SourceRow } from './knowledge-store.ts'
import { notRead, type Reason, reason, reasonOfError } from './reasons.ts'
import type { SourceReaders } from './source-readers.ts'

/** The lane in which sources are read, one at a time, so that chats need not wait for them. */
export const KNOWLEDGE_LANE = 'knowledge'
/** One source. @limit knowledge-read-time seconds */
export const READ_MS = 180_000
/** Pieces of all collections of an owner. @limit knowledge-pieces count */
export const MAX_PIECES = 200_000
/** A source is read again once where a crash has interrupted it. */
const MAX_INTERRUPTIONS = 1
/** Pieces that one transaction writes, as many as take some milliseconds. */
const SLICE_PIECES = { min: 2, max: 60 }
/** Between two of them, so that other writes and requests come first. */
const SLICE_PAUSE_MS = 4
/** Sources of a deleted collection that are marked in one turn of the event loop. */
export const MARKED_ROWS = 200
const FOLLOWED_ROWS = 200
/** Of what was read, or has failed for a fault of the service itself. */
const NO_REASON: Reason = { reasonCode: null, error: null }

const Input = Type.Object({ source: Type.Integer() })
const Result = Type.Object({ pieces: Type.Integer() })

interface ReadingOptions {
  store: KnowledgeStore
  readers: SourceReaders
  runs: Runs
  db: Transactor
  log: Log
  now: () => number
}

/**
 * Reads what is in collections, in the background: what is new, and what has changed. All that is to do
 * stands in the rows of the sources, so that a crash loses nothing.
 */
export class Reading {
  readonly #options: ReadingOptions
  readonly #stopping = new AbortController()
  /** When an owner's source was read last, so that owners take turns. */
  readonly #served = new Map<string, number>()
  #turn = 0
  #work: Promise<void> | undefined
  #following: Promise<void> | undefined
  readonly task = defineTask({
    kind: 'knowledge-read',
    idPrefix: 'knr_',
    lanes: [KNOWLEDGE_LANE],
    laneDeadlineMs: { [KNOWLEDGE_LANE]: READ_MS },
    admission: undefined,
    input: Input,
    result: Result,
    countsFailures: false,
    authorize: (caller) => requireCapability(caller, 'media'),
    run: (input: Static<typeof Input>, context) => this.#run(input.source, context),
  })

  constructor(options: ReadingOptions) {
    this.#options = options
  }

  /** Takes up what the last run has left. */
  recover(): void {
    const { store, now } = this.#options
    for (const { seq, interruptions } of store.interrupted()) {
      if (interruptions >= MAX_INTERRUPTIONS) {
        store.changeSource(seq, { state: 'failed', ...reason('crashed'), readAt: now() })
      } else store.changeSource(seq, { state: 'waiting', interruptions: interruptions + 1 })
    }
    this.start()
  }

  /** Reads what waits and deletes what is to be deleted, in the background. */
  start(): void {
    if (this.#stopping.signal.aborted) return
    this.#work ??= this.#readAll()
      .catch((err) => this.#options.log.error({ err }, 'Cannot read what is in the collections'))
      .finally(() => {
        this.#work = undefined
      })
  }

  /** Called every minute: follows what sources are read from. */
  sweep(): void {
    this.#following ??= this.#followAll()
      .catch((err) => this.#options.log.error({ err }, 'Cannot follow the sources of collections'))
      .finally(() => {
        this.#following = undefined
        this.start()
      })
  }

  /** Resolves when nothing waits to be read or deleted. */
  async idle(): Promise<void> {
    await this.#following
    await this.#work
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.idle()
  }

  /**
   * Reads a source again where it has changed, and deletes one whose file, page or recording is gone.
   *
   * @returns Whether it is there
   */
  follow(
    source: Pick<SourceRow, 'seq' | 'kind' | 'ref' | 'title' | 'version'>,
    owner: string,
  ): boolean {
    const { store, readers } = this.#options
    const current = readers[source.kind].current(source, owner)
    if (current?.version === source.version) return true
    const row = store.bySeq(source.seq)
    if (row === undefined) return false
    if (current === undefined) store.removeSource(row)
    else if (row.version !== current.version && (row.state === 'ready' || row.state === 'failed'))
      store.changeSource(row.seq, { state: 'waiting', interruptions: 0 })
    this.start()
    return current !== undefined
  }

  async #followAll(): Promise<void> {
    const { store } = this.#options
    const yielder = new EventLoopYielder()
    let after = 0
    for (;;) {
      const rows = store.sourcesAfter(after, FOLLOWED_ROWS)
      for (const { source, owner } of rows) {
        if (source.version !== null) this.follow(source, owner)
        after = source.seq
        await yielder.pause()
      }
      if (rows.length < FOLLOWED_ROWS || this.#stopping.signal.aborted) return
    }
  }

  async #readAll(): Promise<void> {
    const { store, db } = this.#options
    const { signal } = this.#stopping
    // What was asked for is written first.
    await Bun.sleep(0)
    while (!signal.aborted) {
      if (store.markDeleted(MARKED_ROWS)) {
        await Bun.sleep(0)
        continue
      }
      const gone = store.deleting()
      if (gone !== undefined) {
        if (await this.#erase(gone)) db.transaction(() => store.deleteSource(gone.seq))
        continue
      }
      const next = this.#next()
      if (next === undefined) return
      await this.#read(next)
    }
  }

  /** The oldest that waits, of the owner whose turn it is. */
  #next(): SourceRow | undefined {
    const { store } = this.#options
    const lastOf = (owner: string) => this.#served.get(owner) ?? 0
    const [first] = store.waiting().sort((a, b) => lastOf(a.owner) - lastOf(b.owner))
    if (first === undefined) {
      this.#served.clear()
      return undefined
    }
    this.#turn += 1
    this.#served.set(first.owner, this.#turn)
    return store.bySeq(first.seq)
  }

  async #read(source: SourceRow): Promise<void> {
    const { store, runs, log, now } = this.#options
    const { signal } = this.#stopping
    store.changeSource(source.seq, { state: 'reading' }, 'waiting')
    try {
      await runs.result(this.task, source.caller, { source: source.seq }, { signal })
    } catch (error) {
      if (signal.aborted) {
        store.changeSource(source.seq, { state: 'waiting' }, 'reading')
        return
      }
      const expected = expectedError(error)
      if (expected === undefined) log.error({ err: error }, 'Cannot read a source of a collection')
      const why = expected === undefined ? NO_REASON : reasonOfError(expected)
      const end = { state: 'failed' as const, ...why, readAt: now() }
      store.changeSource(source.seq, end, 'reading')
    }
  }

  async #run(seq: number, context: TaskContext): Promise<{ pieces: number }> {
    const { store, readers, now } = this.#options
    const source = store.bySeq(seq)
    const owner = source && store.byId(source.collectionId)?.owner
    if (source?.state !== 'reading' || owner === undefined) return { pieces: 0 }
    const current = readers[source.kind].current(source, owner)
    if (current === undefined) {
      store.removeSource(source)
      return { pieces: 0 }
    }
    // Also where it cannot be read: only another version is tried again by itself.
    store.changeSource(seq, { version: current.version })
    const read = await readers[source.kind].read(source, owner, context)
    const { pieces, characters, note, title = current.title } = read
    if (!(await this.#erase(source))) return { pieces: 0 }
    store.changeSource(seq, { title, pieces: 0 })
    const written = await this.#write({ ...source, title }, owner, pieces, context.signal)
    const end = { interruptions: 0, note: note ?? null, characters, readAt: now() }
    // One that was changed meanwhile waits already.
    store.changeSource(seq, { ...end, ...NO_REASON, state: 'ready' }, 'reading')
    return { pieces: written }
  }

  async #write(
    source: SourceRow,
    owner: string,
    pieces: Iterable<Piece>,
    signal: AbortSignal,
  ): Promise<number> {
    const { store, db } = this.#options
    const size = new SliceSize(SLICE_PIECES)
    const yielder = new EventLoopYielder()
    const room = MAX_PIECES - store.piecesOf(owner)
    let written = 0
    let slice: Piece[] = []
    const flush = async () => {
      if (written + slice.length > room) throw notRead('quota_exceeded', 'full')
      const started = performance.now()
      db.transaction(() => {
        // It may have been deleted meanwhile.
        if (store.bySeq(source.seq)?.state !== 'reading') return
        store.insertPieces(source, written, slice)
        store.changeSource(source.seq, { pieces: written + slice.length })
      })
      size.measured(performance.now() - started, true)
      written += slice.length
      slice = []
      await Bun.sleep(SLICE_PAUSE_MS)
      signal.throwIfAborted()
    }
    for (const piece of pieces) {
      slice.push(piece)
      if (slice.length >= size.rows) await flush()
      await yielder.pause()
    }
    if (slice.length > 0) await flush()
    return written
  }

  /** @returns false where the stop of the service comes first */
  async #erase(source: SourceRow): Promise<boolean> {
    const { store, db } = this.#options
    const size = new SliceSize(SLICE_PIECES)
    for (;;) {
      const { rows } = size
      const started = performance.now()
      const erased = db.transaction(() => store.erase(source, rows))
      size.measured(performance.now() - started, erased === rows)
      if (erased < rows) return true
      await Bun.sleep(SLICE_PAUSE_MS)
      if (this.#stopping.signal.aborted) return false
    }
  }
}
