import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { type UserExtras, users } from './table.ts'

/** Invitations, and links that sign in to an account. Only the SHA-256 of a token is stored. */
export const invites = sqliteTable(
  'invites',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull(),
    /** The account that a sign-in link opens; null for an invitation, which makes one. */
    userId: text('user_id').references(() => users.id),
    label: text('label').notNull(),
    /** What an account made by it is granted; null for nothing. */
    extras: text('extras', { mode: 'json' }).$type<UserExtras>(),
    uses: integer('uses').notNull(),
    usesLeft: integer('uses_left').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    uniqueIndex('invites_hash').on(table.hash),
    index('invites_created').on(table.createdAt, table.id),
    index('invites_user').on(table.userId),
    index('invites_expires').on(table.expiresAt),
  ],
)

/** Who has joined by which invitation, and from where. */
export const inviteUses = sqliteTable(
  'invite_uses',
  {
    id: integer('id').primaryKey(),
    inviteId: text('invite_id')
      .notNull()
      .references(() => invites.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [
    index('invite_uses_invite').on(table.inviteId),
    index('invite_uses_user').on(table.userId),
  ],
)
