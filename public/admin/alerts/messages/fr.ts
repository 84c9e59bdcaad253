import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Alertes',
  open: 'Ouvertes',
  openCount: (alerts) => `Ouvertes, ${count(alerts)}`,
  noneOpen: 'Aucune alerte n’est ouverte.',
  latest: (alerts) =>
    `Voici les ${count(alerts)} plus récentes ; les autres suivent quand vous en marquez comme vues.`,
  seen: 'Vues',
  noneSeen:
    'Aucune pour l’instant. Les alertes sont gardées 90 jours. Elles sont aussi envoyées au webhook, au sujet ntfy ou à l’adresse e-mail de hearth.toml, s’il y en a.',
  markSeen: 'Vu',
  facts: '{time}, {help}',
  factsSeen: (ago) => `{time}, {help}, vue ${ago} par {name}`,
  somebody: 'quelqu’un',
}
