import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Small facts about the installation: the hash of the Primary Key. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
