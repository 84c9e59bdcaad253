import { m } from './messages/en.ts'
import './invite.css'
import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { ShareLink } from '../../ui/share-link.tsx'

import { ExtrasFields, type ExtrasValues, extrasOf, NO_EXTRAS } from './extras.tsx'

type NewInvite = components['schemas']['NewInvite']

const DAY_SECONDS = 86_400
const LIFETIMES = { hour: 3600, day: DAY_SECONDS, week: 7 * DAY_SECONDS, month: 30 * DAY_SECONDS }
type Lifetime = keyof typeof LIFETIMES
const LIFETIME_LABELS: Record<Lifetime, string> = m.lifetimes
const MAX_USES = 20

/** Makes a link by which people join, and shows it, this once. */
export function Invite() {
  const created = useSignal<NewInvite | undefined>(undefined)
  const label = useSignal('')
  const uses = useSignal(1)
  const extras = useSignal<ExtrasValues>(NO_EXTRAS)
  const lifetime = useSignal<Lifetime>('week')
  const create = async () => {
    const name = label.value.trim()
    const body = {
      uses: uses.value,
      expires_in: LIFETIMES[lifetime.value],
      ...(name === '' ? {} : { label: name }),
      ...(extras.value === NO_EXTRAS ? {} : { extras: extrasOf(extras.value) }),
    }
    created.value = await read(api.POST('/admin/invites', { body }))
  }
  const { value: link } = created
  if (link !== undefined)
    return (
      <PageLayout title={m.scanThis} side={<a href="/admin/people">{m.title}</a>}>
        <div class="card">
          <ShareLink link={link} />
        </div>
        <p class="quiet share-note">{m.whoeverOpens}</p>
        <div class="actions">
          <a class="button" href="/admin/people">
            {m.done}
          </a>
          <button
            type="button"
            class="button"
            onClick={() => {
              created.value = undefined
              label.value = ''
            }}
          >
            {m.inviteAnother}
          </button>
        </div>
      </PageLayout>
    )
  return (
    <PageLayout title={m.invite} side={<a href="/admin/people">{m.title}</a>}>
      <p class="quiet">{m.inviteText}</p>
      <Form
        action={m.showLink}
        onSubmit={create}
        beside={
          <a class="button" href="/admin/people">
            {m.cancel}
          </a>
        }
      >
        <TextField
          label={m.forWhom}
          hint={m.forWhomHint}
          value={label.value}
          maxLength={200}
          onInput={(text) => {
            label.value = text
          }}
        />
        <label class="field">
          <span>{m.howMany}</span>
          <input
            class="input"
            type="number"
            min={1}
            max={MAX_USES}
            required
            value={uses.value}
            onInput={({ currentTarget }) => {
              uses.value = currentTarget.valueAsNumber || 1
            }}
          />
        </label>
        <label class="field">
          <span>{m.howLong}</span>
          <select
            class="input"
            value={lifetime.value}
            onChange={({ currentTarget }) => {
              const { value } = currentTarget
              if (value in LIFETIMES) lifetime.value = value as Lifetime
            }}
          >
            {Object.entries(LIFETIME_LABELS).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <details class="fine">
          <summary>{m.extrasSummary}</summary>
          <ExtrasFields
            values={extras.value}
            onInput={(changed) => {
              extras.value = changed
            }}
          />
        </details>
      </Form>
    </PageLayout>
  )
}
