import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { accountVerdicts, disabledAccounts } from './table.ts'

export type VerdictRow = typeof accountVerdicts.$inferSelect
export type DisabledRow = typeof disabledAccounts.$inferSelect

/**
 * Rows of `account_verdicts` and `disabled_accounts`: read once at the start, written at each
 * change.
 */
export class AccountStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  verdicts(): VerdictRow[] {
    return this.#db.orm.select().from(accountVerdicts).all()
  }

  disabled(): DisabledRow[] {
    return this.#db.orm.select().from(disabledAccounts).all()
  }

  putVerdict(row: VerdictRow): void {
    const { engine: _engine, account: _account, family: _family, ...change } = row
    this.#db.orm
      .insert(accountVerdicts)
      .values(row)
      .onConflictDoUpdate({
        target: [accountVerdicts.engine, accountVerdicts.account, accountVerdicts.family],
        set: change,
      })
      .run()
  }

  dropVerdict({ engine, account, family }: VerdictRow): void {
    this.#db.orm
      .delete(accountVerdicts)
      .where(
        and(
          eq(accountVerdicts.engine, engine),
          eq(accountVerdicts.account, account),
          eq(accountVerdicts.family, family),
        ),
      )
      .run()
  }

  /** Disabling a disabled account keeps its first row. */
  disable(row: DisabledRow): void {
    this.#db.orm.insert(disabledAccounts).values(row).onConflictDoNothing().run()
  }

  enable(engine: string, account: string): void {
    this.#db.orm
      .delete(disabledAccounts)
      .where(and(eq(disabledAccounts.engine, engine), eq(disabledAccounts.account, account)))
      .run()
  }
}
