import type { Messages } from './en.ts'

export const m: Messages = {
  notifyMe: 'Avisarme cuando esté listo',
  notified: 'Recibirás los avisos aquí. Elige cuáles en «Yo».',
  notAllowed: 'El navegador no permite notificaciones',
}
