import { count, counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Agenci',
  jobs: 'Zlecenia',
  noJobs:
    'W ostatniej godzinie nie uruchomiono agenta. Zlecenia pojawiają się tu ze wszystkim, co robią, i są usuwane godzinę po zakończeniu.',
  cannotRun: 'Na tym komputerze nie może działać żaden agent: {reason}',
  noSandbox: 'brak piaskownicy',
  seeMissing: 'Zobacz, czego brakuje',
  today: 'Dziś',
  started: (used, limit, left) =>
    `Uruchomione zlecenia: ${count(used)} z ${count(limit)}, pozostało: ${count(left)}`,
  startedToday: 'Uruchomione dziś',
  rules: (each, time, zone) =>
    `${count(each)} na klucz lub osobę. Następny dzień zaczyna się ${time} (${zone}). Zlecenia liczą się od przyjęcia.`,
  byOwner: 'Uruchomione dziś, według klucza lub osoby',
  owner: 'Klucz lub osoba',
  startedShort: 'Uruchomione',
  left: 'Pozostało',
  sources: { shipped: 'wbudowany', own: 'własny', override: 'własny zamiast wbudowanego' },
  profiles: 'Profile',
  cannotBeUsed: 'Nie można użyć: {reason}',
  atMost: (steps, time) =>
    `Najwyżej ${counted(steps, { one: '# krok', few: '# kroki', many: '# kroków', other: '# kroku' })} i ${time}`,
  withLinks: (text, links) =>
    `${text}; z dołączonymi plikami ${counted(links, { one: '# link', few: '# linki', many: '# linków', other: '# linku' })} na witrynę`,
  profilesHint:
    'Kto może go używać, ustawia się przy kluczu i osobie. Folder z plikiem PROFILE.md w folderze danych, w worker-profiles, dodaje własny.',
  states: {
    queued: 'Czeka',
    running: 'W toku',
    succeeded: 'Gotowe',
    failed: 'Błąd',
    cancelled: 'Anulowano',
  },
  runningFor: (state, time) => `${state} od ${time}`,
  endedAfter: (state, time) => `${state} po ${time}`,
  askedFor: (state) => `${state}, zlecono {time}`,
  made: 'Utworzono: {files}',
  steps: (steps) =>
    counted(steps, { one: '# krok', few: '# kroki', many: '# kroków', other: '# kroku' }),
  stepsOf: (steps, name) => `${steps}: ${name}`,
  cancel: 'Anuluj',
  workerOf: (name) => `agent: ${name}`,
  isCancelled: (name) => `Anulowano agenta: ${name}`,
  cancelThis: (name) => `Anulować agenta: ${name}?`,
  cancelText:
    'Zakończy się bez odpowiedzi, ale i tak liczy się na dziś. To, co utworzył, zostaje przez godzinę.',
  cancelWorker: 'Anuluj agenta',
  goOn: 'Kontynuuj',
  hidden: (steps) => `Ukryto pierwsze kroki: ${count(steps)}.`,
}
