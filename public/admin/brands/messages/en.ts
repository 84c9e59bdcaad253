import { count } from '../../../ui/locale.ts'
/** What the page Brands says. */
export type Messages = typeof m

export const m = {
  title: 'Brands',
  add: 'Add a brand',
  all: 'All brands',
  noneYet: 'There is no brand yet',
  noneYetText:
    'A brand says how texts and subtitles are written: language, tone, and the words to use.',
  save: 'Save',
  saved: 'Saved',
  delete: 'Delete',
  wasDeleted: (name: string) => `${name} was deleted`,
  deleteThis: 'Delete this brand?',
  deleteText: (name: string) =>
    `${name} is gone for good. Work that names it is refused from now on.`,
  shortName: 'Short name',
  shortNameHint: 'Small letters, digits, - and _; programs name the brand by it.',
  shortNameWrong: 'The short name has to be of small letters, digits, - and _',
  isThere: (id: string) =>
    `There is a brand ${id} already: choose another short name, or open that one and change it`,
  name: 'Name',
  languageLabel: 'Language',
  languageHint: 'Such as de or pt-BR; empty for the language of the text.',
  voice: 'Voice',
  voiceHint: 'Name of a voice; empty for the usual one.',
  tone: 'Tone',
  toneHint: 'How to write, in words for a model.',
  glossary: 'Glossary',
  glossaryHint: 'A line each: the term = what to write. A term alone stays as it is.',
  captionRules: 'Caption rules',
  captionHint: 'What is left empty is as without a brand.',
  rules: {
    max_line_characters: 'Characters in a line',
    max_lines: 'Lines at a time',
    max_characters_per_second: 'Characters a second',
    min_cue_seconds: 'Shortest caption, seconds',
    min_gap_ms: 'Gap between captions, ms',
  },
  range: (min: number, max: number) => `${count(min)} to ${count(max)}`,
  tooManyLines: (lines: number, most: number) =>
    `The glossary has ${count(lines)} lines, and at most ${count(most)} fit`,
  noTerm: (line: number) => `Line ${count(line)} of the glossary has no term before the =`,
  lineTooLong: (line: number, most: number) =>
    `Line ${count(line)} of the glossary is too long: each side has at most ${count(most)} characters`,
}
