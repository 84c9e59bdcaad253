import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { fullTime } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { Budget } from '../shared/budget.tsx'
import { DiscardButton } from '../shared/discard-button.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { EMPTY_PROFILE, type Key, type Profile, stateOf } from './key.ts'
import { m } from './messages/en.ts'
import { Abilities, ProfileFields } from './profile-fields.tsx'
import { RecordFields, recordOf, valuesOf } from './record-fields.tsx'

/** One key: its record, what it may do, and its end. */
export function OneKey({ id }: { id: string }) {
  const params = { path: { id } }
  const loaded = useResource(
    async (signal) => {
      const [record, { profile }] = await Promise.all([
        read(api.GET('/admin/api-keys/{id}', { params, signal })),
        read(api.GET('/admin/api-access/{id}', { params, signal })),
      ])
      return { record, profile }
    },
    [id],
  )
  const state = loaded.value.value
  return (
    <PageLayout
      title={state.state === 'ready' ? state.data.record.label : m.key}
      side={<a href="/admin/keys">{m.allKeys}</a>}
    >
      <Show of={loaded}>
        {({ record, profile }) => (
          <>
            <h2 class="section">{m.key}</h2>
            <div class="card">
              <Facts record={record} />
            </div>
            {record.revoked ? (
              <Abilities profile={EMPTY_PROFILE} />
            ) : (
              <>
                <h2 class="section">{m.whatCalled}</h2>
                <EditRecord
                  record={record}
                  onChange={(changed) => loaded.change((data) => ({ ...data, record: changed }))}
                />
                <h2 class="section">{m.whatMayDo}</h2>
                <EditProfile
                  id={id}
                  profile={profile}
                  onChange={(changed) => loaded.change((data) => ({ ...data, profile: changed }))}
                />
                {record.user_id === null && <Budget owner={`key:${id}`} />}
                <h2 class="section">{m.theEnd}</h2>
                <Revoke record={record} onDone={() => void loaded.reload()} />
              </>
            )}
          </>
        )}
      </Show>
    </PageLayout>
  )
}

function Facts({ record }: { record: Key }) {
  const { text, tone } = stateOf(record)
  return (
    <dl class="fact-list">
      <dt>{m.state}</dt>
      <dd>
        <span class={`tag ${tone}`}>{text}</span>
      </dd>
      <dt>{m.key}</dt>
      <dd class="mono">
        {record.prefix}…{record.last_four}
      </dd>
      <dt>{m.made}</dt>
      <dd>{fullTime(record.created_at)}</dd>
      <dt>{m.used}</dt>
      <dd>
        {record.last_used_at === null
          ? m.never
          : m.times(record.use_count, fullTime(record.last_used_at))}
      </dd>
    </dl>
  )
}

function EditRecord({ record, onChange }: { record: Key; onChange: (changed: Key) => void }) {
  const before = valuesOf(record)
  const draft = useDraft(`key ${record.id}`, before)
  const { values } = draft
  const save = async () => {
    const { expires_at, ...rest } = recordOf(values.value)
    // A day stands for its end; an end at another time stays as it is.
    const end = values.value.lastDay === before.lastDay ? {} : { expires_at }
    const params = { path: { id: record.id } }
    const changed = await read(
      api.PATCH('/admin/api-keys/{id}', { params, body: { ...rest, ...end } }),
    )
    draft.reset(valuesOf(changed))
    onChange(changed)
    toast(m.saved)
  }
  return (
    <div class="card">
      <Form
        action={m.save}
        onSubmit={save}
        isUnchanged={draft.isUnchanged}
        beside={<DiscardButton of={draft} />}
      >
        <RecordFields
          values={values.value}
          onChange={(next) => {
            values.value = next
          }}
        />
      </Form>
    </div>
  )
}

/** What a key from before profiles may do, as a profile. */
const FULL_PROFILE: Profile = {
  ...EMPTY_PROFILE,
  generate: true,
  media: true,
  embeddings: true,
  agent_engines: ['*'],
  agent_tasks: ['*'],
  worker_profiles: ['*'],
  tools: ['*'],
}

function EditProfile({
  id,
  profile,
  onChange,
}: {
  id: string
  profile: Profile | null
  onChange: (changed: Profile | null) => void
}) {
  const before = profile ?? FULL_PROFILE
  const draft = useDraft(`key profile ${id}`, before)
  const { values: edited } = draft
  const save = async () => {
    const { image_models: _, ...body } = edited.value
    const changed = await read(
      api.PUT('/admin/api-access/{id}', { params: { path: { id } }, body }),
    )
    draft.reset(changed.profile ?? FULL_PROFILE)
    onChange(changed.profile)
    toast(m.accessSaved)
  }
  return (
    <Form
      action={m.saveAccess}
      onSubmit={save}
      isUnchanged={draft.isUnchanged}
      beside={<DiscardButton of={draft} />}
    >
      <ProfileFields
        profile={edited.value}
        onChange={(next) => {
          edited.value = next
        }}
      />
    </Form>
  )
}

function Revoke({ record, onDone }: { record: Key; onDone: () => void }) {
  const isAsked = useSignal(false)
  const revoke = async () => {
    const params = { path: { id: record.id } }
    const isDone = await attempt(() => read(api.POST('/admin/api-keys/{id}/revoke', { params })))
    if (!isDone) return
    toast(m.wasRevoked(record.label))
    onDone()
  }
  return (
    <div class="card actions">
      <span class="grow-text">{m.revokeHint}</span>
      <button
        type="button"
        class="button danger"
        aria-haspopup="dialog"
        onClick={() => {
          isAsked.value = true
        }}
      >
        {m.revokeKey}
      </button>
      {isAsked.value && (
        <Confirm
          title={m.revokeThis(record.label)}
          text={m.revokeText}
          action={m.revokeKey}
          onConfirm={() => void revoke()}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </div>
  )
}
