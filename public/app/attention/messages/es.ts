import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  peopleWaiting: (people) =>
    counted(people, { one: '# persona espera', other: '# personas esperan' }),
  openAlerts: (alerts) => counted(alerts, { one: '# alerta abierta', other: '# alertas abiertas' }),
  show: 'Mostrar',
}
