import { counted } from '../../ui/locale.ts'
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
  peopleWaiting: (people) =>
    counted(people, { one: '# Person wartet', other: '# Personen warten' }),
  openAlerts: (alerts) => counted(alerts, { one: '# offene Warnung', other: '# offene Warnungen' }),
  show: 'Anzeigen',
  assistants: 'Assistenten',
}
