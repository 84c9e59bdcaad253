import { count, counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Agenten',
  jobs: 'Aufträge',
  noJobs:
    'In der letzten Stunde wurde kein Agent gestartet. Aufträge erscheinen hier mit allem, was sie tun, und werden eine Stunde nach ihrem Ende gelöscht.',
  cannotRun: 'Auf diesem Rechner kann kein Agent laufen: {reason}',
  noSandbox: 'keine Sandbox',
  seeMissing: 'Zeigen, was fehlt',
  today: 'Heute',
  started: (used, limit, left) =>
    `${count(used)} von ${counted(limit, { one: '# Auftrag', other: '# Aufträgen' })} gestartet, ${count(left)} übrig`,
  startedToday: 'Heute gestartet',
  rules: (each, time, zone) =>
    `${count(each)} je Schlüssel oder Person. Der nächste Tag beginnt ${time} (${zone}). Aufträge zählen, sobald sie angenommen sind.`,
  byOwner: 'Heute gestartet, nach Schlüssel oder Person',
  owner: 'Schlüssel oder Person',
  startedShort: 'Gestartet',
  left: 'Übrig',
  sources: {
    shipped: 'mitgeliefert',
    own: 'eigenes',
    override: 'eigenes statt des mitgelieferten',
  },
  profiles: 'Profile',
  cannotBeUsed: 'Nicht nutzbar: {reason}',
  atMost: (steps, time) =>
    `Höchstens ${counted(steps, { one: '# Schritt', other: '# Schritte' })} und ${time}`,
  withLinks: (text, links) =>
    `${text}; mit angehängten Dateien ${counted(links, { one: '# Link', other: '# Links' })} je Website`,
  profilesHint:
    'Wer eines benutzen darf, steht beim Schlüssel und bei der Person. Ein Ordner mit einer PROFILE.md im Datenordner, unter worker-profiles, fügt ein eigenes hinzu.',
  states: {
    queued: 'Wartet',
    running: 'Läuft',
    succeeded: 'Fertig',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  runningFor: (state, time) => `${state} seit ${time}`,
  endedAfter: (state, time) => `${state} nach ${time}`,
  askedFor: (state) => `${state}, beauftragt {time}`,
  made: 'Erstellt: {files}',
  steps: (steps) => counted(steps, { one: '# Schritt', other: '# Schritte' }),
  stepsOf: (steps, name) => `${steps} von ${name}`,
  cancel: 'Abbrechen',
  workerOf: (name) => `Agent von ${name}`,
  isCancelled: (name) => `Der Agent von ${name} ist abgebrochen`,
  cancelThis: (name) => `Den Agenten von ${name} abbrechen?`,
  cancelText:
    'Er endet ohne Antwort und zählt trotzdem für heute. Was er bisher erstellt hat, bleibt eine Stunde.',
  cancelWorker: 'Agenten abbrechen',
  goOn: 'Weitermachen',
  hidden: (steps) =>
    counted(steps, {
      one: 'Der erste Schritt ist ausgeblendet.',
      other: 'Die ersten # Schritte sind ausgeblendet.',
    }),
}
