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
import { m } from './messages/en.ts'

type Passkey = components['schemas']['Passkey']

/** The passkeys of the reader, or why this browser can have none here. */
export function Passkeys() {
  const asked = useSignal<Passkey | undefined>(undefined)
  const all = useResource((signal) => read(api.GET('/api/me/passkeys', { signal })))
  const add = () =>
    attempt(async () => {
      if (!(await makePasskey())) return
      toast(m.passkeyAdded)
      await all.reload()
    })
  const remove = ({ id, host, name }: Passkey) =>
    attempt(async () => {
      await send(api.DELETE('/api/me/passkeys/{id}', { params: { path: { id } } }))
      toast(m.passkeyGone(name))
      // So that the device offers it no longer.
      await PublicKeyCredential.signalUnknownCredential?.({ rpId: host, credentialId: id })
      await all.reload()
    })
  const { value: chosen } = asked
  return (
    <Show of={all}>
      {({ items, host }) => (
        <>
          <h2 class="section">{m.passkeys}</h2>
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
              title={m.removeThis(chosen.name)}
              text={m.removePasskeyText}
              action={m.remove}
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
  if (boot.id === PRIMARY_USER_ID) return <p class="quiet">{m.primaryHasNone}</p>
  if (host === null || !hasPasskeys()) return <p class="quiet">{m.passkeyNeedsHttps}</p>
  return (
    <>
      {!hasSome && <p class="quiet">{m.passkeyText}</p>}
      <p class="actions me-below">
        <button type="button" class="button" onClick={onAdd}>
          {m.addPasskey}
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
          {m.forHost(host)} {last_used_at === null ? m.notUsed : m.used(relativeTime(last_used_at))}
          {backed_up && m.alsoElsewhere}
        </small>
      </span>
      {suspect_at !== null && <span class="tag bad">{m.mayBeCopied}</span>}
      <button type="button" class="button" aria-label={m.removeOne(name)} onClick={onRemove}>
        {m.remove}
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
