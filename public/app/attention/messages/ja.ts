import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  peopleWaiting: (people) => `${counted(people, { other: '#' })}人が待っています`,
  openAlerts: (alerts) => `未確認の警告${counted(alerts, { other: '#' })}件`,
  show: '表示',
}
