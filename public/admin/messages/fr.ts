import type { Messages } from './en.ts'

export const m: Messages = {
  overview: 'Aperçu',
  queue: 'File d’attente',
  workers: 'Agents',
  engines: 'Moteurs',
  machines: 'Machines',
  people: 'Personnes',
  keys: 'Clés',
  usage: 'Utilisation',
  requests: 'Requêtes',
  alerts: 'Alertes',
  audit: 'Journal',
  devices: 'Appareils',
  brands: 'Marques',
  skills: 'Compétences',
  system: 'Système',
}
