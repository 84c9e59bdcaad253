import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Alerty',
  open: 'Otwarte',
  openCount: (alerts) => `Otwarte: ${count(alerts)}`,
  noneOpen: 'Brak otwartych alertów.',
  latest: (alerts) =>
    `Pokazano najnowsze (${count(alerts)}); pozostałe pojawią się, gdy oznaczysz część jako przeczytane.`,
  seen: 'Przeczytane',
  noneSeen:
    'Jeszcze żadnych. Alerty są przechowywane 90 dni. Trafiają też do webhooka, tematu ntfy lub na adres e-mail z hearth.toml, jeśli są podane.',
  markSeen: 'Przeczytane',
  facts: '{time}, {help}',
  factsSeen: (ago) => `{time}, {help}, przeczytano ${ago}: {name}`,
  somebody: 'ktoś',
}
