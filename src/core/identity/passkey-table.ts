import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './table.ts'

/** Passkeys: the public part alone, so the table opens nothing. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential's id in base64url, as the authenticator has made it. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The host that it belongs to; under another it cannot be used. */
    rpId: text('rp_id').notNull(),
    /** In COSE's form. */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** COSE's number of the algorithm. */
    alg: integer('alg').notNull(),
    /** Of uses, as the authenticator counts them; 0 where it does not. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<readonly string[]>().notNull(),
    /** Whether it is kept in more than one device. */
    backedUp: integer('backed_up', { mode: 'boolean' }).notNull(),
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    /** When a use had a lower counter than one before: it may have been copied, and is refused. */
    suspectAt: integer('suspect_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
