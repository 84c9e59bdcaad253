import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { budgets } from './table.ts'

export type BudgetRow = typeof budgets.$inferSelect

/** Rows of `budgets`. */
export class BudgetStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  all(): BudgetRow[] {
    return this.#db.orm.select().from(budgets).orderBy(asc(budgets.ownerId)).all()
  }

  put(row: BudgetRow): void {
    this.#db.orm
      .insert(budgets)
      .values(row)
      .onConflictDoUpdate({ target: budgets.ownerId, set: row })
      .run()
  }

  delete(ownerId: string): void {
    this.#db.orm.delete(budgets).where(eq(budgets.ownerId, ownerId)).run()
  }
}
