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
  assistants: 'Assistants',
}
