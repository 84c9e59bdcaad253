import { eq } from 'drizzle-orm'
import type { Db } from './open.ts'
import { rollupMarks } from './schema/usage.ts'

const DAY_MS = 86_400_000
const KEY_COLUMNS =
  'day, actor, key_id, project, product, surface, action, engine, account, model, outcome'
const SUM_COLUMNS = 'calls, credits, model_calls, queue_ms, total_ms, characters_in, characters_out'
/** The day's text is made once for each group, and not for each row. */
const WHO = `date(at / ${DAY_MS} * 86400, 'unixepoch'), actor, coalesce(key_id, ''), coalesce(project, ''), coalesce(product, '')`

/** Each source's rows after its mark, added up. Parameters: the mark, the new mark. */
const SUMS = {
  model_calls: `SELECT ${WHO}, surface, '', engine, account, model, outcome,
    0, 0, count(*), sum(queue_ms), sum(total_ms), sum(characters_in), sum(characters_out)
    FROM model_calls WHERE id > ? AND id <= ?
    GROUP BY at / ${DAY_MS}, key_id, actor, project, product, surface, engine, account, model, outcome`,
  usage: `SELECT ${WHO}, '', action, '', '', '', '', count(*), sum(credits), 0, 0, 0, 0, 0
    FROM usage WHERE id > ? AND id <= ? GROUP BY at / ${DAY_MS}, key_id, actor, project, product, action`,
} as const
type Source = keyof typeof SUMS

const ADD = SUM_COLUMNS.split(', ')
  .map((name) => `${name} = ${name} + excluded.${name}`)
  .join(', ')

/**
 * Keeps `usage_days` up to the rows it is made of. The rows are the truth; the mark says how far they
 * are added up, in the same transaction, so a crash at any moment counts each row once.
 */
export class UsageRollup {
  readonly #run: () => void

  constructor({ sqlite, orm }: Db) {
    const sources = Object.keys(SUMS) as Source[]
    const steps = sources.map((source) => ({
      source,
      top: sqlite.prepare<{ id: number }, []>(`SELECT coalesce(max(id), 0) AS id FROM ${source}`),
      add: sqlite.prepare(
        `INSERT INTO usage_days (${KEY_COLUMNS}, ${SUM_COLUMNS}) ${SUMS[source]} ON CONFLICT DO UPDATE SET ${ADD}`,
      ),
    }))
    this.#run = sqlite.transaction(() => {
      for (const { source, top, add } of steps) {
        const mark = orm.select().from(rollupMarks).where(eq(rollupMarks.source, source)).get()
        const upTo = top.get()?.id ?? 0
        if (upTo === (mark?.upTo ?? 0)) continue
        add.run(mark?.upTo ?? 0, upTo)
        orm
          .insert(rollupMarks)
          .values({ source, upTo })
          .onConflictDoUpdate({ target: rollupMarks.source, set: { upTo } })
          .run()
      }
    })
  }

  /** Adds up what has come since the last time; also inside a transaction. */
  run(): void {
    this.#run()
  }
}
