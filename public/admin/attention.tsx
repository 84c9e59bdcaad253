import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api, read } from '../ui/api.ts'
import type { components } from '../ui/api-types.ts'
import { navigate } from '../ui/router.ts'
import { toast } from '../ui/toast.tsx'
import { type Engine, needsOwner } from './parts/account.ts'
import { keepFocus } from './parts/keep-focus.ts'
import { LiveData, useRefresh } from './parts/live.tsx'
import { visibleText } from './parts/text.tsx'

export type User = components['schemas']['User']
export type Alert = components['schemas']['Alert']

/** What may need the owner. */
export interface Attention {
  engines: readonly Engine[]
  /** People who wait for approval, the newest first; not all where there are many. */
  people: readonly User[]
  /** How many wait in all. */
  waiting: number
  /** Alerts that nobody has acknowledged, the newest first. */
  alerts: readonly Alert[]
}

const REFRESH_MS = 60_000
/** The most that one page of a list has. */
const PAGE = 200
/** People who are shown with what else needs the owner. */
const PEOPLE = 5

/** One for all pages: the badges of the rail and the lists agree. */
export const attention = new LiveData<Attention>(async (signal) => {
  const [query, people] = [{ limit: PAGE }, { limit: PEOPLE }]
  const [engines, users, alerts] = await Promise.all([
    read(api.GET('/admin/engines', { signal })),
    read(api.GET('/admin/users', { signal, params: { query: { ...people, waiting: 'true' } } })),
    read(api.GET('/admin/alerts', { signal, params: { query: { ...query, status: 'open' } } })),
  ])
  return {
    engines: engines.items,
    people: users.items,
    waiting: users.total,
    alerts: alerts.items,
  }
})

/** How many things wait behind each page. */
export function badges(): Record<string, number> {
  const now = attention.value.value
  if (now === undefined) return {}
  return {
    '/admin/engines': now.engines.filter(needsOwner).length,
    '/admin/people': now.waiting,
    '/admin/alerts': now.alerts.length,
  }
}

/** On every page: keeps the badges fresh and the focus near, and says when an alert arrives. */
export function AttentionLoader() {
  useRefresh(attention, REFRESH_MS)
  useEffect(keepFocus, [])
  const known = useRef<ReadonlySet<string> | undefined>(undefined)
  useSignalEffect(() => {
    const alerts = attention.value.value?.alerts
    if (alerts === undefined) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...alerts.map(({ id }) => id)])
    const fresh = alerts.filter(({ id }) => before?.has(id) === false)
    const [first] = fresh
    if (first === undefined) return
    const more = fresh.length === 1 ? '' : ` And ${fresh.length - 1} more.`
    toast(`New alert: ${visibleText(first.subject)}.${more}`, {
      label: 'Show',
      run: () => navigate('/admin/alerts'),
    })
  })
  return null
}
