import type { Messages } from './en.ts'

export const m: Messages = {
  overview: 'Resumen',
  queue: 'Cola',
  workers: 'Agentes',
  engines: 'Motores',
  machines: 'Equipos',
  people: 'Personas',
  keys: 'Claves',
  usage: 'Uso',
  requests: 'Solicitudes',
  alerts: 'Alertas',
  audit: 'Auditoría',
  devices: 'Dispositivos',
  brands: 'Marcas',
  skills: 'Habilidades',
  system: 'Sistema',
}
