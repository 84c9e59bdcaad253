import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { type ProfileRow, profileFromJson, profileToJson } from './profile-json.ts'
import { apiKeys, keyProfiles } from './schema/keys.ts'
import { isAfter, type TimeCursor } from './time-cursor.ts'

export type KeyRow = typeof apiKeys.$inferSelect
/** A key with its profile, which is undefined when there is no row or its JSON is invalid. */
export type KeyWithProfile = KeyRow & { hasProfile: boolean; profile: ProfileRow | undefined }

/** A key's new profile, and who changed it. */
export interface ProfileChange {
  profile: ProfileRow
  updatedAt: number
  updatedBy: string
}

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

  /** Inserts a key and its profile in one transaction. Without a profile the key has legacy access. */
  insert(row: typeof apiKeys.$inferInsert, profile: ProfileChange | undefined): void {
    this.#db.transaction(() => {
      this.#db.orm.insert(apiKeys).values(row).run()
      if (profile !== undefined) this.putProfile(row.id, profile)
    })
  }

  /** The labels of all keys, including revoked ones. */
  labels(): { id: string; label: string }[] {
    return this.#db.orm.select({ id: apiKeys.id, label: apiKeys.label }).from(apiKeys).all()
  }

  update(
    id: string,
    change: Partial<Pick<KeyRow, 'label' | 'project' | 'product' | 'expiresAt'>>,
  ): void {
    this.#db.orm.update(apiKeys).set(change).where(eq(apiKeys.id, id)).run()
  }

  /** Revokes a key permanently. Revoking it again keeps the first time. */
  revoke(id: string, at: number): void {
    this.#db.orm
      .update(apiKeys)
      .set({ revokedAt: at })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
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
    this.#touch.run(uses, at, id)
  }
}

function selectKeys(db: Db) {
  return db.orm
    .select({ key: apiKeys, keyId: keyProfiles.keyId, json: keyProfiles.profile })
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
