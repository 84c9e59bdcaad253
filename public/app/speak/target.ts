import { signal } from '@preact/signals'
import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import type { Target, Voices } from './types.ts'

const DRAFT = 'speak'
const CHOSEN = 'speech'

/** Of the service. */
export const MAX_CHARACTERS = 100_000
export const MIN_SPEED = 0.5
export const MAX_SPEED = 2
const NONE: Target = { text: '', engine: '', voice: '', speed: 1, format: '' }

/** What stands in the form; it survives a reload. */
export const target = signal<Target>({ ...NONE, ...chosenBefore(), text: readDraft(DRAFT) })

export function want(changes: Partial<Target>): void {
  const next = { ...target.peek(), ...changes }
  target.value = next
  keepDraft(DRAFT, next.text)
  const { text: _, ...chosen } = next
  localStorage.setItem(CHOSEN, JSON.stringify(chosen))
}

/** Leaves out what the service does not have any more. */
export function dropMissing({ engines, formats }: Voices): void {
  const { engine, voice, format } = target.peek()
  const found = engines.find((one) => one.engine === engine)
  if (engine !== '' && found === undefined) want({ engine: '', voice: '' })
  else if (voice !== '' && found?.voices.every(({ id }) => id !== voice)) want({ voice: '' })
  if (format !== '' && !formats.includes(format)) want({ format: '' })
}

function chosenBefore(): Partial<Target> {
  try {
    const { engine, voice, speed, format } = Object(JSON.parse(localStorage.getItem(CHOSEN) ?? ''))
    const isRight = [engine, voice, format].every((one) => typeof one === 'string')
    const isSpeed = typeof speed === 'number' && speed >= MIN_SPEED && speed <= MAX_SPEED
    return isRight && isSpeed ? { engine, voice, speed, format } : {}
  } catch {
    return {}
  }
}
