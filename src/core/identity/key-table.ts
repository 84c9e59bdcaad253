import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './table.ts'

/** Custom API keys. Only the SHA-256 of a key is stored. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    label: text('label').notNull(),
    /** `foldName` of the label; null until `KeyStore` has filled it. */
    foldedLabel: text('folded_label'),
    /** The user who has made it and whom it acts for; null for a key of the service. */
    userId: text('user_id').references(() => users.id),
    hash: text('hash').notNull(),
    prefix: text('prefix').notNull(),
    lastFour: text('last_four').notNull(),
    project: text('project'),
    product: text('product'),
    useCount: integer('use_count').notNull().default(0),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
    /** Null when the key does not expire. */
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_keys_hash').on(table.hash),
    index('api_keys_folded_label').on(table.foldedLabel),
    index('api_keys_user').on(table.userId),
    index('api_keys_created').on(table.createdAt, table.id),
  ],
)

/** Capability profiles, permanently bound to the id of a key. */
export const keyProfiles = sqliteTable('key_profiles', {
  keyId: text('key_id')
    .primaryKey()
    .references(() => apiKeys.id),
  profile: text('profile', { mode: 'json' }).notNull(),
  updatedAt: integer('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})
