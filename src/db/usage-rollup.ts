import { eq } from 'drizzle-orm'
import { Pacer } from '../platform/pacer.ts'
import { SliceSize } from '../platform/slice-size.ts'
import type { Db } from './open.ts'
import { rollupMarks } from './schema/usage.ts'
import { SUM_LIST } from './usage-groups.ts'

const DAY_MS = 86_400_000
/** Rows of each source that are added up at a time; each may change four rows anywhere in large tables. */
const SLICE = { min: 100, max: 2000 }

const OWNER = 'owner_id, actor, key_id, project, product'
const WORK = 'surface, action, engine, account, model, outcome'
/** The day's text is made once for each group, and not for each row. */
const WHO = `date(at / ${DAY_MS} * 86400, 'unixepoch'), owner_id, actor, coalesce(key_id, ''), coalesce(project, ''), coalesce(product, '')`

/** Rows of each source after its mark, added up. Parameters: the mark, the new mark. */
const SOURCES = {
  model_calls: `SELECT ${WHO}, surface, '', engine, account, model, outcome,
    0, 0, count(*), sum(queue_ms), sum(total_ms), sum(characters_in), sum(characters_out)
    FROM model_calls WHERE id > ? AND id <= ?
    GROUP BY at / ${DAY_MS}, key_id, owner_id, actor, project, product, surface, engine, account, model, outcome`,
  usage: `SELECT ${WHO}, surface, action, '', '', '', outcome, count(*), sum(credits), 0, 0, 0, 0, 0
    FROM usage WHERE id > ? AND id <= ?
    GROUP BY at / ${DAY_MS}, key_id, owner_id, actor, project, product, surface, action, outcome`,
} as const
type Source = keyof typeof SOURCES

/** The groups of one slice, which are added to four sums each. */
const SLICE_TABLE = `CREATE TEMP TABLE IF NOT EXISTS usage_slice AS SELECT * FROM usage_sums WHERE 0`
const MONTH = 'substr(period, 1, 7)'
const ADDITIONS = [
  addition('usage_sums', 'period', `${OWNER}, ${WORK}`),
  addition('usage_sums', MONTH, `${OWNER}, ${WORK}`),
  addition('usage_totals', 'period', WORK),
  addition('usage_totals', MONTH, WORK),
]

/**
 * Keeps the sums by day and month up to the rows they are made of. The rows are the truth; the mark
 * says how far they are added up, in the same transaction, so a crash at any moment counts each row once.
 */
export class UsageRollup {
  readonly #step: (rows: number) => boolean
  readonly #size = new SliceSize(SLICE)
  /** Rows written since the last slice. */
  #written = 0

  constructor({ sqlite, orm }: Db) {
    sqlite.run(SLICE_TABLE)
    const additions = ADDITIONS.map((statement) => sqlite.prepare(statement))
    const clear = sqlite.prepare('DELETE FROM temp.usage_slice')
    const sources = Object.keys(SOURCES) as Source[]
    const steps = sources.map((source) => ({
      source,
      top: sqlite.prepare<{ id: number }, []>(`SELECT coalesce(max(id), 0) AS id FROM ${source}`),
      gather: sqlite.prepare(`INSERT INTO temp.usage_slice ${SOURCES[source]}`),
    }))
    this.#step = sqlite.transaction((rows: number) => {
      let isBehind = false
      for (const { source, top, gather } of steps) {
        const row = orm.select().from(rollupMarks).where(eq(rollupMarks.source, source)).get()
        const [mark, end] = [row?.upTo ?? 0, top.get()?.id ?? 0]
        if (end === mark) continue
        const upTo = Math.min(end, mark + rows)
        gather.run(mark, upTo)
        for (const add of additions) add.run()
        clear.run()
        orm
          .insert(rollupMarks)
          .values({ source, upTo })
          .onConflictDoUpdate({ target: rollupMarks.source, set: { upTo } })
          .run()
        if (upTo < end) isBehind = true
      }
      return isBehind
    })
  }

  /** Counts a row that was written, and adds up those of the last while; inside its transaction. */
  count(): void {
    this.#written += 1
    if (this.#written >= this.#size.rows) this.step()
  }

  /** Adds up the next rows; also inside a transaction. @returns Whether more are left */
  step(): boolean {
    const isWhole = this.#written >= this.#size.rows
    this.#written = 0
    const started = performance.now()
    const isBehind = this.#step(this.#size.rows)
    this.#size.measured(performance.now() - started, isWhole || isBehind)
    return isBehind
  }

  /** Adds up all that has come since the last time, with turns of the event loop in between. */
  async catchUp(): Promise<void> {
    const pacer = new Pacer()
    while (this.step()) await pacer.pause()
    await pacer.pause()
  }
}

function addition(table: string, period: string, columns: string): string {
  const names = SUM_LIST.split(', ')
  const sums = names.map((name) => `sum(${name})`).join(', ')
  const added = names.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')
  return `INSERT INTO ${table} (period, ${columns}, ${SUM_LIST})
    SELECT ${period}, ${columns}, ${sums} FROM temp.usage_slice WHERE true GROUP BY 1, ${columns}
    ON CONFLICT DO UPDATE SET ${added}`
}
