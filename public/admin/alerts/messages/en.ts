import { count } from '../../../ui/locale.ts'
/** What the page Alerts says. The alerts themselves are in the words of the service. */
export type Messages = typeof m

export const m = {
  title: 'Alerts',
  open: 'Open',
  openCount: (alerts: number) => `Open, ${count(alerts)}`,
  noneOpen: 'No alert is open.',
  latest: (alerts: number) =>
    `These are the latest ${count(alerts)}; the others follow when some are seen.`,
  seen: 'Seen',
  noneSeen:
    'None yet. Alerts are kept for 90 days. They are also sent to the webhook, ntfy topic or mail address of hearth.toml, where there is one.',
  markSeen: 'Seen',
  facts: '{time}, {help}',
  factsSeen: (ago: string) => `{time}, {help}, seen ${ago} by {name}`,
  somebody: 'somebody',
}
