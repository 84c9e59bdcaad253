import { eq, sql } from 'drizzle-orm'
import { once } from '../platform/once.ts'
import type { Db } from './open.ts'
import { settings } from './setting-table.ts'

/** Settings of the installation, by name. */
export class SettingStore {
  readonly #db: Db
  readonly #byName

  constructor(db: Db) {
    this.#db = db
    this.#byName = once(() =>
      db.orm
        .select()
        .from(settings)
        .where(eq(settings.name, sql.placeholder('name')))
        .prepare(),
    )
  }

  get(name: string): string | undefined {
    return this.#byName().get({ name })?.value
  }

  set(name: string, value: string): void {
    this.#db.orm
      .insert(settings)
      .values({ name, value })
      .onConflictDoUpdate({ target: settings.name, set: { value } })
      .run()
  }
}
