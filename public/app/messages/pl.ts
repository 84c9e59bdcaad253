import type { Messages } from './en.ts'

export const m: Messages = {
  chat: 'Czat',
  tasks: 'Zadania',
  workers: 'Agenci',
  speak: 'Mowa',
  transcribe: 'Transkrypcja',
  video: 'Wideo i sieć',
  knowledge: 'Wiedza',
  files: 'Pliki',
  history: 'Historia',
  jobs: 'Zlecenia',
  me: 'Ja',
  admin: 'Administracja',
  uploading: 'przesyłane',
  assistants: 'Asystenci',
}
