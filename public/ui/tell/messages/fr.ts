import type { Messages } from './en.ts'

export const m: Messages = {
  tellMe: 'Me prévenir quand c’est prêt',
  told: 'Vous serez prévenu ici. Choisissez de quoi sous « Moi ».',
  notAllowed: 'Le navigateur n’autorise pas les notifications',
}
