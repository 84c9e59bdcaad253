import { ApiError, api, read } from '../../ui/api.ts'
import { CheckBox, Form, TextField } from '../../ui/form.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.tsx'
import { DiscardButton } from '../shared/discard-button.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { loadWorkerProfiles } from '../shared/worker-profiles.ts'
import { m } from './messages/en.ts'
import type { Person } from './person.ts'

const GIB = 1024 ** 3
/** All profiles of workers that there are, and all that will be. */
const ALL = '*'

/** What stands in the fields of the extras. */
export interface ExtrasValues {
  workers: readonly string[]
  gib: string
}
export const NO_EXTRAS: ExtrasValues = { workers: [], gib: '' }

interface Choice {
  id: string
  label: string
}

/** What a person may do beyond what everybody may. */
export function Extras({
  person,
  onChange,
}: {
  person: Person
  onChange: (changed: Person) => void
}) {
  const before = valuesOf(person)
  const draft = useDraft(`extras ${person.id}`, before)
  const { values } = draft
  const save = async () => {
    const extras = extrasOf(values.value)
    const params = { path: { id: person.id } }
    const changed = await read(api.PATCH('/admin/users/{id}', { params, body: { extras } }))
    draft.reset(valuesOf(changed))
    onChange(changed)
    toast(m.saved)
  }
  return (
    <div class="card">
      <Form
        action={m.saveExtras}
        onSubmit={save}
        isUnchanged={draft.isUnchanged}
        beside={<DiscardButton of={draft} />}
      >
        <ExtrasFields
          values={values.value}
          onInput={(changed) => {
            values.value = changed
          }}
        />
      </Form>
    </div>
  )
}

/** As the service takes them. @throws {ApiError} for room that is no number */
export function extrasOf({ workers, gib }: ExtrasValues) {
  return { worker_profiles: [...workers], storage_bytes: bytesOf(gib) }
}

/** The workers that may be started, and the room for files. */
export function ExtrasFields({
  values: { workers, gib },
  onInput,
}: {
  values: ExtrasValues
  onInput: (values: ExtrasValues) => void
}) {
  const profiles = useResource(loadWorkerProfiles)
  return (
    <>
      <fieldset class="plain-set">
        <legend>{m.workersAllowed}</legend>
        <Show of={profiles}>
          {(known) =>
            choicesOf(known, workers).map(({ id, label }) => (
              <CheckBox
                key={id}
                isChecked={workers.includes(id) || workers.includes(ALL)}
                isDisabled={id !== ALL && workers.includes(ALL)}
                onChange={(isChecked) => {
                  const others = id === ALL ? [] : workers.filter((one) => one !== id)
                  const chosen = isChecked ? [...others, id] : others
                  onInput({ workers: chosen, gib })
                }}
              >
                <bdi>{label}</bdi>
              </CheckBox>
            ))
          }
        </Show>
      </fieldset>
      <TextField
        label={m.roomForFiles}
        hint={m.roomHint}
        value={gib}
        onInput={(text) => {
          onInput({ workers, gib: text })
        }}
      />
    </>
  )
}

/** What may be granted, with what was granted and is gone. */
function choicesOf(known: readonly Choice[], granted: readonly string[]): Choice[] {
  const gone = granted.filter((id) => id !== ALL && !known.some((one) => one.id === id))
  return [
    { id: ALL, label: m.allProfiles },
    ...known,
    ...gone.map((id) => ({ id, label: m.notThere(id) })),
  ]
}

function valuesOf({
  extras: { worker_profiles: workers, storage_bytes: room },
}: Person): ExtrasValues {
  return { workers, gib: room === null ? '' : String(room / GIB) }
}

/** Null for the room that everybody has. @throws {ApiError} for what is no number */
function bytesOf(gib: string): number | null {
  const text = gib.trim().replace(',', '.')
  if (text === '') return null
  const bytes = Math.round(Number(text) * GIB)
  if (Number.isSafeInteger(bytes) && bytes >= 0) return bytes
  throw new ApiError(422, 'invalid', m.roomNumber)
}
