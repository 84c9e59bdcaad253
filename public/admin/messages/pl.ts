import type { Messages } from './en.ts'

export const m: Messages = {
  overview: 'Przegląd',
  queue: 'Kolejka',
  workers: 'Agenci',
  engines: 'Silniki',
  machines: 'Komputery',
  people: 'Osoby',
  keys: 'Klucze',
  usage: 'Użycie',
  requests: 'Zapytania',
  alerts: 'Alerty',
  audit: 'Dziennik',
  devices: 'Urządzenia',
  brands: 'Marki',
  skills: 'Umiejętności',
  system: 'System',
}
