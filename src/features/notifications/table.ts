import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Browsers that get push messages, while their session goes on. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    sessionId: text('session_id').notNull(),
    /** Address at the browser's push service; who knows it and the keys can send to the browser. */
    endpoint: text('endpoint').notNull().unique(),
    /** Public key of the browser, and what it shares with this service; base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: integer('created_at').notNull(),
    lastOkAt: integer('last_ok_at'),
    /** Refusals of the push service since then. */
    failures: integer('failures').notNull().default(0),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
)

/** What users want to be notified of; who has chosen nothing has no row. */
export const notificationChoices = sqliteTable('notification_choices', {
  userId: text('user_id').primaryKey(),
  /** Kinds that are not sent, separated by spaces. */
  mutedKinds: text('muted_kinds').notNull().default(''),
  /** Whether the first words of answers are sent as well. */
  withWords: integer('with_words', { mode: 'boolean' }).notNull().default(false),
  /** On the ntfy server of the settings; null where the person has none. */
  ntfyTopic: text('ntfy_topic'),
  /** Whether mail is sent to the verified address of the account. */
  byMail: integer('by_mail', { mode: 'boolean' }).notNull().default(false),
})
