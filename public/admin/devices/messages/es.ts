import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Dispositivos',
  showEnded: 'Mostrar los anteriores',
  none: 'Ningún dispositivo tiene la sesión iniciada',
  noneText:
    'Un equipo se conecta con {command} o con una app que muestra un código, y se aprueba en el navegador.',
  surfaces: { code: 'línea de comandos', canvas: 'app de lienzo', mcp: 'app con herramientas' },
  deviceOf: '{name}, de {account}',
  approved: (surface) => `${surface}, aprobado {time} desde {address}`,
  used: (time, end) => `usado ${time}, ${end}`,
  revokedAt: (time) => `revocado ${time}`,
  expired: (time) => `caducó ${time}`,
  expires: (time) => `caduca ${time}`,
  revoke: 'Revocar',
  isSignedOut: (name) => `Sesión cerrada: ${name}`,
  revokeThis: '¿Revocar este dispositivo?',
  revokeText: (name, account) =>
    `Se cierra la sesión de ${name}, de ${account}, al instante y para siempre. Para volver a usarlo, la persona debe aprobarlo de nuevo.`,
}
