import { GROUP_COLUMNS } from '../../src/core/usage/usage-groups.ts'
import { SUM_COLUMNS } from '../../src/core/usage/usage-store.ts'
import { openDatabase } from '../../src/db/open.ts'

const DAY_MS = 86_400_000
const OWNERS = "'key:' || owner, 'key ' || owner, owner, 'project ' || (owner % 50), ''"
const WORK =
  "'chat', '', 'engine ' || (work % 3), 'account ' || (work % 6), 'model ' || (work % 12)"
const OUTCOME = "CASE work % 20 WHEN 0 THEN 'quota' ELSE 'succeeded' END"

export interface UsageSize {
  rows: number
  keys: number
  /** Days up to today over which the rows are spread. */
  days: number
  /** Rows at the end that are in no sums yet. */
  behind: number
}

/** Fills a database with model calls and the sums of them, as years of a busy service would leave it. */
export function fillUsage(file: string, { rows, keys, days, behind }: UsageSize): void {
  using db = openDatabase(file)
  const { sqlite } = db
  const start = (Math.floor(Date.now() / DAY_MS) - days + 1) * DAY_MS
  const spread = Date.now() - start
  sqlite.run('PRAGMA synchronous = OFF')
  const chunk = Math.ceil(rows / days)
  const insert = sqlite.prepare(
    `WITH RECURSIVE calls(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM calls WHERE id < ?2),
      picked AS MATERIALIZED (SELECT id, printf('%06d', (id * 7919) % ${keys}) AS owner, (id * 31) % 997 AS work FROM calls)
      INSERT INTO model_calls (id, at, owner_id, actor, key_id, project, product, surface, engine, account, model, outcome,
        queue_ms, first_text_ms, total_ms, characters_in, characters_out, request_id)
      SELECT id, ${start} + CAST(id * ${spread}.0 / ${rows} AS INTEGER), ${OWNERS}, ${WORK.replace(" '',", '')}, ${OUTCOME},
        1, 10, 100, 500, 2000, 'req_' || id FROM picked`,
  )
  const fill = sqlite.transaction((from: number, to: number) => insert.run(from, to))
  for (let from = 1; from <= rows; from += chunk) fill(from, Math.min(rows, from + chunk - 1))
  const groups = Object.values(GROUP_COLUMNS)
  const added = SUM_COLUMNS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')
  const addDays = sqlite.prepare(
    `INSERT INTO usage_sums (${groups.join(', ')}, ${SUM_COLUMNS.join(', ')})
      SELECT date(at / 1000, 'unixepoch'), owner_id, actor, key_id, project, product, surface, '', engine, account, model, outcome,
        0, 0, count(*), sum(queue_ms), sum(total_ms), sum(characters_in), sum(characters_out)
      FROM model_calls WHERE id > ?1 AND id <= ?2 GROUP BY 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12
      ON CONFLICT DO UPDATE SET ${added}`,
  )
  const summed = rows - behind
  for (let from = 0; from < summed; from += chunk) addDays.run(from, Math.min(summed, from + chunk))
  const named = groups.slice(1).join(', ')
  const totals = ['surface', 'action', 'engine', 'account', 'model', 'outcome'].join(', ')
  const sums = SUM_COLUMNS.map((name) => `sum(${name})`).join(', ')
  const addMonth = sqlite.prepare(
    `INSERT INTO usage_sums (${groups.join(', ')}, ${SUM_COLUMNS.join(', ')}) SELECT ?1, ${named}, ${sums} FROM usage_sums
      WHERE period > ?1 AND period <= ?1 || '-31' GROUP BY ${named}`,
  )
  const addTotals = sqlite.prepare(
    `INSERT INTO usage_totals (period, ${totals}, ${SUM_COLUMNS.join(', ')})
      SELECT period, ${totals}, ${sums} FROM usage_sums WHERE period = ?1 GROUP BY ${totals}`,
  )
  const dates = Array.from({ length: days }, (_, day) =>
    new Date(start + day * DAY_MS).toISOString(),
  )
  const months = [...new Set(dates.map((date) => date.slice(0, 7)))]
  for (const month of months) addMonth.run(month)
  for (const period of [...months, ...dates.map((date) => date.slice(0, 10))]) addTotals.run(period)
  sqlite.run(`INSERT INTO rollup_marks VALUES ('model_calls', ${summed})`)
}
