import { counted } from '../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  chat: 'Chat',
  tasks: 'Tâches',
  workers: 'Agents',
  speak: 'Voix',
  transcribe: 'Transcrire',
  video: 'Vidéo et web',
  knowledge: 'Savoirs',
  files: 'Fichiers',
  history: 'Historique',
  jobs: 'Travaux',
  me: 'Moi',
  admin: 'Admin',
  uploading: 'en cours d’envoi',
  peopleWaiting: (people) =>
    counted(people, { one: '# personne attend', other: '# personnes attendent' }),
  openAlerts: (alerts) => counted(alerts, { one: '# alerte ouverte', other: '# alertes ouvertes' }),
  show: 'Afficher',
  assistants: 'Assistants',
}
