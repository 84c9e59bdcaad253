import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { apiKeys, keyProfiles } from './schema/keys.ts'
import { isAfter, type TimeCursor } from './time-cursor.ts'

export type KeyRow = typeof apiKeys.$inferSelect
export type KeyWithProfile = KeyRow & { profile: unknown }

/** Rows of `api_keys` and `key_profiles`. */
export class KeyStore {
  readonly #db: Db
  readonly #byHash
  readonly #touch

  constructor(db: Db) {
    this.#db = db
    this.#byHash = selectKeys(db)
      .where(eq(apiKeys.hash, sql.placeholder('hash')))
      .prepare()
    this.#touch = db.sqlite.prepare<unknown, [number, number, string]>(
      'UPDATE api_keys SET use_count = use_count + ?, last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
    )
  }

  byHash(hash: string): KeyWithProfile | undefined {
    return flat(this.#byHash.get({ hash }))
  }

  byId(id: string): KeyWithProfile | undefined {
    return flat(selectKeys(this.#db).where(eq(apiKeys.id, id)).get())
  }

  /** The newest first, at most `limit` after the cursor. */
  page(limit: number, after: TimeCursor | undefined): KeyWithProfile[] {
    return selectKeys(this.#db)
      .where(isAfter(apiKeys.createdAt, apiKeys.id, after))
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
      .limit(limit)
      .all()
      .flatMap((row) => flat(row) ?? [])
  }

  /** Adds a key and its profile in one step; without a profile the key has legacy access. */
  insert(
    row: typeof apiKeys.$inferInsert,
    profile: typeof keyProfiles.$inferInsert | undefined,
  ): void {
    this.#db.orm.transaction((tx) => {
      tx.insert(apiKeys).values(row).run()
      if (profile !== undefined) tx.insert(keyProfiles).values(profile).run()
    })
  }

  update(
    id: string,
    change: Partial<Pick<KeyRow, 'label' | 'project' | 'product' | 'expiresAt'>>,
  ): void {
    this.#db.orm.update(apiKeys).set(change).where(eq(apiKeys.id, id)).run()
  }

  /** Revokes for good; a second time keeps the first moment. */
  revoke(id: string, at: number): void {
    this.#db.orm
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .run()
  }

  putProfile(row: typeof keyProfiles.$inferInsert): void {
    const { keyId: _, ...change } = row
    this.#db.orm
      .insert(keyProfiles)
      .values(row)
      .onConflictDoUpdate({ target: keyProfiles.keyId, set: change })
      .run()
  }

  /** Adds uses to a key's counter. */
  touch(id: string, uses: number, at: number): void {
    this.#touch.run(uses, at, id)
  }
}

function selectKeys(db: Db) {
  return db.orm
    .select({ key: apiKeys, profile: keyProfiles.profile })
    .from(apiKeys)
    .leftJoin(keyProfiles, eq(keyProfiles.keyId, apiKeys.id))
}

function flat(row: { key: KeyRow; profile: unknown } | undefined): KeyWithProfile | undefined {
  return row && { ...row.key, profile: row.profile }
}
