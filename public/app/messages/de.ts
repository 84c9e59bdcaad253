import type { Messages } from './en.ts'

export const m: Messages = {
  chat: 'Chat',
  tasks: 'Aufgaben',
  workers: 'Agenten',
  speak: 'Vorlesen',
  transcribe: 'Transkribieren',
  video: 'Video & Web',
  knowledge: 'Wissen',
  files: 'Dateien',
  history: 'Verlauf',
  jobs: 'Aufträge',
  me: 'Ich',
  admin: 'Verwaltung',
  uploading: 'werden hochgeladen',
  assistants: 'Assistenten',
}
