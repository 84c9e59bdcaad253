import type { Database } from 'bun:sqlite'
import type { GroupSums } from './usage-groups.ts'

/** Rows of a page. */
const PAGE_ROWS = 2_000
const CLOCK_SLACK_MS = 3_600_000

const COLUMNS = [
  'at',
  'type',
  'owner_id',
  'actor',
  'key_id',
  'project',
  'product',
  'surface',
  'action',
  'engine',
  'account',
  'model',
  'outcome',
  'units',
  'credits',
  'queue_ms',
  'first_text_ms',
  'total_ms',
  'characters_in',
  'characters_out',
  'request_id',
  'calls',
] as const

type Line = Partial<Record<(typeof COLUMNS)[number], string | number | null | undefined>>

export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`

/** Which rows a page has: the next ones of a range of time, by id. Times are UTC milliseconds. */
export interface CsvQuery {
  source: 'model_calls' | 'usage'
  /** Id of the last row of the page before. */
  after: number
  from: number
  before: number
}

/** Rows as lines. */
export interface CsvPage {
  text: string
  /** Id of the last row; undefined where there is none. */
  last: number | undefined
}

type Row = Line & { id: number; at: number }

/** The next rows of a range as CSV. No statement stays open, as it would keep the file open. */
export function readCsvPage(sqlite: Database, query: CsvQuery): CsvPage {
  const { source, after, from, before } = query
  const [first, last] = idsOf(sqlite, query)
  using page = sqlite.prepare<Row, [number, number, number, number, number]>(
    `SELECT * FROM ${source} WHERE id > ? AND id <= ? AND at >= ? AND at < ? ORDER BY id LIMIT ?`,
  )
  const rows = page.all(Math.max(after, first - 1), last, from, before, PAGE_ROWS)
  const type = source === 'usage' ? 'credit' : 'model_call'
  const lines = rows.map((row) =>
    csvLine({ ...row, type, at: new Date(row.at).toISOString(), calls: 1 }),
  )
  return { text: lines.join(''), last: rows.at(-1)?.id }
}

/**
 * Finds a range of time by binary search, because ids grow with time. The range is an hour wider on
 * both sides, in case the clock was set back.
 */
function idsOf(sqlite: Database, { source, from, before }: CsvQuery): [number, number] {
  using find = sqlite.prepare<{ at: number }, [number]>(
    `SELECT at FROM ${source} WHERE id >= ? ORDER BY id LIMIT 1`,
  )
  using max = sqlite.prepare<{ id: number }, []>(`SELECT coalesce(max(id), 0) AS id FROM ${source}`)
  const top = max.get()
  const firstFrom = (at: number) => {
    let [low, high] = [1, (top?.id ?? 0) + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((find.get(middle)?.at ?? Number.POSITIVE_INFINITY) < at) low = middle + 1
      else high = middle
    }
    return low
  }
  return [firstFrom(from - CLOCK_SLACK_MS), firstFrom(before + CLOCK_SLACK_MS)]
}

/** Sums of days as lines. */
export function csvOfSums(sums: readonly GroupSums[]): string {
  return sums.map((one) => csvLine(sumLine(one))).join('')
}

function sumLine(sums: GroupSums): Line {
  const { ownerId, actor, keyId, project, product, surface, action, outcome } = sums
  const line = {
    at: sums.day,
    owner_id: ownerId,
    actor,
    key_id: keyId,
    project,
    product,
    surface,
    action,
    outcome,
  }
  if (sums.modelCalls === 0)
    return { ...line, type: 'credit', credits: sums.credits, calls: sums.calls + sums.failures }
  return {
    ...line,
    type: 'model_call',
    engine: sums.engine,
    account: sums.account,
    model: sums.model,
    queue_ms: sums.queueMs,
    total_ms: sums.totalMs,
    characters_in: sums.charactersIn,
    characters_out: sums.charactersOut,
    calls: sums.modelCalls,
  }
}

function csvLine(line: Line): string {
  return `${COLUMNS.map((name) => csvField(line[name])).join(',')}\r\n`
}

function csvField(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet takes a leading =, +, - or @ for a formula; labels come from people.
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
