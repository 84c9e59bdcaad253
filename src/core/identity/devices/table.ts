import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../table.ts'

/** Machines and apps that a user has approved by the device flow. */
export const devices = sqliteTable(
  'devices',
  {
    id: text('id').primaryKey(),
    surface: text('surface', { enum: ['code', 'canvas', 'mcp'] }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The name that the client gives itself: untrusted text. */
    name: text('name').notNull(),
    /**
     * Hash of the code surface's credential; null on the others, whose tokens are rotated.
     */
    hash: text('hash'),
    address: text('address').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    uniqueIndex('devices_hash').on(table.hash),
    index('devices_user').on(table.userId),
    index('devices_created').on(table.createdAt, table.id),
  ],
)

/**
 * Device authorization requests. Both codes are kept as keyed hashes: a stolen table must not
 * reveal a short code.
 */
export const deviceRequests = sqliteTable(
  'device_requests',
  {
    hash: text('hash').primaryKey(),
    userCodeHash: text('user_code_hash').notNull(),
    /** `browser` for one that is to be signed in. */
    surface: text('surface', { enum: ['code', 'canvas', 'browser'] }).notNull(),
    name: text('name').notNull(),
    /** S256 of the verifier that each poll must contain; null where none was given. */
    codeChallenge: text('code_challenge'),
    status: text('status', { enum: ['pending', 'approved', 'denied', 'used'] }).notNull(),
    /** The first user who entered the code; only this user may decide. */
    userId: text('user_id').references(() => users.id),
    address: text('address').notNull(),
    intervalMs: integer('interval_ms').notNull(),
    lastPollAt: integer('last_poll_at').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('device_requests_user_code').on(table.userCodeHash),
    index('device_requests_expires').on(table.expiresAt),
  ],
)

/**
 * Refresh tokens of the canvas surface and of clients of `/mcp`. Used ones are kept, because the reuse of one ends its
 * family.
 */
export const refreshTokens = sqliteTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    /** All tokens of one device are one family. */
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [
    index('refresh_tokens_device').on(table.deviceId),
    index('refresh_tokens_expires').on(table.expiresAt),
  ],
)
