import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { MemberField } from '../../ui/member-field.tsx'
import { useResource } from '../../ui/resource.ts'
import { Failed, Loading } from '../../ui/state.tsx'
import { announce, attempt } from '../../ui/toast.tsx'
import { endShare, loadMembers, shareWith } from './calls.ts'
import { m } from './messages/en.ts'
import type { Collection } from './types.ts'

interface ShareMembersProps {
  collection: Collection
  onChange: (() => void) | undefined
}

/** Single members who may search and read a collection. */
export function ShareMembers({ collection: { id }, onChange }: ShareMembersProps) {
  const members = useResource((signal) => loadMembers(id, signal), [id])
  const input = useRef<HTMLInputElement>(null)
  const error = useSignal('')
  const loaded = members.value.value
  const share = async (member: string) => {
    error.value = ''
    try {
      const now = await shareWith(id, member)
      members.change(() => now)
      announce(m.isSharedWith(member))
      if (input.current !== null) input.current.value = ''
      onChange?.()
    } catch (cause) {
      error.value = errorMessage(cause)
    }
  }
  return (
    <section class="knowledge-members">
      <h3>{m.shareWithSome}</h3>
      <form
        class="knowledge-member"
        onSubmit={(event) => {
          event.preventDefault()
          const member = input.current?.value.trim() ?? ''
          if (member !== '') void share(member)
        }}
      >
        <MemberField label={m.member} input={input} />
        <button type="submit" class="button">
          {m.share}
        </button>
      </form>
      {error.value !== '' && (
        <p class="notice bad" role="alert">
          {error.value}
        </p>
      )}
      {loaded.state === 'loading' ? (
        <Loading label={m.loadingMembers} />
      ) : loaded.state === 'failed' ? (
        <Failed error={loaded.error} retry={() => void members.reload()} />
      ) : (
        loaded.data.length > 0 && (
          <ul class="rows" aria-label={m.memberList}>
            {loaded.data.map((one) => (
              <li key={one.id} class="row">
                <Icon name="me" />
                <span class="grow" dir="auto">
                  {one.name}
                </span>
                <button
                  type="button"
                  class="button"
                  aria-label={m.endShareWith(one.name)}
                  onClick={() =>
                    void attempt(async () => {
                      await endShare(id, one.id)
                      members.change((all) => all.filter((other) => other.id !== one.id))
                      onChange?.()
                    })
                  }
                >
                  {m.endShare}
                </button>
              </li>
            ))}
          </ul>
        )
      )}
    </section>
  )
}
