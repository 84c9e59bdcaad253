import { and, count, eq, isNotNull, isNull, lt, or, sum } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { uploads } from './table.ts'

export type UploadRow = typeof uploads.$inferSelect
type UploadChange = Partial<
  Pick<UploadRow, 'bytes' | 'isLengthDeferred' | 'activeAt' | 'verifiedBytes' | 'finishedAt'>
>

/** Rows of `uploads`. */
export class UploadStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  byId(id: string): UploadRow | undefined {
    return this.#db.orm.select().from(uploads).where(eq(uploads.id, id)).get()
  }

  insert(row: UploadRow): void {
    this.#db.orm.insert(uploads).values(row).run()
  }

  update(id: string, change: UploadChange): void {
    this.#db.orm.update(uploads).set(change).where(eq(uploads.id, id)).run()
  }

  delete(id: string): void {
    this.#db.orm.delete(uploads).where(eq(uploads.id, id)).run()
  }

  /** Number of an owner's unfinished uploads, and the bytes of all its uploads. */
  sumsOf(owner: string): { unfinished: number; bytes: number } {
    const { orm } = this.#db
    const unfinished = orm
      .select({ count: count() })
      .from(uploads)
      .where(and(eq(uploads.owner, owner), isNull(uploads.finishedAt)))
      .get()
    const all = orm
      .select({ bytes: sum(uploads.bytes).mapWith(Number) })
      .from(uploads)
      .where(eq(uploads.owner, owner))
      .get()
    return { unfinished: unfinished?.count ?? 0, bytes: all?.bytes ?? 0 }
  }

  idsOf(owner: string): string[] {
    return this.#ids(eq(uploads.owner, owner))
  }

  unfinishedIds(): string[] {
    return this.#ids(isNull(uploads.finishedAt))
  }

  /** Ids of uploads that are past their time. */
  expired(unfinishedBefore: number, finishedBefore: number): string[] {
    return this.#ids(
      or(
        and(isNull(uploads.finishedAt), lt(uploads.activeAt, unfinishedBefore)),
        and(isNotNull(uploads.finishedAt), lt(uploads.activeAt, finishedBefore)),
      ),
    )
  }

  #ids(condition: ReturnType<typeof or>): string[] {
    return this.#db.orm
      .select({ id: uploads.id })
      .from(uploads)
      .where(condition)
      .all()
      .map(({ id }) => id)
  }
}
