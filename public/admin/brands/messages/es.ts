import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Marcas',
  add: 'Añadir una marca',
  all: 'Todas las marcas',
  noneYet: 'Aún no hay ninguna marca',
  noneYetText:
    'Una marca dice cómo se escriben los textos y subtítulos: idioma, tono y vocabulario.',
  save: 'Guardar',
  saved: 'Guardado',
  delete: 'Eliminar',
  wasDeleted: (name) => `Eliminada: ${name}`,
  deleteThis: '¿Eliminar esta marca?',
  deleteText: (name) =>
    `${name} desaparece para siempre. Los trabajos que la nombren se rechazan desde ahora.`,
  shortName: 'Nombre corto',
  shortNameHint: 'Minúsculas, cifras, - y _; así nombran la marca los programas.',
  shortNameWrong: 'El nombre corto solo puede tener minúsculas, cifras, - y _',
  isThere: (id) => `La marca ${id} ya existe: elige otro nombre corto, o ábrela y cámbiala`,
  name: 'Nombre',
  languageLabel: 'Idioma',
  languageHint: 'Como de o pt-BR; vacío para el idioma del texto.',
  voice: 'Voz',
  voiceHint: 'Nombre de una voz; vacío para la habitual.',
  tone: 'Tono',
  toneHint: 'Cómo escribir, en palabras para un modelo.',
  glossary: 'Glosario',
  glossaryHint: 'Una línea cada uno: término = lo que se escribe. Un término solo se queda igual.',
  captionRules: 'Reglas de subtítulos',
  captionHint: 'Lo que quede vacío es como sin marca.',
  rules: {
    max_line_characters: 'Caracteres por línea',
    max_lines: 'Líneas a la vez',
    max_characters_per_second: 'Caracteres por segundo',
    min_cue_seconds: 'Subtítulo más corto, segundos',
    min_gap_ms: 'Espacio entre subtítulos, ms',
  },
  range: (min, max) => `de ${count(min)} a ${count(max)}`,
  tooManyLines: (lines, most) =>
    `El glosario tiene ${count(lines)} líneas, y caben ${count(most)} como máximo`,
  noTerm: (line) => `La línea ${count(line)} del glosario no tiene término antes del =`,
  lineTooLong: (line, most) =>
    `La línea ${count(line)} del glosario es demasiado larga: cada lado tiene ${count(most)} caracteres como máximo`,
}
