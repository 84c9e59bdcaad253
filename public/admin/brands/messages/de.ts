import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Marken',
  add: 'Marke hinzufügen',
  all: 'Alle Marken',
  noneYet: 'Noch keine Marke',
  noneYetText:
    'Eine Marke sagt, wie Texte und Untertitel geschrieben werden: Sprache, Ton und Wortwahl.',
  save: 'Sichern',
  saved: 'Gesichert',
  delete: 'Löschen',
  wasDeleted: (name) => `${name} wurde gelöscht`,
  deleteThis: 'Diese Marke löschen?',
  deleteText: (name) =>
    `${name} ist endgültig weg. Aufträge, die sie nennen, werden ab jetzt abgelehnt.`,
  shortName: 'Kurzname',
  shortNameHint: 'Kleinbuchstaben, Ziffern, - und _; so nennen Programme die Marke.',
  shortNameWrong: 'Der Kurzname darf nur Kleinbuchstaben, Ziffern, - und _ haben',
  isThere: (id) =>
    `Die Marke ${id} gibt es schon: Wähle einen anderen Kurznamen oder öffne und ändere sie`,
  name: 'Name',
  languageLabel: 'Sprache',
  languageHint: 'Etwa de oder pt-BR; leer für die Sprache des Textes.',
  voice: 'Stimme',
  voiceHint: 'Name einer Stimme; leer für die übliche.',
  tone: 'Ton',
  toneHint: 'Wie geschrieben werden soll, in Worten für ein Modell.',
  glossary: 'Glossar',
  glossaryHint:
    'Je eine Zeile: Begriff = was geschrieben wird. Ein Begriff allein bleibt, wie er ist.',
  captionRules: 'Regeln für Untertitel',
  captionHint: 'Was leer bleibt, ist wie ohne Marke.',
  rules: {
    max_line_characters: 'Zeichen in einer Zeile',
    max_lines: 'Zeilen zugleich',
    max_characters_per_second: 'Zeichen je Sekunde',
    min_cue_seconds: 'Kürzester Untertitel, Sekunden',
    min_gap_ms: 'Abstand dazwischen, ms',
  },
  range: (min, max) => `${count(min)} bis ${count(max)}`,
  tooManyLines: (lines, most) =>
    `Das Glossar hat ${count(lines)} Zeilen, höchstens ${count(most)} sind möglich`,
  noTerm: (line) => `Zeile ${count(line)} des Glossars hat keinen Begriff vor dem =`,
  lineTooLong: (line, most) =>
    `Zeile ${count(line)} des Glossars ist zu lang: Jede Seite hat höchstens ${count(most)} Zeichen`,
}
