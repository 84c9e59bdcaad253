import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { visibleText } from '../shared/text.tsx'
import { m } from './messages/en.ts'
import { dayOf, type Range } from './range.ts'

type UsageReport = components['schemas']['UsageReport']
type Line = UsageReport['items'][number]
export type Sums = UsageReport['totals']

const DAY_MS = 86_400_000
/** Weeks before a day that say what is usual on it. */
const USUAL_WEEKS = 4
/** The account of the Primary Key has another one, and no page. */
const USER_ID = /^usr_(?!primary$)/
/** Lines that are asked for at once; the most that the service gives. */
const LINES = 1000
/** Pages that are read of one list. */
const MAX_PAGES = 10
/** Numbers of groups by day that are loaded for the chart; with more of them it has no groups. */
const MAX_CHART_LINES = 4000

/** What usage can be added up by. */
export const GROUPS = {
  who: { label: m.groups.who, names: 'actor', of: ({ actor }: Line) => actor },
  key: {
    label: m.groups.key,
    names: 'key_id,actor',
    of: (line: Line) => line.key_id && line.actor,
  },
  person: {
    label: m.groups.person,
    names: 'key_id,actor',
    of: (line: Line) => (line.key_id ? '' : line.actor),
  },
  project: {
    label: m.groups.project,
    names: 'project',
    of: ({ project }: Line) => project || m.noProject,
  },
  product: {
    label: m.groups.product,
    names: 'product',
    of: ({ product }: Line) => product || m.noProduct,
  },
  engine: {
    label: m.groups.engine,
    names: 'engine',
    of: ({ engine }: Line) => engine || m.noEngine,
  },
  account: {
    label: m.groups.account,
    names: 'engine,account',
    of: ({ engine, account }: Line) => (account ? `${engine}, ${account}` : m.noAccount),
  },
  model: { label: m.groups.model, names: 'model', of: ({ model }: Line) => model || m.noModel },
  surface: { label: m.groups.surface, names: 'surface', of: ({ surface }: Line) => surface },
  action: { label: m.groups.action, names: 'action', of: ({ action }: Line) => action },
  outcome: { label: m.groups.outcome, names: 'outcome', of: ({ outcome }: Line) => outcome },
} as const
export type Group = keyof typeof GROUPS

export const MEASURES = { ...m.measures, usd: m.usDollars }
export type Measure = keyof typeof MEASURES

/** A report, added up for the page. */
export interface Report {
  from: string
  to: string
  totals: Sums
  prices: UsageReport['credit_costs']
  usdPerCredit: number
  /** Each day of the range, also those without usage. */
  days: readonly Day[]
  groups: readonly GroupSums[]
  /** Whether there are more groups than were loaded. */
  isPart: boolean
  /** For a report of one day: what is usual on that weekday. */
  usual: Sums | undefined
}

/** What was used on one day, by all. */
export interface Day {
  day: string
  sums: Sums
}

/** What one group has used. */
export interface GroupSums {
  name: string
  /** Page of the key or person that it is. */
  href: string | undefined
  sums: Sums
  /** Empty where there are too many groups to load them by day. */
  byDay: ReadonlyMap<string, Sums>
}

export async function loadReport(range: Range, group: Group, signal: AbortSignal): Promise<Report> {
  const { names } = GROUPS[group]
  const [byDay, byGroup, usual] = await Promise.all([
    loadLines(range, 'day', signal),
    loadLines(range, names, signal),
    range.from === range.to ? loadUsual(range.to, signal) : undefined,
  ])
  const { report } = byDay
  const days = daysOf(report)
  // A key that is used now and then has fewer lines than days.
  const mayFit = byGroup.lines.length * Math.min(days.length, 7) <= MAX_CHART_LINES
  const both = mayFit ? await loadLines(range, `day,${names}`, signal, MAX_CHART_LINES) : undefined
  const lines = both?.isPart === false ? both.lines : []
  const sumsOfDay = new Map(byDay.lines.map((line) => [line.day ?? '', line]))
  return {
    from: report.from,
    to: report.to,
    totals: report.totals,
    prices: report.credit_costs,
    usdPerCredit: report.usd_per_credit,
    days: days.map((day) => ({ day, sums: sumsOfDay.get(day) ?? NO_SUMS })),
    groups: addUp(byGroup.lines, lines, group),
    isPart: byGroup.isPart,
    usual,
  }
}

async function loadLines(
  range: Range,
  groupBy: string,
  signal: AbortSignal,
  maxLines = LINES * MAX_PAGES,
): Promise<{ report: UsageReport; lines: Line[]; isPart: boolean }> {
  const query = { ...range, group_by: groupBy, limit: LINES }
  const report = await read(api.GET('/admin/usage', { params: { query }, signal }))
  const lines = [...report.items]
  let { next_cursor: cursor } = report
  while (cursor !== null && lines.length < maxLines) {
    const params = { query: { ...query, cursor } }
    const next = await read(api.GET('/admin/usage', { params, signal }))
    lines.push(...next.items)
    cursor = next.next_cursor
  }
  return { report, lines, isPart: cursor !== null }
}

/** What the weeks before have on the weekday of a day; undefined while there are none. */
async function loadUsual(day: string, signal: AbortSignal): Promise<Sums | undefined> {
  const from = dayOf(Date.parse(day) - USUAL_WEEKS * 7 * DAY_MS)
  const query = { from, to: day }
  const { weekday } = await read(api.GET('/admin/usage/usual', { params: { query }, signal }))
  return weekday ?? undefined
}

function addUp(whole: readonly Line[], parts: readonly Line[], group: Group): GroupSums[] {
  const groups = new Map<string, GroupSums & { byDay: Map<string, Sums> }>()
  for (const line of whole) {
    const value = GROUPS[group].of(line)
    if (!value) continue
    const name = visibleText(value)
    const found = groups.get(name)
    if (found !== undefined) found.sums = sum(found.sums, line)
    else groups.set(name, { name, href: hrefOf(line), sums: line, byDay: new Map() })
  }
  for (const line of parts) {
    const byDay = groups.get(visibleText(GROUPS[group].of(line) ?? ''))?.byDay
    const day = line.day ?? ''
    byDay?.set(day, sum(byDay.get(day) ?? NO_SUMS, line))
  }
  return [...groups.values()]
}

function hrefOf({ key_id: key, owner_id: owner }: Line): string | undefined {
  if (key) return `/admin/keys/${key}`
  return owner !== undefined && USER_ID.test(owner) ? `/admin/people/${owner}` : undefined
}

const NO_SUMS: Sums = {
  calls: 0,
  failures: 0,
  credits: 0,
  model_calls: 0,
  queue_ms: 0,
  total_ms: 0,
  characters_in: 0,
  characters_out: 0,
  usd: 0,
}

function sum(left: Sums, right: Sums): Sums {
  return {
    calls: left.calls + right.calls,
    failures: left.failures + right.failures,
    credits: left.credits + right.credits,
    model_calls: left.model_calls + right.model_calls,
    queue_ms: left.queue_ms + right.queue_ms,
    total_ms: left.total_ms + right.total_ms,
    characters_in: left.characters_in + right.characters_in,
    characters_out: left.characters_out + right.characters_out,
    usd: left.usd + right.usd,
  }
}

function daysOf({ from, to }: Range): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at))
  return days
}
