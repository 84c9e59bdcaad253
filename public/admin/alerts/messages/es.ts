import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Alertas',
  open: 'Abiertas',
  openCount: (alerts) => `Abiertas, ${count(alerts)}`,
  noneOpen: 'No hay ninguna alerta abierta.',
  latest: (alerts) =>
    `Estas son las ${count(alerts)} más recientes; las demás aparecen cuando marques algunas como vistas.`,
  seen: 'Vistas',
  noneSeen:
    'Aún no hay ninguna. Las alertas se conservan 90 días. También se envían al webhook, al tema de ntfy o a la dirección de correo de hearth.toml, si los hay.',
  markSeen: 'Vista',
  facts: '{time}, {help}',
  factsSeen: (ago) => `{time}, {help}, vista ${ago} por {name}`,
  somebody: 'alguien',
}
