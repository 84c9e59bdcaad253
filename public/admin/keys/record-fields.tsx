import { DayField, TextField } from '../../ui/form.tsx'
import type { Key } from './key.ts'
import { m } from './messages/en.ts'

const MAX_LABEL_CHARACTERS = 200

/** What a form for a key has, as text. */
export interface RecordValues {
  label: string
  project: string
  product: string
  /** A day as `YYYY-MM-DD`, or empty for never. */
  lastDay: string
}

export const NO_VALUES: RecordValues = { label: '', project: '', product: '', lastDay: '' }

export function valuesOf({ label, project, product, expires_at }: Key): RecordValues {
  return {
    label,
    project: project ?? '',
    product: product ?? '',
    lastDay: expires_at === null ? '' : dayOf(new Date(expires_at)),
  }
}

/** The same for the service. */
export function recordOf({ label, project, product, lastDay }: RecordValues) {
  return {
    label: label.trim(),
    project: project.trim() || null,
    product: product.trim() || null,
    expires_at: lastDay === '' ? null : endOf(lastDay),
  }
}

/** Label, project, product and last day of a key. */
export function RecordFields({
  values,
  onChange,
}: {
  values: RecordValues
  onChange: (values: RecordValues) => void
}) {
  const change = (part: Partial<RecordValues>) => onChange({ ...values, ...part })
  return (
    <>
      <TextField
        label={m.label}
        hint={m.labelHint}
        value={values.label}
        required
        maxLength={MAX_LABEL_CHARACTERS}
        onInput={(label) => change({ label })}
      />
      <div class="grid field-grid">
        <TextField
          label={m.project}
          hint={m.projectHint}
          value={values.project}
          maxLength={MAX_LABEL_CHARACTERS}
          onInput={(project) => change({ project })}
        />
        <TextField
          label={m.product}
          hint={m.productHint}
          value={values.product}
          maxLength={MAX_LABEL_CHARACTERS}
          onInput={(product) => change({ product })}
        />
        <DayField
          label={m.expires}
          hint={m.expiresHint}
          value={values.lastDay}
          onInput={(lastDay) => change({ lastDay })}
        />
      </div>
    </>
  )
}

/** The last second of a day here, in UTC. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}

/** The day of a moment here. */
function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
