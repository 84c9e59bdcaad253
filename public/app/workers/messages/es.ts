import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Agentes',
  fileCount: (files) => counted(files, { one: '# archivo', other: '# archivos' }),
  files: 'Archivos',
  viewOne: (name) => `Ver ${name}`,
  view: 'Ver',
  downloadOne: (name) => `Descargar ${name}`,
  download: 'Descargar',
  types: {
    text: 'Texto',
    table: 'Tabla (CSV)',
    page: 'Página web (HTML)',
    archive: 'Archivo comprimido (ZIP)',
    picture: (format) => `Imagen (${format})`,
    drawing: 'Dibujo (SVG)',
  },
  brief: 'Encargo',
  briefHint:
    'Qué averiguar o hacer, a partir de qué y en qué forma. No hará preguntas mientras trabaja.',
  sayWhat: 'Di qué debe hacer el agente.',
  shortenBy: (characters) =>
    `Acórtalo en ${counted(characters, { one: '# carácter', other: '# caracteres' })}, o adjúntalo como archivo.`,
  tooMany: (characters) =>
    counted(characters, { one: 'sobra # carácter', other: 'sobran # caracteres' }),
  charactersLeft: (left, most) => `quedan ${left} de ${most} caracteres`,
  firstOf: (shown, size) => `Los primeros ${shown} de ${size}. Descárgalo para ver el resto.`,
  copyOne: (name) => `Copiar ${name}`,
  fileDeleted: 'El archivo se ha eliminado, una hora después de terminar su trabajo',
  newJob: 'Nuevo trabajo',
  canBeDropped: (limits) => `${limits}. También se pueden soltar o pegar.`,
  collections: (collections) =>
    collections === 0
      ? 'Añadir colecciones'
      : counted(collections, { one: '# colección', other: '# colecciones' }),
  chooseCollections: 'Colecciones para esta tarea',
  searchesThem: 'Se buscan pasajes en ellas, y la respuesta dice de dónde sale cada afirmación.',
  starting: 'Iniciando',
  start: 'Iniciar',
  budget: (left, limit, time) =>
    `quedan ${left} de ${limit} trabajos hoy; se renueva a las ${time}`,
  spent: (limit, again) => `Se han usado los ${limit} trabajos de hoy. ${again}`,
  again: (reason, again) => `${reason} ${again}`,
  tryIn: (time) => `Inténtalo de nuevo en ${time}.`,
  tryAt: (clock, time) => `Inténtalo de nuevo a las ${clock}, en ${time}.`,
  descriptions: {
    'Answers from the documents that are attached, and computes and writes files from them. It has no network.':
      'Responde con los documentos adjuntos, hace cálculos y escribe archivos con ellos. No tiene acceso a la red.',
    'Answers from pages of the web and from attached documents, with the address of every source. It computes and writes files.':
      'Responde con páginas web y documentos adjuntos, con la dirección de cada fuente. Hace cálculos y escribe archivos.',
  },
  worker: 'Agente',
  followsLinks: (links) =>
    `Con archivos adjuntos sigue como mucho ${counted(links, { one: '# enlace', other: '# enlaces' })} de un sitio, porque cada elección le dice algo al sitio`,
  yourJobs: 'Tus trabajos',
  noneYet:
    'Aún no hay ninguno. Un trabajo se conserva una hora tras terminar, con su respuesta y sus archivos.',
  deletedAfter: 'Un trabajo se elimina una hora tras terminar, con su respuesta y sus archivos.',
  workerJob: 'Trabajo de agente',
  allJobs: 'Todos los trabajos',
  loadingJob: 'Cargando el trabajo',
  noSuchJob: 'Este trabajo no existe',
  mayBeDeleted:
    'Puede que se haya eliminado: un trabajo se conserva una hora tras terminar. {link}',
  seeJobs: 'Ver tus trabajos',
  job: 'Trabajo',
  steps: (steps) => counted(steps, { one: '# paso', other: '# pasos' }),
  didNothing: 'No ha hecho nada.',
  appearsHere: 'Aquí aparece lo que hace.',
  showLess: 'Mostrar menos',
  showBrief: 'Mostrar todo el encargo',
  stop: 'Detener',
  canClose: 'Puedes cerrar esta página: el trabajo sigue.',
  stopThis: '¿Detener este trabajo?',
  stopText:
    'Termina sin respuesta y cuenta igualmente como uno de los trabajos de hoy. Lo que ha hecho hasta ahora queda aquí una hora.',
  stopJob: 'Detener el trabajo',
  letItGoOn: 'Dejar que siga',
  deletedAt:
    'Todo esto se elimina a las {time}, una hora tras terminar. Descarga lo que quieras conservar.',
  tookPlace: 'Ha reemplazado el encargo que habías empezado. Adjunta de nuevo sus archivos',
  takeBack: 'Recuperar el mío',
  attachAgain: 'Adjunta de nuevo sus archivos, si los tenía',
  againButton: 'De nuevo',
  stoppedBefore: 'Detenido antes de tener una respuesta.',
  answer: 'Respuesta',
  copyAnswer: 'Copiar la respuesta',
  showOutputOf: (number, size) => `Mostrar toda la salida del paso ${number}, ${size}`,
  showOutput: 'Mostrar toda la salida',
  outputOf: (number) => `Salida del paso ${number}`,
  loadingWorkers: 'Cargando los agentes',
  lead: 'Un agente hace una tarea por sí solo, paso a paso, aislado en este equipo. Recibes una respuesta y los archivos que ha hecho.',
  cannotRun: 'Los agentes aún no pueden funcionar aquí',
  onceMended: 'Una vez arreglado, se encuentra solo. {link}',
  seeMissing: 'Ver qué falta',
  canMend: 'Quien gestiona este servicio puede arreglarlo; luego se encuentra solo.',
  tryAgain: 'Intentar de nuevo',
  mayNotStart: 'Aún no puedes iniciar agentes',
  mayNotStartText:
    'Un agente lee, calcula y escribe archivos por sí solo, así que se concede uno a uno. Pide a quien gestiona este servicio: un administrador lo concede en tu página en «Personas».',
  waitsApproval: 'Tu cuenta espera aprobación',
  untilApproved:
    'Quien gestiona este servicio la aprueba. Hasta entonces no se puede iniciar ningún agente.',
}
