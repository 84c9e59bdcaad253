import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api, read } from '../ui/api.ts'
import type { components } from '../ui/api-types.ts'
import { notice } from '../ui/notices.ts'
import { navigate } from '../ui/router.ts'
import { toast } from '../ui/toast.tsx'
import { type Engine, needsOwner } from './shared/account.ts'
import { LiveData, useRefresh } from './shared/live.tsx'
import { m } from './shared/messages/en.ts'
import { alertText, withServiceTexts } from './shared/service-texts.ts'
import { visibleText } from './shared/text.tsx'

export type User = components['schemas']['User']
export type Alert = components['schemas']['Alert']

/** What may need the owner. */
export interface Attention {
  engines: readonly Engine[]
  /** People who wait for approval, the newest first; not all where there are many. */
  people: readonly User[]
  /** How many wait in all. */
  waiting: number
  /** Alerts that nobody has acknowledged, the newest first; not all where there are many. */
  alerts: readonly Alert[]
  /** How many of these there are in all. */
  openAlerts: number
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
    withServiceTexts(
      read(api.GET('/admin/alerts', { signal, params: { query: { ...query, status: 'open' } } })),
    ),
  ])
  return {
    engines: engines.items,
    people: users.items,
    waiting: users.total,
    alerts: alerts.items,
    openAlerts: alerts.total,
  }
})

/** How many things wait behind each page. */
export function badges(): Record<string, number> {
  const now = attention.value.value
  if (now === undefined) return {}
  return {
    '/admin/engines': now.engines.filter(needsOwner).length,
    '/admin/people': now.waiting,
    '/admin/alerts': now.openAlerts,
  }
}

/** Keeps the badges fresh on every page, and says when an alert or a person arrives. */
export function AttentionLoader() {
  useRefresh(attention, REFRESH_MS)
  useEffect(() => {
    // Also while the tab is hidden: its title says what has arrived.
    const timer = setInterval(() => void attention.refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  const known = useRef<ReadonlySet<string> | undefined>(undefined)
  useSignalEffect(() => {
    const now = attention.value.value
    if (now === undefined) return
    const { alerts, people } = now
    const before = known.current
    known.current = new Set([...(before ?? []), ...[...alerts, ...people].map(({ id }) => id)])
    if (before === undefined) return
    const [alert, ...moreAlerts] = alerts.filter(({ id }) => !before.has(id))
    if (alert !== undefined) {
      const more = moreAlerts.length === 0 ? '' : m.andMore(moreAlerts.length)
      const { subject } = alertText(alert)
      tell(`${m.newAlert(visibleText(subject))}${more}`, m.alertTitle, '/admin/alerts')
    }
    const [person] = people.filter(({ id }) => !before.has(id))
    if (person !== undefined) tell(m.personWaits, m.personTitle, '/admin/people')
  })
  return null
}

function tell(text: string, title: string, href: string): void {
  notice(title)
  toast(text, { label: m.show, run: () => navigate(href) })
}
