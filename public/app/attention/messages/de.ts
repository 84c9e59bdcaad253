import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  peopleWaiting: (people) =>
    counted(people, { one: '# Person wartet', other: '# Personen warten' }),
  openAlerts: (alerts) => counted(alerts, { one: '# offene Warnung', other: '# offene Warnungen' }),
  show: 'Anzeigen',
}
