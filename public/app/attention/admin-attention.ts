import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, read } from '../../ui/api.ts'
import { notice } from '../../ui/notices.ts'
import { toast } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

const REFRESH_MS = 60_000

/** What waits for an admin. */
interface Waiting {
  people: number
  alerts: number
}

const waiting = signal<Waiting>({ people: 0, alerts: 0 })

/** How many things wait on the admin pages. */
export function adminBadge(): Record<string, number> {
  const { people, alerts } = waiting.value
  return { '/admin': people + alerts }
}

/** Counts what waits for an admin, on every page of the workspace, and says when it grows. */
export function AttentionCounter() {
  useEffect(() => {
    let isFirst = true
    const count = async () => {
      try {
        const now = await load()
        if (!isFirst) tell(waiting.peek(), now)
        isFirst = false
        waiting.value = now
      } catch {
        // Out of reach, or no admin any more: the badge stays as it is.
      }
    }
    void count()
    // Also while the tab is hidden: its title says when somebody waits.
    const timer = setInterval(() => void count(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return null
}

async function load(): Promise<Waiting> {
  const [users, alerts] = await Promise.all([
    read(api.GET('/admin/users', { params: { query: { waiting: 'true', limit: 1 } } })),
    read(api.GET('/admin/alerts', { params: { query: { status: 'open', limit: 1 } } })),
  ])
  return { people: users.total, alerts: alerts.total }
}

function tell(before: Waiting, now: Waiting): void {
  const texts = [
    now.people > before.people ? m.peopleWaiting(now.people) : '',
    now.alerts > before.alerts ? m.openAlerts(now.alerts) : '',
  ].filter((text) => text !== '')
  if (texts.length === 0) return
  const text = texts.join(', ')
  notice(text)
  toast(text, { label: m.show, run: () => window.location.assign('/admin') })
}
