import {
  and,
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
import { type ProfileRow, profileFromJson, profileToJson } from '../../db/profile-json.ts'
import { isAfter, type TimeCursor } from '../../db/time-cursor.ts'
import { once } from '../../platform/once.ts'
import { apiKeys, keyProfiles } from './table.ts'

const { foldedLabel: _, ...COLUMNS } = getTableColumns(apiKeys)

export type KeyRow = Omit<typeof apiKeys.$inferSelect, 'foldedLabel'>
export type NewKeyRow = Omit<typeof apiKeys.$inferInsert, 'foldedLabel'>
/** A key with its profile, which is undefined when there is no row or its JSON is invalid. */
export type KeyWithProfile = KeyRow & { hasProfile: boolean; profile: ProfileRow | undefined }

/** A key's new profile, and who changed it. */
export interface ProfileChange {
  profile: ProfileRow
  updatedAt: number
  updatedBy: string
}

/** What a list of keys is limited to. */
export interface KeyFilter {
  /** Part of the label, the project, the product or the shown characters; case does not matter. */
  text?: string | undefined
  /** Only those of a user. */
  userId?: string | undefined
  /** Whether they work at `now`. */
  isActive?: boolean | undefined
  /** UTC milliseconds. */
  now: number
}

/** Rows of `api_keys` and `key_profiles`. */
export class KeyStore {
  readonly #db: Db
  readonly #byHash
  readonly #hasLabel
  readonly #touch

  constructor(db: Db) {
    this.#db = db
    this.#byHash = once(() =>
      selectKeys(db)
        .where(eq(apiKeys.hash, sql.placeholder('hash')))
        .prepare(),
    )
    this.#hasLabel = once(() =>
      db.orm
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.foldedLabel, sql.placeholder('folded')),
            ne(apiKeys.id, sql.placeholder('exceptId')),
            // Those of users are named among their own.
            isNull(apiKeys.userId),
          ),
        )
        .limit(1)
        .prepare(),
    )
    this.#foldLabels()
    this.#touch = once(() =>
      db.sqlite.prepare<unknown, [number, number, string]>(
        'UPDATE api_keys SET use_count = use_count + ?, last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
      ),
    )
  }

  byHash(hash: string): KeyWithProfile | undefined {
    return flat(this.#byHash().get({ hash }))
  }

  byId(id: string): KeyWithProfile | undefined {
    return flat(selectKeys(this.#db).where(eq(apiKeys.id, id)).get())
  }

  /** The newest first, at most `limit` after the cursor. */
  page(limit: number, after: TimeCursor | undefined, filter?: KeyFilter): KeyWithProfile[] {
    return selectKeys(this.#db)
      .where(and(filter && matching(filter), isAfter(apiKeys.createdAt, apiKeys.id, after)))
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
      .limit(limit)
      .all()
      .flatMap((row) => flat(row) ?? [])
  }

  /** How many there are, on all pages. */
  count(filter: KeyFilter): number {
    const row = this.#db.orm.select({ keys: count() }).from(apiKeys).where(matching(filter)).get()
    return row?.keys ?? 0
  }

  /**
   * Inserts a key and its profile in one transaction. Without a profile the key has legacy access.
   */
  insert(row: NewKeyRow, profile: ProfileChange | undefined): void {
    this.#db.transaction(() => {
      this.#db.orm
        .insert(apiKeys)
        .values({ ...row, foldedLabel: foldName(row.label) })
        .run()
      if (profile !== undefined) this.putProfile(row.id, profile)
    })
  }

  /**
   * Whether a key has this label, without regard to case, forms of letters and white space. Revoked
   * keys count too.
   *
   * @param exceptId A key that does not count
   */
  hasLabel(label: string, exceptId = ''): boolean {
    return this.#hasLabel().get({ folded: foldName(label), exceptId }) !== undefined
  }

  update(
    id: string,
    change: Partial<Pick<KeyRow, 'label' | 'project' | 'product' | 'expiresAt'>>,
  ): void {
    const folded = change.label === undefined ? {} : { foldedLabel: foldName(change.label) }
    this.#db.orm
      .update(apiKeys)
      .set({ ...change, ...folded })
      .where(eq(apiKeys.id, id))
      .run()
  }

  /** Revokes a key permanently. Revoking it again keeps the first time. */
  revoke(id: string, at: number): void {
    this.#db.orm
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .run()
  }

  /** Revokes all keys of a user. */
  revokeOf(userId: string, at: number): void {
    this.#db.orm
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
      .run()
  }

  putProfile(keyId: string, { profile, updatedAt, updatedBy }: ProfileChange): void {
    const change = { profile: profileToJson(profile), updatedAt, updatedBy }
    this.#db.orm
      .insert(keyProfiles)
      .values({ keyId, ...change })
      .onConflictDoUpdate({ target: keyProfiles.keyId, set: change })
      .run()
  }

  /** Adds to a key's use count. */
  touch(id: string, uses: number, at: number): void {
    this.#touch().run(uses, at, id)
  }

  /**
   * Fills the folded labels that the migration could not compute in SQL: other letters than ASCII.
   */
  #foldLabels(): void {
    const { orm, sqlite } = this.#db
    const { id, label } = apiKeys
    const rows = orm.select({ id, label }).from(apiKeys).where(isNull(apiKeys.foldedLabel)).all()
    if (rows.length === 0) return
    using fill = sqlite.prepare('UPDATE api_keys SET folded_label = ? WHERE id = ?')
    this.#db.transaction(() => {
      for (const row of rows) fill.run(foldName(row.label), row.id)
    })
  }
}

function matching({ text, userId, isActive, now }: KeyFilter): SQL | undefined {
  const active = sql`(${apiKeys.revokedAt} IS NULL AND coalesce(${apiKeys.expiresAt}, ${now + 1}) > ${now})`
  return and(
    text === undefined ? undefined : hasText(foldName(text)),
    userId === undefined ? undefined : eq(apiKeys.userId, userId),
    isActive === undefined ? undefined : isActive ? active : not(active),
  )
}

function hasText(folded: string): SQL | undefined {
  const { foldedLabel, project, product, prefix, lastFour } = apiKeys
  const others = [project, product, prefix, lastFour]
  return or(
    sql`instr(${foldedLabel}, ${folded}) > 0`,
    ...others.map((column) => sql`instr(lower(${column}), ${folded}) > 0`),
  )
}

function selectKeys(db: Db) {
  return db.orm
    .select({ key: COLUMNS, keyId: keyProfiles.keyId, json: keyProfiles.profile })
    .from(apiKeys)
    .leftJoin(keyProfiles, eq(keyProfiles.keyId, apiKeys.id))
}

interface JoinedRow {
  key: KeyRow
  /** Null when the key has no profile. */
  keyId: string | null
  json: unknown
}

function flat(row: JoinedRow | undefined): KeyWithProfile | undefined {
  return row && { ...row.key, hasProfile: row.keyId !== null, profile: profileFromJson(row.json) }
}
