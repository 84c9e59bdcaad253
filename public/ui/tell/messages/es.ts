import type { Messages } from './en.ts'

export const m: Messages = {
  tellMe: 'Avisarme cuando esté listo',
  told: 'Recibirás los avisos aquí. Elige cuáles en «Yo».',
  notAllowed: 'El navegador no permite notificaciones',
}
