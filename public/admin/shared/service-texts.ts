import type { components } from '../../ui/api-types.ts'
import { bytes, fullTime } from '../../ui/format.ts'
import { count } from '../../ui/locale.ts'
import { m as ui } from '../../ui/messages/en.ts'
import type { m, Words } from './service-texts/messages/en.ts'

type Finding = components['schemas']['Doctor']['items'][number]
type Alert = Pick<components['schemas']['Alert'], 'kind' | 'params' | 'subject' | 'message'>
type Params = Readonly<Record<string, unknown>>

/** Undefined until they are there, and in English, which the service speaks. */
let texts: typeof m | undefined

/** What comes from the service, with its words in the chosen language. */
export async function withServiceTexts<data>(loading: Promise<data>): Promise<data> {
  // Without them, it speaks English.
  const [loaded] = await Promise.all([loading, loadTexts().catch(() => {})])
  return loaded
}

async function loadTexts(): Promise<void> {
  if (ui.language === 'en') return
  texts = (await import('./service-texts/messages/en.ts')).m
}

/** What a finding says in the chosen language, and what to do about it. */
export function findingText({ code, params, says, fix }: Finding): { says: string; fix?: string } {
  const [saysWords, fixWords] = texts?.findings[code] ?? []
  const own = fixWords === undefined ? fix : fill(fixWords, params, fix ?? '')
  return {
    says: saysWords === undefined ? says : fill(saysWords, params, says),
    ...(own === undefined ? {} : { fix: own }),
  }
}

/** What an alert says in the chosen language; one from before there were parameters speaks English. */
export function alertText({ kind, params, subject, message }: Alert) {
  const words = params === null ? undefined : texts?.alerts[kind]
  if (words === undefined || params === null) return { subject, message }
  return { subject: fill(words[0], params, subject), message: fill(words[1], params, message) }
}

/** A text that the service gives with a code, in the chosen language. */
export function codedText(value: unknown, otherwise: string): string {
  try {
    return value === undefined ? otherwise : valueText('', value)
  } catch {
    return otherwise
  }
}

/** @param otherwise Where a part is not known, as after an update of the service alone */
function fill(words: Words, params: Params, otherwise: string): string {
  try {
    return filled(words, params)
  } catch {
    return otherwise
  }
}

function filled(words: Words, params: Params): string {
  const template = typeof words === 'string' ? words : words(numbersOf(params))
  return template.replace(/\{(\w+)\}/g, (_, name: string) => valueText(name, params[name]))
}

function numbersOf(params: Params): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  )
}

function valueText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') {
    if (name.endsWith('Bytes')) return bytes(value)
    return name.endsWith('At') ? fullTime(value) : count(value)
  }
  const { code, params } = Object(value)
  const part = texts?.parts[code]
  if (part === undefined) throw new Error(code)
  return filled(part, Object(params))
}
