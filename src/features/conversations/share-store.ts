import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { mayShare, users } from '../../core/identity/table.ts'
import { USER_COLUMNS } from '../../core/identity/user-store.ts'
import type { Db } from '../../db/open.ts'
import { conversationShares as shares } from './table.ts'

export type ShareRow = typeof shares.$inferSelect

/** Rows of `conversation_shares`. Those that have expired, or whose owner may not sign in, are not there. */
export class ShareStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  insert(row: ShareRow): void {
    this.#db.orm.insert(shares).values(row).run()
  }

  /** Of a conversation, each with its member, the newest first. */
  ofConversation(owner: string, conversationId: string, now: number) {
    return this.#db.orm
      .select({ share: getTableColumns(shares), member: USER_COLUMNS })
      .from(shares)
      .leftJoin(users, eq(users.id, shares.memberId))
      .where(and(eq(shares.conversationId, conversationId), eq(shares.owner, owner), isValid(now)))
      .orderBy(desc(shares.createdAt), desc(shares.id))
      .all()
  }

  /** Those with a member, the newest first. */
  ofMember(memberId: string, now: number, limit: number): ShareRow[] {
    return this.#db.orm
      .select()
      .from(shares)
      .where(and(eq(shares.memberId, memberId), isValid(now)))
      .orderBy(desc(shares.createdAt), desc(shares.id))
      .limit(limit)
      .all()
  }

  countOfMember(memberId: string, now: number): number {
    return (
      this.#db.orm
        .select({ shares: count() })
        .from(shares)
        .where(and(eq(shares.memberId, memberId), isValid(now)))
        .get()?.shares ?? 0
    )
  }

  findOfMember(memberId: string, id: string, now: number): ShareRow | undefined {
    const mine = and(eq(shares.id, id), eq(shares.memberId, memberId), isValid(now))
    return this.#db.orm.select().from(shares).where(mine).get()
  }

  byTokenHash(hash: string, now: number): ShareRow | undefined {
    const its = and(eq(shares.tokenHash, hash), isValid(now))
    return this.#db.orm.select().from(shares).where(its).get()
  }

  /** @returns Whether it was there */
  delete(owner: string, conversationId: string, id: string): boolean {
    return this.#delete(
      and(eq(shares.id, id), eq(shares.conversationId, conversationId), eq(shares.owner, owner)),
    )
  }

  /** @returns Whether it was there */
  deleteOfMember(memberId: string, id: string): boolean {
    return this.#delete(and(eq(shares.id, id), eq(shares.memberId, memberId)))
  }

  /** Ends what was shared with a member of a conversation before. */
  deleteWith(memberId: string, conversationId: string): void {
    this.#delete(and(eq(shares.memberId, memberId), eq(shares.conversationId, conversationId)))
  }

  deleteOfConversation(conversationId: string): void {
    this.#delete(eq(shares.conversationId, conversationId))
  }

  /** What an owner has shared, and what was shared with them. */
  deleteOwned(owner: string, memberId: string | undefined): void {
    this.#delete(eq(shares.owner, owner))
    if (memberId !== undefined) this.#delete(eq(shares.memberId, memberId))
  }

  deleteExpired(now: number): void {
    this.#delete(lte(shares.expiresAt, now))
  }

  #delete(which: SQL | undefined): boolean {
    return this.#db.orm.delete(shares).where(which).returning({ id: shares.id }).all().length > 0
  }
}

/** An account that is suspended or deleted shares nothing. */
function isValid(now: number): SQL | undefined {
  return and(
    or(isNull(shares.expiresAt), gt(shares.expiresAt, now)),
    sql.raw(mayShare('conversation_shares.owner')),
  )
}
