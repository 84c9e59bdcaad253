import type { usageSums } from './table.ts'

/** The groups of a usage report, each with its column in the tables of sums. */
export const GROUP_COLUMNS = {
  day: 'period',
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
} as const
export type UsageGroup = keyof typeof GROUP_COLUMNS

/** Groups that `usage_totals` has no columns for. */
const OWNER_GROUPS: ReadonlySet<UsageGroup> = new Set([
  'ownerId',
  'actor',
  'keyId',
  'project',
  'product',
])

const IS_SUCCESS = "outcome = 'succeeded'"

/** The fields of a report, each with what is summed. A row of sums has one outcome. */
const SUMMED = {
  calls: `iif(${IS_SUCCESS}, calls, 0)`,
  failures: `iif(${IS_SUCCESS}, 0, calls)`,
  credits: 'credits',
  modelCalls: 'model_calls',
  queueMs: 'queue_ms',
  totalMs: 'total_ms',
  charactersIn: 'characters_in',
  charactersOut: 'characters_out',
} as const
const SUM_NAMES = Object.keys(SUMMED) as (keyof typeof SUMMED)[]

type StoredSum = Exclude<keyof typeof SUMMED, 'failures'>
export type UsageSums = Pick<typeof usageSums.$inferSelect, StoredSum> & { failures: number }
export type GroupValues = Partial<Record<UsageGroup, string>>
export type GroupSums = UsageSums & GroupValues

export const NO_SUMS: UsageSums = {
  calls: 0,
  failures: 0,
  credits: 0,
  modelCalls: 0,
  queueMs: 0,
  totalMs: 0,
  charactersIn: 0,
  charactersOut: 0,
}

/** The columns of a SELECT: the groups, and the sums of the other fields. */
export function selectSums(groups: readonly UsageGroup[]): string {
  const named = groups.map((group) => `${GROUP_COLUMNS[group]} AS ${group}`)
  const added = SUM_NAMES.map((name) => `sum(${SUMMED[name]}) AS ${name}`)
  return [...named, ...added].join(', ')
}

export function needsOwners(groups: readonly UsageGroup[]): boolean {
  return groups.some((group) => OWNER_GROUPS.has(group))
}

/** Adds the sums of one row to those of another. */
export function addSums(to: UsageSums, from: UsageSums): void {
  for (const name of SUM_NAMES) to[name] += from[name]
}

/** Lower bounds of the classes of a decade: the tenth roots of ten, rounded. */
const DECADE = [10, 12, 16, 20, 25, 32, 40, 50, 63, 80]
const DECADES = 7

/**
 * Lower bounds in milliseconds of the classes that waits are counted in. Each is a quarter above
 * the one before it, from 10 ms to a day; the first is everything shorter.
 */
export const WAIT_CLASSES: readonly number[] = [
  0,
  ...Array.from({ length: DECADES }, (_, decade) =>
    DECADE.map((bound) => bound * 10 ** decade),
  ).flat(),
]

/** The class of `queue_ms` as an expression. Most calls wait for nobody, so it ends at once. */
export const WAIT_CLASS = `CASE ${WAIT_CLASSES.slice(1)
  .map((bound, index) => `WHEN queue_ms < ${bound} THEN ${WAIT_CLASSES[index]}`)
  .join(' ')} ELSE ${WAIT_CLASSES.at(-1)} END`

/** How many calls waited for at least `waitMs` and less than the next class. */
export interface WaitCount {
  waitMs: number
  calls: number
}

/**
 * The median of counted waits in milliseconds, at most a quarter off; undefined without calls.
 * Below the first bound it is 0.
 *
 * @param counts In any order; a class may come more than once
 */
export function medianWait(counts: readonly WaitCount[]): number | undefined {
  const sorted = counts.toSorted((one, other) => one.waitMs - other.waitMs)
  const half = sorted.reduce((sum, { calls }) => sum + calls, 0) / 2
  let passed = 0
  for (const { waitMs, calls } of sorted) {
    if (passed + calls >= half && calls > 0) {
      if (waitMs === 0) return 0
      // The calls of a class are taken as spread evenly over it.
      const next = WAIT_CLASSES[WAIT_CLASSES.indexOf(waitMs) + 1] ?? waitMs
      return Math.round(waitMs + ((next - waitMs) * (half - passed)) / calls)
    }
    passed += calls
  }
  return undefined
}
