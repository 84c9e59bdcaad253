import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  peopleWaiting: (people) =>
    counted(people, { one: '# personne attend', other: '# personnes attendent' }),
  openAlerts: (alerts) => counted(alerts, { one: '# alerte ouverte', other: '# alertes ouvertes' }),
  show: 'Afficher',
}
