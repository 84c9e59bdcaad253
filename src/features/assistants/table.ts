import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** How a model is asked for an assistant; what is absent is left to the model. */
export interface AssistantParameters {
  temperature?: number
  top_p?: number
  max_tokens?: number
  reasoning_effort?: 'low' | 'medium' | 'high'
}

/** Ways to ask a model that somebody has put together, or the owner of the service for all. */
export const assistants = sqliteTable(
  'assistants',
  {
    id: text('id').primaryKey(),
    /** `house` for one that all share. */
    owner: text('owner').notNull(),
    /** As a model it is `assistant/` with this. */
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    /** An emoji, or a small picture as a `data:` address; null for none. */
    picture: text('picture'),
    instructions: text('instructions').notNull(),
    /** As in a chat request; null for the one that is chosen in the chat, or `auto`. */
    model: text('model'),
    parameters: text('parameters', { mode: 'json' }).$type<AssistantParameters>().notNull(),
    /** Names of tools that the model may call. */
    tools: text('tools', { mode: 'json' }).$type<readonly string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [uniqueIndex('assistants_slug').on(table.owner, table.slug)],
)

/** Prompts that are saved, and what each person tells the model in all chats. */
export const savedTexts = sqliteTable(
  'saved_texts',
  {
    id: text('id').primaryKey(),
    /** `house` for a prompt that all share. */
    owner: text('owner').notNull(),
    /** Of `instructions`, each owner has one at most. */
    kind: text('kind', { enum: ['prompt', 'instructions'] }).notNull(),
    /** Empty for instructions. */
    name: text('name').notNull(),
    text: text('text').notNull(),
    /** Whether it is in use; of a prompt always. */
    isOn: integer('is_on', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('saved_texts_owner').on(table.owner, table.kind)],
)
