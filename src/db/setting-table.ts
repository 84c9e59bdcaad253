import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Settings of the installation, such as the hash of the Primary Key. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
