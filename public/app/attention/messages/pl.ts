import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  peopleWaiting: (people) =>
    counted(people, {
      one: '# osoba czeka',
      few: '# osoby czekają',
      many: '# osób czeka',
      other: '# osób czeka',
    }),
  openAlerts: (alerts) =>
    counted(alerts, {
      one: '# otwarty alert',
      few: '# otwarte alerty',
      many: '# otwartych alertów',
      other: '# otwartych alertów',
    }),
  show: 'Pokaż',
}
