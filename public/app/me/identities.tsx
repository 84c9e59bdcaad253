import { useSignal } from '@preact/signals'
import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

type Identity = components['schemas']['Identity']

/** The accounts at identity providers that sign in to the own account. */
export function Identities() {
  const asked = useSignal<Identity | undefined>(undefined)
  const all = useResource((signal) => read(api.GET('/api/me/identities', { signal })))
  const connect = (provider: string) =>
    attempt(async () => {
      const { url } = await read(api.POST('/api/me/identities', { body: { provider } }))
      window.location.assign(url)
    })
  const disconnect = ({ id, issuer }: Identity) =>
    attempt(async () => {
      await send(api.DELETE('/api/me/identities/{id}', { params: { path: { id } } }))
      toast(m.signsInNoMore(hostOf(issuer)))
      await all.reload()
    })
  const { value: chosen } = asked
  return (
    <Show of={all}>
      {({ items, providers }) =>
        items.length === 0 && providers.length === 0 ? null : (
          <>
            <h2 class="section">{m.connectedAccounts}</h2>
            {items.length === 0 && <p class="quiet">{m.noAccounts}</p>}
            <ul class="rows">
              {items.map((identity) => (
                <li class="row" key={identity.id}>
                  <Icon name="link" />
                  <span class="grow">
                    {hostOf(identity.issuer)}
                    <small title={fullTime(identity.created_at)}>
                      {identity.email !== null && <bdi>{identity.email}, </bdi>}
                      {m.connected(relativeTime(identity.created_at))}
                    </small>
                  </span>
                  <button
                    type="button"
                    class="button"
                    aria-haspopup="dialog"
                    aria-label={m.disconnectOne(hostOf(identity.issuer))}
                    onClick={() => {
                      asked.value = identity
                    }}
                  >
                    {m.disconnect}
                  </button>
                </li>
              ))}
            </ul>
            <p class="actions me-below">
              {providers.map(({ id, label }) => (
                <button key={id} type="button" class="button" onClick={() => void connect(id)}>
                  {m.connectProvider(label)}
                </button>
              ))}
            </p>
            {chosen !== undefined && (
              <Confirm
                title={m.disconnectThis(hostOf(chosen.issuer))}
                text={m.disconnectText}
                action={m.disconnect}
                onConfirm={() => void disconnect(chosen)}
                onClose={() => {
                  asked.value = undefined
                }}
              />
            )}
          </>
        )
      }
    </Show>
  )
}

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? issuer
}
