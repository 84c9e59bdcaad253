import type { Messages } from './en.ts'

export const m: Messages = {
  sharedBy: 'Partagé par {from} le {time}, dans l’état d’alors.',
  sharedByOwner: 'Partagé par le propriétaire de ce service le {time}, dans l’état d’alors.',
  sharedOn: 'Partagé le {time}, dans l’état d’alors.',
  readUntil: (time) => `Lisible jusqu’au ${time}.`,
  question: 'Question',
  attachedFiles: 'Fichiers joints',
  answer: 'Réponse',
  notShared: 'non partagé',
  download: 'Télécharger',
  loading: 'Chargement de la conversation',
  notAnyMore: 'Cette conversation n’est plus partagée',
  linkExpired:
    'Le lien a expiré ou a été retiré, ou il en manque une partie. Demandez-en un autre à qui l’a envoyé.',
  title: 'Conversation partagée',
}
