import type { Messages } from './en.ts'

export const m: Messages = {
  sharedBy: 'Compartido por {from} el {time}, tal como estaba.',
  sharedByOwner: 'Compartido por el propietario de este servicio el {time}, tal como estaba.',
  sharedOn: 'Compartido el {time}, tal como estaba.',
  readUntil: (time) => `Se puede leer hasta el ${time}.`,
  question: 'Pregunta',
  attachedFiles: 'Archivos adjuntos',
  answer: 'Respuesta',
  notShared: 'no compartido',
  download: 'Descargar',
  loading: 'Cargando la conversación',
  notAnyMore: 'Esta conversación ya no se comparte',
  linkExpired:
    'El enlace ha caducado o se ha retirado, o le falta una parte. Pide otro a quien lo envió.',
  title: 'Conversación compartida',
}
