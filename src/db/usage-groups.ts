import type { usageSums } from './schema/usage.ts'

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
