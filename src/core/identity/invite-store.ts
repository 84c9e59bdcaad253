import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import { invites, inviteUses, users } from './table.ts'
import { USER_COLUMNS, type UserRow } from './user-store.ts'

export type InviteRow = typeof invites.$inferSelect
type NewUse = Omit<typeof inviteUses.$inferInsert, 'id'>

/** Somebody who has joined by an invitation. */
export interface InviteUse {
  inviteId: string
  user: UserRow
  address: string
  userAgent: string
  at: number
}

/** Rows of `invites` and `invite_uses`. */
export class InviteStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  insert(row: InviteRow): void {
    this.#db.orm.insert(invites).values(row).run()
  }

  byHash(hash: string): InviteRow | undefined {
    return this.#db.orm.select().from(invites).where(eq(invites.hash, hash)).get()
  }

  /** An invitation; links that sign in to an account are not found. */
  byId(id: string): InviteRow | undefined {
    return this.#db.orm
      .select()
      .from(invites)
      .where(and(eq(invites.id, id), isNull(invites.userId)))
      .get()
  }

  /** Takes one use, so that of two at once only one gets the last. @returns Whether there was one */
  take(hash: string, now: number): boolean {
    const taken = this.#db.orm
      .update(invites)
      .set({ usesLeft: sql`${invites.usesLeft} - 1` })
      .where(and(eq(invites.hash, hash), isLive(now)))
      .returning({ id: invites.id })
      .all()
    return taken.length === 1
  }

  /** Invitations, the newest first, at most `limit` after the cursor. */
  page(limit: number, after: TimeCursor | undefined): InviteRow[] {
    return this.#db.orm
      .select()
      .from(invites)
      .where(and(isNull(invites.userId), isAfter(invites.createdAt, invites.id, after)))
      .orderBy(desc(invites.createdAt), desc(invites.id))
      .limit(limit)
      .all()
  }

  /** Invitations that can still be used. */
  countLive(now: number): number {
    const row = this.#db.orm
      .select({ live: count() })
      .from(invites)
      .where(and(isNull(invites.userId), isLive(now)))
      .get()
    return row?.live ?? 0
  }

  insertUse(row: NewUse): void {
    this.#db.orm.insert(inviteUses).values(row).run()
  }

  /** Who has joined by these invitations, the first first. */
  usesOf(ids: readonly string[]): InviteUse[] {
    return this.#db.orm
      .select({
        inviteId: inviteUses.inviteId,
        user: USER_COLUMNS,
        address: inviteUses.address,
        userAgent: inviteUses.userAgent,
        at: inviteUses.at,
      })
      .from(inviteUses)
      .innerJoin(users, eq(users.id, inviteUses.userId))
      .where(inArray(inviteUses.inviteId, [...ids]))
      .orderBy(asc(inviteUses.id))
      .all()
  }

  revoke(id: string, at: number): void {
    this.#db.orm
      .update(invites)
      .set({ revokedAt: at })
      .where(and(eq(invites.id, id), isNull(invites.revokedAt)))
      .run()
  }

  /** Revokes what a user has made, and the links that sign in to the account. */
  revokeOf(userId: string, at: number): void {
    const isOf = or(eq(invites.userId, userId), eq(invites.createdBy, userId))
    this.#db.orm
      .update(invites)
      .set({ revokedAt: at })
      .where(and(isOf, isNull(invites.revokedAt)))
      .run()
  }

  /** Deletes the links that sign in to an account. */
  deleteLinksOf(userId: string): void {
    this.#db.orm.delete(invites).where(eq(invites.userId, userId)).run()
  }

  /** Empties what the uses of a user say about the browser. */
  forgetUsesOf(userId: string): void {
    this.#db.orm
      .update(inviteUses)
      .set({ address: '', userAgent: '' })
      .where(eq(inviteUses.userId, userId))
      .run()
  }

  /** Deletes links and unused invitations that have expired before a time. */
  sweep(before: number): void {
    const unused = or(isNotNull(invites.userId), eq(invites.usesLeft, invites.uses))
    this.#db.orm
      .delete(invites)
      .where(and(lte(invites.expiresAt, before), unused))
      .run()
  }
}

function isLive(now: number) {
  return and(gt(invites.usesLeft, 0), isNull(invites.revokedAt), gt(invites.expiresAt, now))
}
