import type { Messages } from './en.ts'

export const m: Messages = {
  tellMe: 'Sag mir, wenn es fertig ist',
  told: 'Du wirst hier benachrichtigt. Worüber, wählst du unter „Ich“.',
  notAllowed: 'Der Browser erlaubt keine Benachrichtigungen',
}
