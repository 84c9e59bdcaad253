import type { Messages } from './en.ts'

export const m: Messages = {
  notifyMe: 'Me prévenir quand c’est prêt',
  notified: 'Vous serez prévenu ici. Choisissez de quoi sous « Moi ».',
  notAllowed: 'Le navigateur n’autorise pas les notifications',
}
