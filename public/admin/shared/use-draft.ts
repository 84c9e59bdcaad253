import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { keepTabDraft, readTabDraft } from '../../ui/own-drafts.ts'

/** What is typed into a form, and what it started with. */
export interface Draft<values> {
  readonly values: Signal<values>
  readonly isUnchanged: boolean
  /** Starts again with what was saved, or with what the form started with. */
  reset(saved?: values): void
}

/**
 * Keeps what is typed into a form in this tab, over a reload and while another page is shown, until
 * it is saved or discarded.
 *
 * @param name Of the form, and of what it changes
 * @param initial What the form starts with: texts, flags and lists of texts
 */
export function useDraft<values extends object>(name: string, initial: values): Draft<values> {
  const values = useSignal(stored(name, initial))
  const isSame = JSON.stringify(values.value) === JSON.stringify(initial)
  useSignalEffect(() => store(name, values.value, initial))
  return {
    values,
    isUnchanged: isSame,
    reset(saved = initial) {
      values.value = saved
      // The effect may still compare with what the form started with.
      store(name, saved, saved)
    },
  }
}

function stored<values extends object>(name: string, initial: values): values {
  try {
    const found: unknown = JSON.parse(readTabDraft(name) || 'null')
    return isLike(found, initial) ? found : initial
  } catch {
    // Storage may be switched off, and then nothing is kept.
    return initial
  }
}

function store<values extends object>(name: string, values: values, initial: values): void {
  const text = JSON.stringify(values)
  keepTabDraft(name, text === JSON.stringify(initial) ? '' : text)
}

/** Whether a stored value has the fields of another, of the same types. */
function isLike<values extends object>(found: unknown, example: values): found is values {
  if (typeof found !== 'object' || found === null) return false
  const given = new Map(Object.entries(found))
  return Object.entries(example).every(([field, value]) => isSameType(given.get(field), value))
}

function isSameType(given: unknown, value: unknown): boolean {
  if (Array.isArray(value))
    return Array.isArray(given) && given.every((one) => typeof one === 'string')
  return typeof given === typeof value
}
