import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import { Form } from '../../ui/form.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { PRESETS, PresetChoice, type PresetName } from '../../ui/key-presets.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { EMPTY_PROFILE, type NewKey, type Profile } from './key.ts'
import { MadeKey } from './made-key.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { NO_VALUES, RecordFields, recordOf } from './record-fields.tsx'

/** What most keys are for. */
const USUAL_PROFILE: Profile = { ...EMPTY_PROFILE, generate: true, agent_engines: ['*'] }

/** The form for a new key, and then the key, this once. */
export function MakeKey() {
  const record = useDraft('new-key', NO_VALUES)
  const access = useDraft('new-key-profile', USUAL_PROFILE)
  const [{ values }, { values: profile }] = [record, access]
  const made = useSignal<NewKey | undefined>(undefined)
  const preset = useSignal<PresetName | undefined>(PRESETS[0].name)
  const { image_models: _, ...change } = profile.value
  const clear = () => {
    record.reset()
    access.reset()
  }
  const make = async () => {
    const body = { ...recordOf(values.value), profile: change }
    made.value = await read(api.POST('/admin/api-keys', { body }))
    clear()
  }
  const { value: key } = made
  return (
    <PageLayout
      title={key === undefined ? 'Make a key' : 'Copy the key now'}
      side={<a href="/admin/keys">All keys</a>}
    >
      {key === undefined ? (
        <div class="form-with-end">
          <Form
            action="Make the key"
            onSubmit={make}
            beside={
              <a class="button" href="/admin/keys" onClick={clear}>
                Cancel
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
        <MadeKey made={key} preset={preset.value} />
      )}
    </PageLayout>
  )
}
