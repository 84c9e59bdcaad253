import { ApiError } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { m } from './messages/en.ts'

export type Brand = components['schemas']['Brand']
type CaptionRules = Brand['caption_rules']
export type RuleName = keyof CaptionRules

/** Limits of a brand, as the service has them. */
export const MAX_WORD_CHARACTERS = 200
export const MAX_TONE_CHARACTERS = 4_000
const MAX_GLOSSARY_ENTRIES = 500

/** How captions are cut, with the bounds of each number. */
export const RULES: readonly {
  name: RuleName
  label: string
  min: number
  max: number
  step: number
}[] = [
  { name: 'max_line_characters', label: m.rules.max_line_characters, min: 10, max: 200, step: 1 },
  { name: 'max_lines', label: m.rules.max_lines, min: 1, max: 10, step: 1 },
  {
    name: 'max_characters_per_second',
    label: m.rules.max_characters_per_second,
    min: 1,
    max: 100,
    step: 0.1,
  },
  { name: 'min_cue_seconds', label: m.rules.min_cue_seconds, min: 0, max: 10, step: 0.1 },
  { name: 'min_gap_ms', label: m.rules.min_gap_ms, min: 0, max: 5_000, step: 1 },
]

/** A brand as its form has it; empty for what is not set. */
export interface BrandValues extends Record<RuleName, string> {
  id: string
  name: string
  language: string
  tone: string
  voice: string
  /** A line each: the term, `=`, and what to write. */
  glossary: string
}

export const NO_VALUES: BrandValues = {
  id: '',
  name: '',
  language: '',
  tone: '',
  voice: '',
  glossary: '',
  max_line_characters: '',
  max_lines: '',
  max_characters_per_second: '',
  min_cue_seconds: '',
  min_gap_ms: '',
}

export function valuesOf(brand: Brand): BrandValues {
  const { id, name, language, tone, voice, glossary, caption_rules: rules } = brand
  const values = { ...NO_VALUES, id, name, glossary: linesOf(glossary) }
  for (const { name: rule } of RULES) values[rule] = String(rules[rule] ?? '')
  return { ...values, language: language ?? '', tone: tone ?? '', voice: voice ?? '' }
}

/**
 * The same for the service.
 *
 * @param before What is stored; a glossary that was not touched stays as it is
 * @throws {ApiError} with the line of the glossary that is wrong
 */
export function bodyOf(values: BrandValues, before: Brand | undefined) {
  const { name, language, tone, voice, glossary } = values
  const isSame = before !== undefined && linesOf(before.glossary) === glossary
  return {
    name: name.trim(),
    language: language.trim() || null,
    tone: tone.trim() || null,
    voice: voice.trim() || null,
    glossary: isSame ? before.glossary : entriesOf(glossary),
    caption_rules: rulesOf(values),
  }
}

function rulesOf(values: BrandValues): CaptionRules {
  const rules: CaptionRules = {}
  for (const { name } of RULES) if (values[name].trim() !== '') rules[name] = Number(values[name])
  return rules
}

function linesOf(glossary: Brand['glossary']): string {
  return glossary.map(({ term, use }) => `${term} = ${use}`).join('\n')
}

/** A line without `=` keeps its term as it is. */
function entriesOf(text: string): Brand['glossary'] {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const entries = lines.filter(({ line }) => line !== '').map(entryOf)
  if (entries.length > MAX_GLOSSARY_ENTRIES)
    throw wrong(m.tooManyLines(entries.length, MAX_GLOSSARY_ENTRIES))
  return entries
}

function entryOf({ line, number }: { line: string; number: number }): Brand['glossary'][number] {
  // With spaces around it first, so that a term may have the sign itself.
  const separator = line.includes(' = ') ? ' = ' : '='
  const [first = '', ...rest] = line.split(separator)
  const term = first.trim()
  const use = rest.join(separator).trim() || term
  if (term === '') throw wrong(m.noTerm(number))
  if (Math.max(term.length, use.length) > MAX_WORD_CHARACTERS)
    throw wrong(m.lineTooLong(number, MAX_WORD_CHARACTERS))
  return { term, use }
}

export function wrong(text: string): ApiError {
  return new ApiError(422, 'invalid', text)
}
