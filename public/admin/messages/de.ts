import type { Messages } from './en.ts'

export const m: Messages = {
  overview: 'Übersicht',
  queue: 'Warteschlange',
  workers: 'Agenten',
  engines: 'Modelle',
  machines: 'Rechner',
  people: 'Personen',
  keys: 'Schlüssel',
  usage: 'Nutzung',
  requests: 'Anfragen',
  alerts: 'Warnungen',
  audit: 'Protokoll',
  devices: 'Geräte',
  brands: 'Marken',
  skills: 'Fähigkeiten',
  system: 'System',
}
