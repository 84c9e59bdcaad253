import { count, counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Agentes',
  jobs: 'Trabajos',
  noJobs:
    'No se ha iniciado ningún agente en la última hora. Los trabajos aparecen aquí con todo lo que hacen y se eliminan una hora tras terminar.',
  cannotRun: 'Ningún agente puede funcionar en este equipo: {reason}',
  noSandbox: 'no hay entorno aislado',
  seeMissing: 'Ver qué falta',
  today: 'Hoy',
  started: (used, limit, left) =>
    `${count(used)} de ${counted(limit, { one: '# trabajo', other: '# trabajos' })}, quedan ${count(left)}`,
  startedToday: 'Iniciados hoy',
  rules: (each, time, zone) =>
    `${count(each)} por clave o persona. El día siguiente empieza ${time} (${zone}). Los trabajos cuentan al aceptarse.`,
  byOwner: 'Iniciados hoy, por clave o persona',
  owner: 'Clave o persona',
  startedShort: 'Iniciados',
  left: 'Quedan',
  sources: { shipped: 'incluido', own: 'tuyo', override: 'tuyo, en lugar del incluido' },
  profiles: 'Perfiles',
  cannotBeUsed: 'No se puede usar: {reason}',
  atMost: (steps, time) =>
    `Como máximo ${counted(steps, { one: '# paso', other: '# pasos' })} y ${time}`,
  withLinks: (text, links) =>
    `${text}; con archivos adjuntos, ${counted(links, { one: '# enlace', other: '# enlaces' })} por sitio`,
  profilesHint:
    'Quién puede usar uno se decide en cada clave y cada persona. Una carpeta con un PROFILE.md en la carpeta de datos, en worker-profiles, añade uno propio.',
  states: {
    queued: 'En espera',
    running: 'En curso',
    succeeded: 'Hecho',
    failed: 'Ha fallado',
    cancelled: 'Cancelado',
  },
  runningFor: (state, time) => `${state} desde hace ${time}`,
  endedAfter: (state, time) => `${state} tras ${time}`,
  askedFor: (state) => `${state}, pedido {time}`,
  made: 'Creado: {files}',
  steps: (steps) => counted(steps, { one: '# paso', other: '# pasos' }),
  stepsOf: (steps, name) => `${steps} de ${name}`,
  cancel: 'Cancelar',
  workerOf: (name) => `agente de ${name}`,
  isCancelled: (name) => `El agente de ${name} se ha cancelado`,
  cancelThis: (name) => `¿Cancelar el agente de ${name}?`,
  cancelText:
    'Se detiene sin respuesta y aun así cuenta para hoy. Lo que ha creado se conserva una hora.',
  cancelWorker: 'Cancelar el agente',
  goOn: 'Continuar',
  hidden: (steps) =>
    counted(steps, {
      one: 'El primer paso no se muestra.',
      other: 'Los primeros # pasos no se muestran.',
    }),
}
