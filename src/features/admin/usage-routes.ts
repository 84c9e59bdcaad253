import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { keyIdOfOwner, userIdOf } from '../../core/identity/actor.ts'
import type { Keys } from '../../core/identity/keys.ts'
import type { Users } from '../../core/identity/users.ts'
import type { BudgetState, Budgets } from '../../core/usage/budgets.ts'
import { type Prices, USD_PER_CREDIT } from '../../core/usage/prices.ts'
import {
  dayOf,
  lastDays,
  rangeBounds,
  USAGE_GROUPS,
  type UsageGroup,
  type UsageRange,
} from '../../core/usage/range.ts'
import {
  type GroupSums,
  type GroupValues,
  type ReportQuery,
  type Usage,
  type UsageReport,
  withOwner,
} from '../../core/usage/usage.ts'
import { MAX_USUAL_DAYS, type Usual } from '../../core/usage/usual.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { textStream } from '../../http/reply/text-stream.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import { parseTime } from '../../platform/parse-time.ts'
import { closedObject, component } from '../../platform/schemas.ts'
import { nullable, queryInteger } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import { Sums, sumsView } from '../shared/usage-sums.ts'
import { MAX_ADMIN_BYTES } from './schema.ts'

const MAX_CREDITS = 1_000_000_000

export interface BudgetServices {
  guards: ReturnType<typeof guards>
  budgets: Budgets
  users: Users
  keys: Keys
  ownerName: (ownerId: string) => string
}

const BudgetBody = closedObject({
  credits: Type.Union([Type.Integer({ minimum: 1, maximum: MAX_CREDITS }), Type.Null()], {
    description: 'A month; null takes the budget away',
  }),
})
const BudgetView = component('Budget', {
  owner_id: Type.String({ examples: ['user:usr_5b0Q7sYw2Lx8'] }),
  name: Type.String(),
  credits: Type.Integer({ description: 'A month' }),
  used: Type.Integer({ description: 'Since the first of the month, UTC' }),
})
const Params = Type.Object({
  owner: Type.String({ pattern: '^(?:user:usr|key:key)_[\\w-]{1,60}$' }),
})

/** /admin/budgets: how many credits a month somebody should need; nothing is refused. */
export function adminBudgetRoutes(services: BudgetServices) {
  const { budgets, users, keys, ownerName } = services
  const view = ({ ownerId, credits, used }: BudgetState): Static<typeof BudgetView> => {
    return { owner_id: ownerId, name: ownerName(ownerId), credits, used }
  }
  return new Elysia({ name: 'features/admin/budgets', prefix: '/admin/budgets', tags: ['Admin'] })
    .use(services.guards)
    .guard({ sensitive: true })
    .get(
      '',
      async () => ({ items: (await budgets.list()).map(view) }),
      route({
        requireAdmin: true,
        summary: 'Budgets, and what of each is used',
        responses: {
          200: {
            description: 'All of them',
            schema: Type.Object({ items: Type.Array(BudgetView) }),
          },
        },
      }),
    )
    .put(
      '/:owner',
      async ({ context, params: { owner }, set }) => {
        const { credits } = await readJson(context, BudgetBody, MAX_ADMIN_BYTES)
        const [userId, keyId] = [userIdOf(owner), keyIdOfOwner(owner)]
        if (userId !== undefined) users.get(userId)
        if (keyId !== undefined) keys.get(keyId)
        await budgets.set(owner, credits ?? undefined, auditActorOf(context))
        set.status = 204
      },
      route({
        requireAdmin: true,
        params: Params,
        summary: 'Set the budget of a user or a key',
        description:
          'The owner gets an alert at 80 and at 100 percent of it, and the user sees it. Nothing is refused.',
        body: BudgetBody,
        bodyExamples: { month: { summary: '500 credits a month', value: { credits: 500 } } },
        responses: { 204: { description: 'It is set' } },
      }),
    )
}

/** The name of each group in queries and answers. */
const GROUP_NAMES = {
  day: 'day',
  ownerId: 'owner_id',
  actor: 'actor',
  keyId: 'key_id',
  project: 'project',
  product: 'product',
  surface: 'surface',
  action: 'action',
  engine: 'engine',
  account: 'account',
  model: 'model',
  outcome: 'outcome',
} as const satisfies Record<UsageGroup, keyof UsageLineView>

/** Lines of one page of a report. @limit usage-limit count */
export const MAX_USAGE_ITEMS = 1000

const day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T[0-9:.]+Z)?$', description })

const UsageRangeQuery = Type.Object({
  from: Type.Optional(day('First day, UTC; by default 30 days ago')),
  to: Type.Optional(day('Last day, UTC; by default today')),
})
type UsageRangeQuery = Static<typeof UsageRangeQuery>

const UsageQuery = Type.Object({
  ...UsageRangeQuery.properties,
  group_by: Type.Optional(
    Type.String({ maxLength: 200, description: 'Names of groups, separated by commas' }),
  ),
  limit: queryInteger('limit', {
    minimum: 1,
    maximum: MAX_USAGE_ITEMS,
    default: MAX_USAGE_ITEMS,
  }),
  // Contains the values of the last line's groups.
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 8000, pattern: '^[\\w-]+$' })),
})
type UsageQuery = Static<typeof UsageQuery>

const GroupValue = Type.Optional(Type.String())
const UsageLine = Type.Object({
  ...Sums.properties,
  day: GroupValue,
  owner_id: GroupValue,
  actor: GroupValue,
  key_id: GroupValue,
  project: GroupValue,
  product: GroupValue,
  surface: GroupValue,
  action: GroupValue,
  engine: GroupValue,
  account: GroupValue,
  model: GroupValue,
  outcome: GroupValue,
})
type UsageLineView = Static<typeof UsageLine>

const UsageReportView = component('UsageReport', {
  from: Type.String({ description: 'First UTC day' }),
  to: Type.String({ description: 'Last UTC day' }),
  group_by: Type.Array(Type.String()),
  credit_costs: Type.Record(Type.String(), Type.Integer()),
  usd_per_credit: Type.Number(),
  totals: Sums,
  items: Type.Array(UsageLine),
  next_cursor: nullable(Type.String()),
})
type UsageReportView = Static<typeof UsageReportView>

const WAIT_MS = 'Milliseconds in the queue, at most a quarter off; 0 below 10 ms'

const UsualUsageView = component('UsualUsage', {
  from: Type.String({ description: 'First UTC day' }),
  to: Type.String({ description: 'Last UTC day' }),
  weekday: nullable(Sums),
  weekdays: Type.Integer({ description: 'How many days `weekday` is the median of' }),
  wait_ms: nullable(Type.Integer({ minimum: 0, description: WAIT_MS })),
  waits: Type.Array(
    Type.Object({
      day: Type.String(),
      wait_ms: Type.Integer({ minimum: 0, description: WAIT_MS }),
    }),
  ),
})
type UsualUsageView = Static<typeof UsualUsageView>

const UsageCsv = Type.String()

/** /admin/usage and /admin/usage.csv. */
export function adminUsageRoutes(
  guardPlugin: ReturnType<typeof guards>,
  usage: Usage,
  now: () => number,
) {
  return new Elysia({ name: 'features/admin/usage', prefix: '/admin', tags: ['Admin'] })
    .use(guardPlugin)
    .get(
      '/usage',
      async ({ query }) => {
        const request = reportQuery(query, now())
        return reportView(request, await usage.report(request), usage.prices)
      },
      route({
        requireAdmin: true,
        query: UsageQuery,
        summary: 'Usage by day',
        description: `\`group_by\` takes one or more of ${Object.values(GROUP_NAMES)
          .map((name) => `\`${name}\``)
          .join(
            ', ',
          )}, separated by commas. The items are in the order of day, owner and the other groups as listed; a group by \`actor\` or \`key_id\` is by \`owner_id\` too, because two owners may have one name.`,
        responses: { 200: { description: 'The sums', schema: UsageReportView } },
      }),
    )
    .get(
      '/usage/usual',
      async ({ query }) => {
        const range = usualRange(query, now())
        return usualView(range, await usage.usual(range))
      },
      route({
        requireAdmin: true,
        query: UsageRangeQuery,
        summary: 'What is usual, to compare a day with',
        description:
          '`weekday` has the median of each sum over the earlier days of the range that have the weekday of `to`; it is null without such a day. Days before the first recorded usage are left out. `wait_ms` is the median wait of the model calls of the range, and `waits` that of each day that has some.',
        responses: { 200: { description: 'Medians', schema: UsualUsageView } },
      }),
    )
    .get(
      '/usage.csv',
      ({ context, query }) => {
        const range = usageRange(query, now())
        return textStream(context, usage.csv(range), {
          contentType: 'text/csv; charset=utf-8',
          filename: `usage-${range.from}-${range.to}.csv`,
        })
      },
      route({
        requireAdmin: true,
        query: UsageRangeQuery,
        summary: 'Every recorded call as CSV',
        description:
          'A line for each call. Of days whose calls are no longer kept (`KEEP_USAGE_DAYS`), a line for each group of calls that differ in numbers only: `at` is the day without a time, `calls` how many they are, and the other numbers are sums; `units`, `first_text_ms` and `request_id` are empty.',
        responses: {
          200: {
            description: 'A line for each call (RFC 4180)',
            contentType: 'text/csv',
            schema: UsageCsv,
          },
        },
      }),
    )
}

const DAY_MS = 86_400_000

const CursorValues = Type.Array(Type.String())

/**
 * Parses the query of a report. `groupBy` has the groups of the answer.
 *
 * @throws {AppError} `invalid`
 */
function reportQuery(query: UsageQuery, now: number): ReportQuery {
  const groupBy = withOwner(groupsOf(query.group_by ?? ''))
  const after = query.cursor === undefined ? undefined : groupAfter(query.cursor, groupBy)
  return { ...usageRange(query, now), groupBy, limit: query.limit, after }
}

/** Parses the range of a query; by default the last 30 days. @throws {AppError} `invalid` */
function usageRange({ from, to }: UsageRangeQuery, now: number): UsageRange {
  const range = lastDays(now, {
    ...(from === undefined ? {} : { from: dayIn(from, 'from') }),
    ...(to === undefined ? {} : { to: dayIn(to, 'to') }),
  })
  if (range.from <= range.to) return range
  throw invalid('from', 'must not be after to')
}

/** Parses a range that medians are made of. @throws {AppError} `invalid` */
function usualRange(query: UsageRangeQuery, now: number): UsageRange {
  const range = usageRange(query, now)
  const { first, before } = rangeBounds(range)
  if ((before - first) / DAY_MS <= MAX_USUAL_DAYS) return range
  throw invalid('from', `must be at most ${MAX_USUAL_DAYS - 1} days before to`)
}

/** The cursor for the lines after the given one. */
function cursorOf(groupBy: readonly UsageGroup[], last: GroupValues): string {
  const values = groupBy.map((group) => last[group] ?? '')
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

function groupAfter(cursor: string, groupBy: readonly UsageGroup[]): GroupValues {
  const { value } = tryParseJson(Buffer.from(cursor, 'base64url').toString())
  if (!matches(CursorValues, value) || value.length !== groupBy.length)
    throw invalid('cursor', 'must be a cursor of this list')
  return Object.fromEntries(groupBy.map((group, index) => [group, value[index]]))
}

function dayIn(text: string, name: string): string {
  const at = parseTime(text)
  if (at !== undefined) return dayOf(at)
  throw invalid(name, 'must be a day such as 2026-11-21')
}

function groupsOf(text: string): UsageGroup[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return [...new Set(names)].map((name) => {
    const group = USAGE_GROUPS.find((one) => GROUP_NAMES[one] === name)
    if (group !== undefined) return group
    throw invalid('group_by', `must be some of ${Object.values(GROUP_NAMES).join(', ')}`)
  })
}

function invalid(param: string, fault: string): AppError {
  return new AppError('invalid', `Query is invalid: ${param} ${fault}`, { param })
}

/** The answer of `GET /admin/usage`. */
function reportView(
  { from, to, groupBy }: ReportQuery,
  { totals, items, last }: UsageReport,
  prices: Prices,
): UsageReportView {
  return {
    from,
    to,
    group_by: groupBy.map((group) => GROUP_NAMES[group]),
    credit_costs: { ...prices },
    usd_per_credit: USD_PER_CREDIT,
    totals: sumsView(totals),
    items: items.map(lineView),
    next_cursor: last === undefined ? null : cursorOf(groupBy, last),
  }
}

/** The answer of `GET /admin/usage/usual`. */
function usualView({ from, to }: UsageRange, usual: Usual): UsualUsageView {
  return {
    from,
    to,
    weekday: usual.weekday === undefined ? null : sumsView(usual.weekday),
    weekdays: usual.weekdays,
    wait_ms: usual.waitMs ?? null,
    waits: usual.waits.map(({ day, waitMs }) => ({ day, wait_ms: waitMs })),
  }
}

function lineView(line: GroupSums): UsageLineView {
  const view: UsageLineView = sumsView(line)
  for (const group of USAGE_GROUPS) {
    const value = line[group]
    if (value !== undefined) view[GROUP_NAMES[group]] = value
  }
  return view
}
