import './create-key.css'
import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import { Form } from '../../ui/form.tsx'
import { PRESETS, PresetChoice, type PresetName } from '../../ui/key-presets.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { CreatedKey } from './created-key.tsx'
import type { NewKey, Profile } from './key.ts'
import { m } from './messages/en.ts'
import { ProfileFields } from './profile-fields.tsx'
import { NO_VALUES, RecordFields, recordOf } from './record-fields.tsx'

/** What most keys are for. */
const USUAL_PROFILE: Profile = PRESETS[0].profile

/** The form for a new key, and then the key, this once. */
export function CreateKey() {
  const record = useDraft('new-key', NO_VALUES)
  const access = useDraft('new-key-profile', USUAL_PROFILE)
  const [{ values }, { values: profile }] = [record, access]
  const created = useSignal<NewKey | undefined>(undefined)
  const preset = useSignal<PresetName | undefined>(PRESETS[0].name)
  const { image_models: _, ...change } = profile.value
  const clear = () => {
    record.reset()
    access.reset()
  }
  const create = async () => {
    const body = { ...recordOf(values.value), profile: change }
    created.value = await read(api.POST('/admin/api-keys', { body }))
    clear()
  }
  const { value: key } = created
  return (
    <PageLayout
      title={key === undefined ? m.createKey : m.copyNow}
      side={<a href="/admin/keys">{m.allKeys}</a>}
    >
      {key === undefined ? (
        <div class="form-with-end">
          <Form
            action={m.createKey}
            onSubmit={create}
            beside={
              <a class="button" href="/admin/keys" onClick={clear}>
                {m.cancel}
              </a>
            }
          >
            <RecordFields
              values={values.value}
              onChange={(next) => {
                values.value = next
              }}
            />
            <PresetChoice
              chosen={preset.value}
              onChange={({ name, profile: next }) => {
                preset.value = name
                profile.value = next
              }}
            />
            <ProfileFields
              profile={profile.value}
              onChange={(next) => {
                preset.value = undefined
                profile.value = next
              }}
            />
          </Form>
        </div>
      ) : (
        <CreatedKey created={key} preset={preset.value} />
      )}
    </PageLayout>
  )
}
