import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Verlauf',
  keepUntilDeleted: 'Behalten, bis du es löschst',
  kept: 'wird behalten',
  keptUntil: 'Bleibt, bis du es löschst',
  keep: (title) => `${title} behalten`,
  renameOne: (title) => `${title} umbenennen`,
  rename: 'Umbenennen',
  save: 'Sichern',
  titleField: 'Titel',
  deleteOne: (title) => `${title} löschen`,
  delete: 'Löschen',
  deleteThis: {
    transcript: 'Dieses Transkript löschen?',
    translation: 'Diese Übersetzung löschen?',
    speech: 'Diesen Clip löschen?',
  },
  isDeleted: {
    transcript: 'Das Transkript ist gelöscht',
    translation: 'Die Übersetzung ist gelöscht',
    speech: 'Der Clip ist gelöscht',
  },
  deleteText: (title) =>
    `„${title}“ wird endgültig gelöscht. Das lässt sich nicht rückgängig machen.`,
  deleteClipText: (title) =>
    `„${title}“ wird endgültig gelöscht, und der Link funktioniert nicht mehr. Das lässt sich nicht rückgängig machen.`,
  loadingEntry: 'Eintrag wird geladen',
  noSuchEntry: 'Diesen Eintrag gibt es nicht',
  mayBeGone: 'Vielleicht wurde er gelöscht oder ist abgelaufen. {link}',
  showHistory: 'Verlauf anzeigen',
  downloadAs: (format) => `Als ${format} herunterladen`,
  text: 'Text',
  copyText: 'Text kopieren',
  translatedFrom: (source, target) => `Übersetzt: ${source} → ${target}`,
  translatedTo: (target) => `Übersetzt: ${target}`,
  loadingHistory: 'Verlauf wird geladen',
  nothingFound: 'Nichts gefunden',
  showEverything: 'Alles anzeigen',
  none: {
    transcript: 'Noch keine Transkripte',
    translation: 'Noch keine Übersetzungen',
    speech: 'Noch keine Clips',
  },
  nothingYet: 'Hier ist noch nichts',
  nothingYetText:
    'Hier bleibt, was du vorlesen lässt, transkribierst und übersetzt. Nur du kannst es sehen.',
  speakText: 'Einen Text vorlesen lassen',
  transcribeRecording: 'Eine Aufnahme transkribieren',
  wordsOfVideo: 'Den Text eines Videos holen',
  all: 'Alle',
  one: {
    transcript: 'Transkript',
    translation: 'Übersetzung',
    speech: 'Clip',
  },
  many: {
    transcript: 'Transkripte',
    translation: 'Übersetzungen',
    speech: 'Clips',
  },
  searchTitles: 'Titel und Texte durchsuchen',
  whichKind: 'Welche Art',
  expiresIn: (days) => `läuft in ${counted(days, { one: '# Tag', other: '# Tagen' })} ab`,
}
