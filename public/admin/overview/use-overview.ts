import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { type Resource, useResource } from '../../ui/resource.ts'
import { type LiveData, useLive } from '../shared/live.tsx'
import { withServiceTexts } from '../shared/service-texts.ts'

export type Finding = components['schemas']['Doctor']['items'][number]

/** The sums of one UTC day. */
export interface Day {
  day: string
  answers: number
  failed: number
  /** Median of the waits for the models; undefined on a day without a call. */
  waitMs: number | undefined
}

export interface UsageOfWeeks {
  /** Every day, the oldest first; the last is today. */
  days: readonly Day[]
  /** Median of the waits of all days; undefined where there is none. */
  waitMs: number | undefined
  /** Calls of models today, by engine. */
  byEngine: ReadonlyMap<string, number>
}

export interface Overview {
  usage: LiveData<UsageOfWeeks>
  doctor: LiveData<readonly Finding[]>
  /** 1 where there is an API key, or 0. */
  keys: Resource<number>
  /** How many accounts of people there are. */
  accounts: Resource<number>
}

const WEEKS = 4
const DAY_MS = 86_400_000
const USAGE_MS = 30_000
/** Its checks start processes, so it is asked seldom. */
const DOCTOR_MS = 5 * 60_000

/** What the overview shows beside what needs the owner. */
export function useOverview(): Overview {
  return {
    usage: useLive(loadUsage, USAGE_MS),
    doctor: useLive(async (signal) => {
      const { items } = await withServiceTexts(read(api.GET('/admin/doctor', { signal })))
      return items
    }, DOCTOR_MS),
    keys: useResource(async (signal) => {
      const query = { limit: 1 }
      return (await read(api.GET('/admin/api-keys', { signal, params: { query } }))).items.length
    }),
    accounts: useResource(async (signal) => {
      const query = { limit: 1 }
      return (await read(api.GET('/admin/users', { signal, params: { query } }))).total
    }),
  }
}

async function loadUsage(signal: AbortSignal): Promise<UsageOfWeeks> {
  const today = dayOf(Date.now())
  const from = dayOf(Date.now() - (WEEKS * 7 - 1) * DAY_MS)
  const [weeks, engines, usual] = await Promise.all([
    read(
      api.GET('/admin/usage', {
        signal,
        params: { query: { from, to: today, group_by: 'day,outcome' } },
      }),
    ),
    read(
      api.GET('/admin/usage', {
        signal,
        params: { query: { from: today, to: today, group_by: 'engine' } },
      }),
    ),
    read(api.GET('/admin/usage/usual', { signal, params: { query: { from, to: today } } })),
  ])
  const waits = new Map(usual.waits.map(({ day, wait_ms }) => [day, wait_ms]))
  const days = Array.from({ length: WEEKS * 7 }, (_, index): Day => {
    const day = dayOf(Date.now() - (WEEKS * 7 - 1 - index) * DAY_MS)
    const sums: Day = { day, answers: 0, failed: 0, waitMs: waits.get(day) }
    for (const line of weeks.items) {
      if (line.day !== day) continue
      if (line.outcome === 'succeeded') sums.answers += line.model_calls
      // Who stops an answer has not met a failure.
      else if (line.outcome !== 'cancelled') sums.failed += line.failures
    }
    return sums
  })
  return {
    days,
    waitMs: usual.wait_ms ?? undefined,
    byEngine: new Map(engines.items.map(({ engine = '', model_calls }) => [engine, model_calls])),
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
