import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Users who have signed in. A user is identified by issuer and subject, never by the e-mail
 * address.
 */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
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
  },
  (table) => [
    uniqueIndex('users_identity').on(table.issuer, table.subject),
    index('users_created').on(table.createdAt, table.id),
    index('users_folded_name').on(table.foldedName),
    index('users_email').on(table.email),
  ],
)

/** Sessions of browsers. Only the SHA-256 of the token in the cookie is stored. */
export const sessions = sqliteTable(
  'sessions',
  {
    hash: text('hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    /** Extended with use. */
    expiresAt: integer('expires_at').notNull(),
    /** A revoked row is kept until it expires, so that a refusal can state the reason. */
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
  ],
)
