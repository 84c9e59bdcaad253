import type { GroupSums } from '../../db/usage-groups.ts'
import type { StoredModelCallRow, StoredUsageRow, UsageStore } from '../../db/usage-store.ts'
import { Pacer } from '../../platform/pacer.ts'
import { dayOf, rangeBounds, USAGE_GROUPS, type UsageRange } from './range.ts'

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
  'calls',
] as const

type Line = Partial<Record<(typeof COLUMNS)[number], string | number | null | undefined>>

/**
 * Every recorded call of a range as CSV (RFC 4180), a page of rows at a time with turns of the event
 * loop in between: a year of them needs no more memory than a day, and keeps nobody waiting. Of
 * earlier days than `rowsFrom` there is a line for each group of calls that differ in numbers only:
 * `at` is the day, `calls` how many they are, and the other numbers are sums.
 *
 * @param rowsFrom Midnight in UTC milliseconds
 */
export async function* usageCsv(
  store: UsageStore,
  range: UsageRange,
  rowsFrom: number,
): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`
  const { first, before } = rangeBounds(range)
  const lastSum = Math.min(before, rowsFrom) - 1
  if (first <= lastSum) yield* daySums(store, { from: range.from, to: dayOf(lastSum) })
  const from = Math.max(first, rowsFrom)
  yield* pages((id) => store.modelCallsAfter(id, from, before, PAGE_ROWS), modelCallLine)
  yield* pages((id) => store.usageAfter(id, from, before, PAGE_ROWS), usageLine)
}

async function* daySums(store: UsageStore, range: UsageRange): AsyncGenerator<string> {
  const page = { ...range, groups: USAGE_GROUPS, limit: PAGE_ROWS }
  let sums = await store.groups(page)
  while (sums.length > 0) {
    yield sums.map((one) => csvLine(sumLine(one))).join('')
    sums = await store.groups({ ...page, after: sums.at(-1) })
  }
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

function sumLine(sums: GroupSums): Line {
  const { ownerId, actor, keyId, project, product, surface, action, outcome } = sums
  const line = {
    ...{ at: sums.day, owner_id: ownerId, actor, key_id: keyId, project, product },
    ...{ surface, action, outcome },
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
    calls: 1,
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
