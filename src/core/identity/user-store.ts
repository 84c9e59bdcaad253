import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { foldName } from '../../db/fold-name.ts'
import type { Db } from '../../db/open.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import type { Language } from '../../platform/languages.ts'
import { once } from '../../platform/once.ts'
import { identities, users } from './table.ts'

const { foldedName: _, handle: __, ...columns } = getTableColumns(users)
/** The columns of a {@link UserRow}. */
export const USER_COLUMNS = columns

/** The row that stands for the Primary Key. It is no user: lists and counts leave it out. */
export const PRIMARY_USER_ID = 'usr_primary'

export type UserRow = Omit<typeof users.$inferSelect, 'foldedName' | 'handle'>
export type IdentityRow = typeof identities.$inferSelect

/** The issuer of accounts that were made by an invitation, without an identity provider. */
export const LOCAL_ISSUER = 'local'

/** What a list of users is limited to. */
export interface UserFilter {
  /** Part of the e-mail address, the name or the id; case does not matter. */
  text?: string | undefined
  role?: UserRow['role'] | undefined
  status?: UserRow['status'] | undefined
  /** Whether they wait for approval. */
  isWaiting?: boolean | undefined
}

/** Rows of `users` and `identities`. */
export class UserStore {
  readonly #db: Db
  readonly #byId
  readonly #hasName

  constructor(db: Db) {
    this.#db = db
    this.#byId = once(() =>
      db.orm
        .select(USER_COLUMNS)
        .from(users)
        .where(eq(users.id, sql.placeholder('id')))
        .prepare(),
    )
    this.#hasName = once(() =>
      db.orm
        .select({ id: users.id })
        .from(users)
        .where(eq(users.foldedName, sql.placeholder('folded')))
        .limit(1)
        .prepare(),
    )
    this.#foldNames()
  }

  byId(id: string): UserRow | undefined {
    return this.#byId().get({ id })
  }

  /** The user whom an identity at a provider signs in. */
  byIdentity(issuer: string, subject: string): UserRow | undefined {
    return this.#db.orm
      .select(USER_COLUMNS)
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
      .get()
  }

  /** The identities that sign in to an account, the first first. */
  identitiesOf(userId: string): IdentityRow[] {
    return this.#db.orm
      .select()
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identities.createdAt), asc(identities.id))
      .all()
  }

  deleteIdentity(id: string): void {
    this.#db.orm.delete(identities).where(eq(identities.id, id)).run()
  }

  insertIdentity(row: IdentityRow): void {
    this.#db.orm.insert(identities).values(row).run()
  }

  /** Stores the address that the provider has stated at a sign-in. */
  updateIdentity(issuer: string, subject: string, email: string | null): void {
    this.#db.orm
      .update(identities)
      .set({ email })
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
      .run()
  }

  /** All users with this verified address, ignoring ASCII case, including deleted ones. */
  byEmail(email: string): UserRow[] {
    return this.#db.orm
      .select(USER_COLUMNS)
      .from(users)
      .where(eq(sql`lower(${users.email})`, sql`lower(${email})`))
      .all()
  }

  /**
   * Active accounts with this e-mail address or name, ignoring case; at most two. Nobody is found by a
   * name that is an address of somebody else's.
   */
  named(text: string): UserRow[] {
    const folded = foldName(text)
    const isName = text.includes('@')
      ? undefined
      : eq(sql`lower(${users.name})`, text.toLowerCase())
    return this.#db.orm
      .select(USER_COLUMNS)
      .from(users)
      .where(
        and(
          ne(users.id, PRIMARY_USER_ID),
          eq(users.status, 'active'),
          ne(users.role, 'pending'),
          or(eq(users.foldedName, folded), isName),
        ),
      )
      .limit(2)
      .all()
  }

  /** Of active accounts, each once, sorted. Those without a name are not there. */
  memberNames(limit: number): string[] {
    return this.#db.orm
      .selectDistinct({ name: users.name })
      .from(users)
      .where(
        and(ne(users.id, PRIMARY_USER_ID), eq(users.status, 'active'), ne(users.role, 'pending')),
      )
      .orderBy(sql`lower(${users.name})`)
      .limit(limit)
      .all()
      .flatMap(({ name }) => name ?? [])
  }

  /** The newest first, at most `limit` after the cursor. */
  page(limit: number, after: TimeCursor | undefined, filter: UserFilter = {}): UserRow[] {
    return this.#db.orm
      .select(USER_COLUMNS)
      .from(users)
      .where(and(matching(filter), isAfter(users.createdAt, users.id, after)))
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit)
      .all()
  }

  /** How many there are, on all pages. */
  count(filter: UserFilter = {}): number {
    const row = this.#db.orm.select({ users: count() }).from(users).where(matching(filter)).get()
    return row?.users ?? 0
  }

  /**
   * Whether a user, also a deleted one, has this name in usage records; compared as labels of keys
   * are.
   */
  hasName(name: string): boolean {
    return this.#hasName().get({ folded: foldName(name) }) !== undefined
  }

  activeAdmins(): number {
    const row = this.#db.orm
      .select({ admins: count() })
      .from(users)
      .where(
        and(eq(users.role, 'admin'), eq(users.status, 'active'), ne(users.id, PRIMARY_USER_ID)),
      )
      .get()
    return row?.admins ?? 0
  }

  /** Of those who may sign in. */
  languages(): Language[] {
    return this.#db.orm
      .selectDistinct({ language: users.language })
      .from(users)
      .where(eq(users.status, 'active'))
      .all()
      .flatMap(({ language }) => language ?? [])
  }

  insert(row: Omit<UserRow, 'extras' | 'language'> & Partial<UserRow>): void {
    this.#db.orm
      .insert(users)
      .values({ ...row, foldedName: foldName(usageNameOf(row)) })
      .run()
  }

  update(id: string, change: Partial<Omit<UserRow, 'id'>>): void {
    const { email } = change
    const folded = email === undefined ? {} : { foldedName: foldName(email ?? id) }
    this.#db.orm
      .update(users)
      .set({ ...change, ...folded })
      .where(eq(users.id, id))
      .run()
  }

  /**
   * Fills the folded names that the migration could not compute in SQL: other letters than ASCII.
   */
  #foldNames(): void {
    const { orm, sqlite } = this.#db
    const rows = orm.select(USER_COLUMNS).from(users).where(isNull(users.foldedName)).all()
    if (rows.length === 0) return
    using fill = sqlite.prepare('UPDATE users SET folded_name = ? WHERE id = ?')
    this.#db.transaction(() => {
      for (const row of rows) fill.run(foldName(usageNameOf(row)), row.id)
    })
  }
}

const IS_WAITING = sql`(${users.role} = 'pending' AND ${users.status} = 'active')`

function matching({ text, role, status, isWaiting }: UserFilter): SQL | undefined {
  return and(
    ne(users.id, PRIMARY_USER_ID),
    text === undefined ? undefined : hasText(foldName(text)),
    role === undefined ? undefined : eq(users.role, role),
    status === undefined ? undefined : eq(users.status, status),
    isWaiting === undefined ? undefined : isWaiting ? IS_WAITING : not(IS_WAITING),
  )
}

function hasText(folded: string): SQL | undefined {
  return or(
    sql`instr(${users.foldedName}, ${folded}) > 0`,
    sql`instr(lower(${users.name}), ${folded}) > 0`,
    sql`instr(lower(${users.id}), ${folded}) > 0`,
  )
}

/**
 * The name in usage records: the verified e-mail address, or the name of an account that was made by
 * an invitation, which no other has. Names of providers are not unique.
 */
export function usageNameOf({ id, email, issuer, name }: NamedUser): string {
  return email ?? (issuer === LOCAL_ISSUER ? name : null) ?? id
}

/** What makes the name of a user in usage records. */
export type NamedUser = Pick<UserRow, 'id' | 'email' | 'issuer' | 'name'>
