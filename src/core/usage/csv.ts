import type { StoredModelCallRow, StoredUsageRow, UsageStore } from '../../db/usage-store.ts'
import { Pacer } from '../../platform/pacer.ts'

const PAGE_ROWS = 250

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
] as const

type Line = Partial<Record<(typeof COLUMNS)[number], string | number | null>>

/**
 * Every recorded call between two moments as CSV (RFC 4180), a page of rows at a time with turns of
 * the event loop in between: a year of them needs no more memory than a day, and keeps nobody
 * waiting.
 *
 * @param from First millisecond
 * @param before First millisecond after the range
 */
export async function* usageCsv(
  store: UsageStore,
  from: number,
  before: number,
): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`
  yield* pages((id) => store.modelCallsAfter(id, from, before, PAGE_ROWS), modelCallLine)
  yield* pages((id) => store.usageAfter(id, from, before, PAGE_ROWS), usageLine)
}

async function* pages<row extends { id: number }>(
  read: (id: number) => row[],
  line: (row: row) => Line,
): AsyncGenerator<string> {
  const pacer = new Pacer()
  let rows = read(0)
  while (rows.length > 0) {
    yield rows.map((row) => csvLine(line(row))).join('')
    await pacer.pause()
    rows = read(rows.at(-1)?.id ?? 0)
  }
}

function modelCallLine(row: StoredModelCallRow): Line {
  return {
    ...whoAndWhen(row),
    type: 'model_call',
    surface: row.surface,
    engine: row.engine,
    account: row.account,
    model: row.model,
    outcome: row.outcome,
    queue_ms: row.queueMs,
    first_text_ms: row.firstTextMs,
    total_ms: row.totalMs,
    characters_in: row.charactersIn,
    characters_out: row.charactersOut,
  }
}

function usageLine(row: StoredUsageRow): Line {
  return {
    ...whoAndWhen(row),
    type: 'credit',
    surface: row.surface,
    action: row.action,
    outcome: row.outcome,
    units: row.units,
    credits: row.credits,
  }
}

function whoAndWhen(row: StoredModelCallRow | StoredUsageRow): Line {
  return {
    at: new Date(row.at).toISOString(),
    owner_id: row.ownerId,
    actor: row.actor,
    key_id: row.keyId,
    project: row.project,
    product: row.product,
    request_id: row.requestId,
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
