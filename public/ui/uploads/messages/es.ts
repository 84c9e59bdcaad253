import { counted } from '../../locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  uploading: (files) => `Subiendo ${counted(files, { one: '# archivo', other: '# archivos' })}`,
  notYet: 'Aún sin subir',
  moreInLine: (files) =>
    `${counted(files, { one: '# archivo más', other: '# archivos más' })} en cola`,
  uploadOf: (name) => `Subida de ${name}`,
  goOnWith: (name) => `Continuar ${name}`,
  goOn: 'Continuar',
  tryOne: (name) => `Intentar de nuevo ${name}`,
  tryAgain: 'Intentar de nuevo',
  pauseOne: (name) => `Pausar ${name}`,
  pause: 'Pausar',
  removeOne: (name) => `Quitar ${name} de la lista`,
  remove: 'Quitar',
  cancelOne: (name) => `Cancelar ${name}`,
  cancel: 'Cancelar',
  interrupted: 'Interrumpidos',
  chooseAgain: (size) => `${size}. Elige el archivo de nuevo para continuar.`,
  haveCome: (sent, size) =>
    `Han llegado ${sent} de ${size}. Elige el archivo de nuevo para continuar.`,
  chooseFileAgain: (name) => `Elegir de nuevo: ${name}`,
  chooseFile: 'Elegir archivo',
  discardOne: (name) => `Descartar ${name}`,
  discard: 'Descartar',
  anotherFile: (name, size) => `Es otro archivo: se esperaba ${name} de ${size}`,
  changedFile: 'El archivo ha cambiado desde que empezó la subida: descártala y súbelo de nuevo',
  share: (sent, size) => `${sent} de ${size}`,
  waitsAt: (share) => `${share}, espera su turno`,
  waits: 'Espera su turno',
  waitsForService: (share) => `${share}. Espera al servicio y luego continúa`,
  noConnection: (share) => `${share}. Sin conexión; continúa solo`,
  signInToGoOn: (share) => `${share}. Inicia sesión para continuar`,
  storing: 'Todo enviado, el servicio lo guarda',
  paused: (share) => `${share}, en pausa`,
  speed: (share, speed, left) => `${share} · ${speed}/s · quedan ${left}`,
  tooLarge: (size, most) => `Demasiado grande: ${size}. Un archivo puede tener ${most}.`,
  tooLargeHere: (size, far) => `Demasiado grande desde aquí: ${size}. ${far}`,
  noRoomOfYours: (size, free, quota) =>
    `No hay espacio: ${size}, y te quedan ${free} de ${quota}. Borra archivos que no necesites, o pide más al administrador.`,
  noRoom: (size, free) =>
    `No hay espacio: ${size}, y en el servidor caben ${free}. Pide al administrador que libere espacio.`,
  farText: (here, own) =>
    `Desde aquí un archivo puede tener ${here}. Los mayores, hasta ${own}, solo se aceptan en la red propia del servicio: abre allí esta página con la dirección local, sin túnel ni proxy.`,
  fileGone: 'Este archivo se ha cambiado, movido o borrado en este dispositivo. Elígelo de nuevo.',
  elsewhere: 'Esta subida sigue en otra pestaña o ventana.',
  standsStill: 'La conexión está parada',
}
