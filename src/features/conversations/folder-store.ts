import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversationFolders, conversations } from './table.ts'

export type FolderRow = typeof conversationFolders.$inferSelect

/** Rows of `conversation_folders`. */
export class FolderStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  byId(id: string): FolderRow | undefined {
    const { id: column } = conversationFolders
    return this.#db.orm.select().from(conversationFolders).where(eq(column, id)).get()
  }

  /** An owner's, by their names, each with the number of its conversations. */
  ofOwner(owner: string): (FolderRow & { conversations: number })[] {
    const inside = this.#db.orm
      .select({ folderId: conversations.folderId, conversations: count().as('inside') })
      .from(conversations)
      .where(eq(conversations.owner, owner))
      .groupBy(conversations.folderId)
      .as('inside')
    const { id, name, isOpen, createdAt } = conversationFolders
    return this.#db.orm
      .select({
        id,
        name,
        isOpen,
        createdAt,
        owner: conversationFolders.owner,
        conversations: sql<number>`coalesce(${inside.conversations}, 0)`,
      })
      .from(conversationFolders)
      .leftJoin(inside, eq(inside.folderId, id))
      .where(eq(conversationFolders.owner, owner))
      .orderBy(sql`lower(${name})`, id)
      .all()
  }

  countOf(owner: string): number {
    const { owner: column } = conversationFolders
    return (
      this.#db.orm
        .select({ folders: count() })
        .from(conversationFolders)
        .where(eq(column, owner))
        .get()?.folders ?? 0
    )
  }

  insert(row: FolderRow): void {
    this.#db.orm.insert(conversationFolders).values(row).run()
  }

  /** @returns undefined where the owner has no such folder */
  update(
    owner: string,
    folderId: string,
    change: Partial<Pick<FolderRow, 'name' | 'isOpen'>>,
  ): FolderRow | undefined {
    const { id, owner: column } = conversationFolders
    return this.#db.orm
      .update(conversationFolders)
      .set(change)
      .where(and(eq(id, folderId), eq(column, owner)))
      .returning()
      .get()
  }

  /** Its conversations stay, without a folder. Called in a transaction. @returns Whether it was there */
  delete(owner: string, folderId: string): boolean {
    const { id, owner: column } = conversationFolders
    const gone = this.#db.orm
      .delete(conversationFolders)
      .where(and(eq(id, folderId), eq(column, owner)))
      .returning({ id })
      .all()
    if (gone.length === 0) return false
    this.#db.orm
      .update(conversations)
      .set({ folderId: null })
      .where(and(eq(conversations.owner, owner), eq(conversations.folderId, folderId)))
      .run()
    return true
  }

  deleteOwned(owner: string): void {
    this.#db.orm.delete(conversationFolders).where(eq(conversationFolders.owner, owner)).run()
  }
}
