import { and, count, desc, eq, gt, isNull, lte, ne, or, type SQL, sql, sum } from 'drizzle-orm'
import type { BackupFilter } from '../../core/restorable.ts'
import { foldName } from '../../db/fold-name.ts'
import type { Db } from '../../db/open.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import { once } from '../../platform/once.ts'
import { files } from './table.ts'

export type FileRow = typeof files.$inferSelect
/** A file whose bytes have come. */
export type StoredFileFacts = Pick<FileRow, 'name' | 'bytes' | 'sha256' | 'mediaType' | 'expiresAt'>

/** Words of a search that are looked at. */
const MAX_WORDS = 20
/** Rows that are kept in memory, as a link is mostly read many times. */
export const MAX_CACHED_ROWS = 512

/** Rows of `files`. */
export class FileStore {
  readonly #db: Db
  readonly #byId
  /** The rows that were read last, the oldest first. */
  readonly #cached = new Map<string, FileRow>()

  constructor(db: Db) {
    this.#db = db
    this.#byId = once(() =>
      db.orm
        .select()
        .from(files)
        .where(eq(files.id, sql.placeholder('id')))
        .prepare(),
    )
  }

  /** In any state. The same object as long as nothing of the row has changed. */
  byId(id: string): Readonly<FileRow> | undefined {
    const row = this.#cached.get(id) ?? this.#byId().get({ id })
    // What a transaction has written may be taken back.
    if (row === undefined || this.#db.sqlite.inTransaction) return row
    this.#cached.delete(id)
    this.#cached.set(id, row)
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > MAX_CACHED_ROWS && oldest !== undefined) this.#cached.delete(oldest)
    return row
  }

  /** Notes a file whose bytes come. */
  begin(row: Pick<FileRow, 'id' | 'token' | 'owner' | 'createdAt'>): void {
    const none = { name: '', foldedName: '', bytes: 0, sha256: '', mediaType: '' }
    this.#db.orm
      .insert(files)
      .values({ ...row, ...none, state: 'storing' })
      .run()
  }

  /** @returns false when the row is gone */
  finish(id: string, facts: StoredFileFacts): boolean {
    this.#cached.delete(id)
    const written = this.#db.orm
      .update(files)
      .set({ ...facts, foldedName: foldName(facts.name), state: 'stored' })
      .where(and(eq(files.id, id), eq(files.state, 'storing')))
      .returning({ id: files.id })
      .all()
    return written.length > 0
  }

  change(id: string, change: Partial<Pick<FileRow, 'name' | 'expiresAt'>>): void {
    this.#cached.delete(id)
    const folded = change.name === undefined ? {} : { foldedName: foldName(change.name) }
    this.#db.orm
      .update(files)
      .set({ ...change, ...folded })
      .where(eq(files.id, id))
      .run()
  }

  read(id: string, at: number): void {
    this.#cached.delete(id)
    this.#db.orm.update(files).set({ lastReadAt: at }).where(eq(files.id, id)).run()
  }

  deleting(id: string): void {
    this.#cached.delete(id)
    this.#db.orm.update(files).set({ state: 'deleting' }).where(eq(files.id, id)).run()
  }

  delete(id: string): void {
    this.#cached.delete(id)
    this.#db.orm.delete(files).where(eq(files.id, id)).run()
  }

  /** An owner's files that have not expired, the newest first; with all words of a search. */
  page(
    owner: string,
    now: number,
    limit: number,
    after: TimeCursor | undefined,
    search?: string,
  ): FileRow[] {
    return this.#db.orm
      .select()
      .from(files)
      .where(
        and(
          eq(files.owner, owner),
          isAlive(now),
          isAfter(files.createdAt, files.id, after),
          ...wordsOf(search).map((word) => sql`instr(${files.foldedName}, ${word}) > 0`),
        ),
      )
      .orderBy(desc(files.createdAt), desc(files.id))
      .limit(limit)
      .all()
  }

  /** Of all owners, those that were stored whole, the newest first. */
  pageOfAll(
    { owner, search }: BackupFilter,
    limit: number,
    after: TimeCursor | undefined,
  ): FileRow[] {
    return this.#db.orm
      .select()
      .from(files)
      .where(
        and(
          eq(files.state, 'stored'),
          owner === undefined ? undefined : eq(files.owner, owner),
          isAfter(files.createdAt, files.id, after),
          ...wordsOf(search).map((word) => sql`instr(${files.foldedName}, ${word}) > 0`),
        ),
      )
      .orderBy(desc(files.createdAt), desc(files.id))
      .limit(limit)
      .all()
  }

  /** Files of an owner, and their bytes. */
  totalsOf(owner: string, now: number): { files: number; bytes: number } {
    const row = this.#db.orm
      .select({ files: count(), bytes: sum(files.bytes).mapWith(Number) })
      .from(files)
      .where(and(eq(files.owner, owner), isAlive(now)))
      .get()
    return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
  }

  /** Also of those that are still coming. */
  idsOf(owner: string): string[] {
    const rows = this.#db.orm
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.owner, owner), ne(files.state, 'deleting')))
      .all()
    return rows.map(({ id }) => id)
  }

  /** Files that are being stored or deleted, or were when the service crashed. */
  unsettled(): string[] {
    const rows = this.#db.orm
      .select({ id: files.id })
      .from(files)
      .where(ne(files.state, 'stored'))
      .all()
    return rows.map(({ id }) => id)
  }

  expired(now: number, limit: number): string[] {
    const rows = this.#db.orm
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.state, 'stored'), lte(files.expiresAt, now)))
      .limit(limit)
      .all()
    return rows.map(({ id }) => id)
  }

  /** Stored files by id, for who looks at every one. */
  storedAfter(id: string, limit: number): Pick<FileRow, 'id' | 'bytes'>[] {
    return this.#db.orm
      .select({ id: files.id, bytes: files.bytes })
      .from(files)
      .where(and(eq(files.state, 'stored'), gt(files.id, id)))
      .orderBy(files.id)
      .limit(limit)
      .all()
  }
}

function isAlive(now: number): SQL | undefined {
  return and(eq(files.state, 'stored'), or(isNull(files.expiresAt), gt(files.expiresAt, now)))
}

function wordsOf(search = ''): string[] {
  return foldName(search).split(' ').filter(Boolean).slice(0, MAX_WORDS)
}
