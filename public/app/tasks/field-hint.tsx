import { count } from '../../ui/format.ts'
import type { Field } from './form-fields.ts'
import type { FieldErrors, Typed } from './form-values.ts'
import { m } from './messages/en.ts'

export interface FieldViewProps {
  field: Field
  typed: Typed
  errors: FieldErrors
  onType: (path: string, text: string) => void
  /** Replaces all that is typed. */
  onReplace: (typed: Typed) => void
}

/** The hint stands below the field, so that the fields of one line stay level. */
export function Hint({
  id,
  hint,
  error,
}: {
  id: string
  hint: string | undefined
  error: string | undefined
}) {
  return (
    <>
      {error !== undefined && (
        <span class="error" id={`${id}-error`}>
          {error}
        </span>
      )}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </>
  )
}

/** What a field is for, and how it is to be entered. */
export function hintOf(field: Field): string | undefined {
  const form = formText(field)
  return [field.hint, form].filter(Boolean).join(' ') || undefined
}

/** How it is to be entered. */
function formText(field: Field): string | undefined {
  switch (field.kind) {
    case 'lines':
      return field.numbers === undefined ? m.onePerLine : m.oneNumberPerLine
    case 'pairs':
      return m.pairPerLine
    case 'json':
      return field.isObject ? m.asJsonObject : m.asJson
    case 'number':
      if (field.minimum !== undefined && field.maximum !== undefined)
        return m.fromTo(count(field.minimum), count(field.maximum))
      if (field.minimum !== undefined) return m.atLeastHint(count(field.minimum))
      return field.maximum === undefined ? undefined : m.atMostHint(count(field.maximum))
    default:
      return undefined
  }
}
