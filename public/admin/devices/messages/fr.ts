import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Appareils',
  showEnded: 'Afficher les anciens',
  none: 'Aucun appareil n’est connecté',
  noneText:
    'On connecte une machine avec {command} ou avec une app qui affiche un code, puis on l’approuve dans le navigateur.',
  surfaces: { code: 'ligne de commande', canvas: 'app de canevas', mcp: 'app avec outils' },
  deviceOf: '{name}, de {account}',
  approved: (surface) => `${surface}, approuvé {time} depuis {address}`,
  used: (time, end) => `utilisé ${time}, ${end}`,
  revokedAt: (time) => `révoqué ${time}`,
  expired: (time) => `expiré ${time}`,
  expires: (time) => `expire ${time}`,
  revoke: 'Révoquer',
  isSignedOut: (name) => `Déconnecté : ${name}`,
  revokeThis: 'Révoquer cet appareil ?',
  revokeText: (name, account) =>
    `${name}, de ${account}, est déconnecté tout de suite et définitivement. Pour l’utiliser à nouveau, la personne doit l’approuver de nouveau.`,
}
