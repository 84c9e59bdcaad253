import type { Messages } from './en.ts'

export const m: Messages = {
  sharedBy: 'Geteilt von {from} am {time}, Stand von damals.',
  sharedByOwner: 'Vom Besitzer dieses Dienstes geteilt am {time}, Stand von damals.',
  sharedOn: 'Geteilt am {time}, Stand von damals.',
  readUntil: (time) => `Lesbar bis ${time}.`,
  question: 'Frage',
  attachedFiles: 'Angehängte Dateien',
  answer: 'Antwort',
  notShared: 'nicht geteilt',
  download: 'Herunterladen',
  loading: 'Unterhaltung wird geladen',
  notAnyMore: 'Diese Unterhaltung wird nicht mehr geteilt',
  linkExpired:
    'Der Link ist abgelaufen oder wurde zurückgezogen, oder ein Teil davon fehlt. Bitte um einen neuen.',
  title: 'Geteilte Unterhaltung',
}
