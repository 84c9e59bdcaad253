import type { Messages } from './en.ts'

export const m: Messages = {
  notifyMe: 'Sag mir, wenn es fertig ist',
  notified: 'Du wirst hier benachrichtigt. Worüber, wählst du unter „Ich“.',
  notAllowed: 'Der Browser erlaubt keine Benachrichtigungen',
}
