import { counted } from '../../ui/locale.ts'
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
  peopleWaiting: (people) =>
    counted(people, {
      one: '# osoba czeka',
      few: '# osoby czekają',
      many: '# osób czeka',
      other: '# osób czeka',
    }),
  openAlerts: (alerts) =>
    counted(alerts, {
      one: '# otwarty alert',
      few: '# otwarte alerty',
      many: '# otwartych alertów',
      other: '# otwartych alertów',
    }),
  show: 'Pokaż',
  assistants: 'Asystenci',
}
