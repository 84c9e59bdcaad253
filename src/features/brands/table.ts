import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A word with what it is called in the language of the brand. */
export interface GlossaryEntry {
  term: string
  /** The same as the term where it is never translated. */
  use: string
}

/** How captions are broken. Absent fields are those of the caller or the default. */
export interface CaptionRules {
  maxLineCharacters?: number
  maxLines?: number
  maxCharactersPerSecond?: number
  minCueSeconds?: number
  minGapMs?: number
}

/** How texts of a brand are written and spoken. */
export const brands = sqliteTable('brands', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  language: text('language'),
  tone: text('tone'),
  glossary: text('glossary', { mode: 'json' }).$type<readonly GlossaryEntry[]>().notNull(),
  captionRules: text('caption_rules', { mode: 'json' }).$type<CaptionRules>().notNull(),
  voice: text('voice'),
})
