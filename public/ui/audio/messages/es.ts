import type { Messages } from './en.ts'

export const m: Messages = {
  cannotPlay: 'Este navegador no puede reproducirlo, o ya no está.',
  pause: (name) => `Pausar ${name}`,
  play: (name) => `Reproducir ${name}`,
  position: (name) => `Posición en ${name}`,
  timeOf: (time, end) => `${time} de ${end}`,
  needsHttps:
    'Un navegador solo da el micrófono a una página por https o en este mismo equipo. Abre esta página con su dirección https.',
  cannotRecord: 'Este navegador no puede grabar.',
  notAllowed:
    'El navegador no ha permitido el micrófono. Permítelo para esta página en los ajustes junto a la dirección.',
  noMicrophone: 'No hay micrófono en este dispositivo.',
  microphoneInUse: 'Otro programa está usando el micrófono.',
  microphoneFailed: 'No se ha podido abrir el micrófono.',
}
