import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Marques',
  add: 'Ajouter une marque',
  all: 'Toutes les marques',
  noneYet: 'Aucune marque pour l’instant',
  noneYetText:
    'Une marque dit comment sont écrits les textes et sous-titres : langue, ton et vocabulaire.',
  save: 'Enregistrer',
  saved: 'Enregistré',
  delete: 'Supprimer',
  wasDeleted: (name) => `Supprimée : ${name}`,
  deleteThis: 'Supprimer cette marque ?',
  deleteText: (name) =>
    `${name} disparaît définitivement. Les travaux qui la nomment sont désormais refusés.`,
  shortName: 'Nom court',
  shortNameHint: 'Minuscules, chiffres, - et _ ; les programmes nomment ainsi la marque.',
  shortNameWrong: 'Le nom court n’a que des minuscules, des chiffres, - et _',
  isThere: (id) =>
    `La marque ${id} existe déjà : choisissez un autre nom court, ou ouvrez-la pour la modifier`,
  name: 'Nom',
  languageLabel: 'Langue',
  languageHint: 'Par exemple de ou pt-BR ; vide pour la langue du texte.',
  voice: 'Voix',
  voiceHint: 'Nom d’une voix ; vide pour la voix habituelle.',
  tone: 'Ton',
  toneHint: 'Comment écrire, en mots pour un modèle.',
  glossary: 'Glossaire',
  glossaryHint: 'Une ligne chacun : le terme = ce qu’il faut écrire. Un terme seul reste tel quel.',
  captionRules: 'Règles des sous-titres',
  captionHint: 'Ce qui reste vide est comme sans marque.',
  rules: {
    max_line_characters: 'Caractères par ligne',
    max_lines: 'Lignes à la fois',
    max_characters_per_second: 'Caractères par seconde',
    min_cue_seconds: 'Sous-titre le plus court, secondes',
    min_gap_ms: 'Écart entre sous-titres, ms',
  },
  range: (min, max) => `de ${count(min)} à ${count(max)}`,
  tooManyLines: (lines, most) =>
    `Le glossaire a ${count(lines)} lignes, pour ${count(most)} au plus`,
  noTerm: (line) => `La ligne ${count(line)} du glossaire n’a pas de terme avant le =`,
  lineTooLong: (line, most) =>
    `La ligne ${count(line)} du glossaire est trop longue : ${count(most)} caractères au plus de chaque côté`,
}
