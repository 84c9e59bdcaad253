import type { Db } from './open.ts'

const KEY_COLUMNS =
  'day, actor, key_id, project, product, surface, action, engine, account, model, outcome'
const SUM_COLUMNS = 'calls, credits, model_calls, queue_ms, total_ms, characters_in, characters_out'
const WHO = `date(at / 1000, 'unixepoch'), actor, coalesce(key_id, ''), coalesce(project, ''), coalesce(product, '')`

/** Each source's rows after its mark, added up. Parameters: the mark, the new mark. */
const SUMS = {
  model_calls: `SELECT ${WHO}, surface, '', engine, account, model, outcome,
    0, 0, count(*), sum(queue_ms), sum(total_ms), sum(characters_in), sum(characters_out)
    FROM model_calls WHERE id > ? AND id <= ? GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
  usage: `SELECT ${WHO}, '', action, '', '', '', '', count(*), sum(credits), 0, 0, 0, 0, 0
    FROM usage WHERE id > ? AND id <= ? GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
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

  constructor({ sqlite }: Db) {
    const sources = Object.keys(SUMS) as Source[]
    const steps = sources.map((source) => ({
      source,
      mark: sqlite.prepare<{ up_to: number }, [string]>(
        'SELECT up_to FROM rollup_marks WHERE source = ?',
      ),
      top: sqlite.prepare<{ id: number }, []>(`SELECT coalesce(max(id), 0) AS id FROM ${source}`),
      add: sqlite.prepare(
        `INSERT INTO usage_days (${KEY_COLUMNS}, ${SUM_COLUMNS}) ${SUMS[source]} ON CONFLICT DO UPDATE SET ${ADD}`,
      ),
      note: sqlite.prepare(
        'INSERT INTO rollup_marks (source, up_to) VALUES (?, ?) ON CONFLICT DO UPDATE SET up_to = excluded.up_to',
      ),
    }))
    this.#run = sqlite.transaction(() => {
      for (const { source, mark, top, add, note } of steps) {
        const from = mark.get(source)?.up_to ?? 0
        const to = top.get()?.id ?? 0
        if (to === from) continue
        add.run(from, to)
        note.run(source, to)
      }
    })
  }

  /** Adds up what has come since the last time; also inside a transaction. */
  run(): void {
    this.#run()
  }
}
