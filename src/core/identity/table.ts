import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LANGUAGES } from '../../platform/languages.ts'

/** Granted by an admin: profiles of workers, and bytes of files. */
export interface UserExtras {
  workerProfiles: readonly string[]
  storageBytes: number | null
}

/** The accounts of people. Which identity at a provider signs in to which, `identities` has. */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** Identity provider of the first sign-in; `local` for an account made by an invitation. */
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** Null unless the provider has stated that the address is verified. */
    email: text('email'),
    /**
     * `foldName` of the e-mail address, or of the id without one; null until `UserStore` has filled
     * it.
     */
    foldedName: text('folded_name'),
    name: text('name'),
    role: text('role', { enum: ['pending', 'user', 'admin'] }).notNull(),
    status: text('status', { enum: ['active', 'suspended', 'deleted'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    lastSignInAt: integer('last_sign_in_at').notNull(),
    /** 32 random bytes by which authenticators know the account; null before its first passkey. */
    handle: text('handle'),
    /** What an admin has granted beside the role; null for nothing. */
    extras: text('extras', { mode: 'json' }).$type<UserExtras>(),
    /** Of the pages; null for the one that the browser prefers. */
    language: text('language', { enum: LANGUAGES }),
  },
  (table) => [
    index('users_created').on(table.createdAt, table.id),
    index('users_folded_name').on(table.foldedName),
    index('users_email').on(table.email),
  ],
)

/**
 * Identities at providers that sign in to an account: found by issuer and subject, never by the
 * e-mail address. Those of deleted users stay, so that they stay refused.
 */
export const identities = sqliteTable(
  'identities',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** As the provider has verified it at the last sign-in; only shown. */
    email: text('email'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.issuer, table.subject),
    index('identities_user').on(table.userId),
  ],
)

/** Sessions of browsers. Only the SHA-256 of the token in the cookie is stored. */
export const sessions = sqliteTable(
  'sessions',
  {
    hash: text('hash').primaryKey(),
    /** Names the session; the hash leaves the database never. */
    id: text('id').notNull().default(''),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    /** Stored about once a minute. */
    lastUsedAt: integer('last_used_at').notNull().default(0),
    /** Network address at the sign-in; empty in a row of an older version. */
    address: text('address').notNull().default(''),
    /** As the browser called itself at the sign-in; empty in a row of an older version. */
    userAgent: text('user_agent').notNull().default(''),
    /** Extended with use. */
    expiresAt: integer('expires_at').notNull(),
    /** A revoked row is kept until it expires, so that a refusal can state the reason. */
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    uniqueIndex('sessions_id').on(table.id),
    index('sessions_expires').on(table.expiresAt),
  ],
)

/**
 * SQL: whether what an owner shares may be read by others. A user who is suspended, deleted or not yet
 * approved shares nothing.
 *
 * @param owner The column
 */
export function mayShare(owner: string): string {
  return `(substr(${owner}, 1, 5) <> 'user:' OR EXISTS (SELECT 1 FROM users
    WHERE users.id = substr(${owner}, 6) AND users.status = 'active' AND users.role <> 'pending'))`
}
