import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Warnungen',
  open: 'Offen',
  openCount: (alerts) => `Offen, ${count(alerts)}`,
  noneOpen: 'Keine Warnung ist offen.',
  latest: (alerts) =>
    `Das sind die neuesten ${count(alerts)}; die übrigen folgen, sobald du welche als gesehen markierst.`,
  seen: 'Gesehen',
  noneSeen:
    'Noch keine. Warnungen werden 90 Tage aufbewahrt. Sie gehen auch an den Webhook, das ntfy-Thema oder die Mailadresse in hearth.toml, sofern eingetragen.',
  markSeen: 'Gesehen',
  facts: '{time}, {help}',
  factsSeen: (ago) => `{time}, {help}, gesehen ${ago} von {name}`,
  somebody: 'jemandem',
}
