import { useSignal } from '@preact/signals'
import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { boot, PRIMARY_USER_ID } from '../../ui/boot.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { browserName } from './browser-name.ts'

type Passkey = components['schemas']['Passkey']

/** The passkeys of the reader, or why this browser can have none here. */
export function Passkeys() {
  const asked = useSignal<Passkey | undefined>(undefined)
  const all = useResource((signal) => read(api.GET('/api/me/passkeys', { signal })))
  const add = () =>
    attempt(async () => {
      if (!(await makePasskey())) return
      toast('The passkey is added')
      await all.reload()
    })
  const remove = ({ id, host, name }: Passkey) =>
    attempt(async () => {
      await send(api.DELETE('/api/me/passkeys/{id}', { params: { path: { id } } }))
      toast(`${name} signs in no more`)
      // So that the device offers it no longer.
      await PublicKeyCredential.signalUnknownCredential?.({ rpId: host, credentialId: id })
      await all.reload()
    })
  const { value: chosen } = asked
  return (
    <Show of={all}>
      {({ items, host }) => (
        <>
          <h2 class="section">Passkeys</h2>
          <ul class="rows">
            {items.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRemove={() => {
                  asked.value = passkey
                }}
              />
            ))}
          </ul>
          <Adding host={host} hasSome={items.length > 0} onAdd={() => void add()} />
          {chosen !== undefined && (
            <Confirm
              title={`Remove ${chosen.name}?`}
              text="It signs in as you no more. Your other ways in stay."
              action="Remove"
              onConfirm={() => void remove(chosen)}
              onClose={() => {
                asked.value = undefined
              }}
            />
          )}
        </>
      )}
    </Show>
  )
}

interface AddingProps {
  /** Null where browsers have no passkeys. */
  host: string | null
  hasSome: boolean
  onAdd: () => void
}

function Adding({ host, hasSome, onAdd }: AddingProps) {
  if (boot.id === PRIMARY_USER_ID)
    return <p class="quiet">The Primary Key signs in by itself and has no passkeys.</p>
  if (host === null || !hasPasskeys())
    return (
      <p class="quiet">
        A passkey signs you in with your fingerprint, face or PIN. Browsers have them only at an
        https address with a host name. Until this service has one, sign other devices in with “Add
        a device”.
      </p>
    )
  return (
    <>
      {!hasSome && (
        <p class="quiet">Sign in with your fingerprint, face or PIN, instead of links and codes.</p>
      )}
      <p class="actions me-below">
        <button type="button" class="button" onClick={onAdd}>
          Add a passkey
        </button>
      </p>
    </>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, host, backed_up, created_at, last_used_at, suspect_at } = passkey
  return (
    <li class="row">
      <Icon name="key" />
      <span class="grow">
        <bdi>{name}</bdi>
        <small title={fullTime(created_at)}>
          For {host},{' '}
          {last_used_at === null ? 'not used yet' : `used ${relativeTime(last_used_at)}`}
          {backed_up && ', also in your other devices'}
        </small>
      </span>
      {suspect_at !== null && <span class="tag bad">May have been copied</span>}
      <button type="button" class="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  )
}

function hasPasskeys(): boolean {
  return (
    window.isSecureContext &&
    'PublicKeyCredential' in window &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

/** @returns false where the person has changed their mind */
async function makePasskey(): Promise<boolean> {
  const options: unknown = await read(api.POST('/api/me/passkeys/options'))
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null
    throw error
  })
  if (!(made instanceof PublicKeyCredential)) return false
  // Through its own `toJSON`.
  const credential: components['schemas']['RegistrationResponse'] = JSON.parse(JSON.stringify(made))
  const name = browserName(navigator.userAgent)
  await read(api.POST('/api/me/passkeys', { body: { name, credential } }))
  return true
}
