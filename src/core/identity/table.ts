import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LANGUAGES } from '../../platform/languages.ts'

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
