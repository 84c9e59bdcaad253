import type { Ref } from 'preact'
import { useId } from 'preact/hooks'
import { api, read } from './api.ts'
import { useResource } from './resource.ts'

/** Where a member is typed with whom something is shared. */
export function MemberField({ label, input }: { label: string; input: Ref<HTMLInputElement> }) {
  // Only suggestions: an address can be typed as well.
  const names = useResource((signal) =>
    read(api.GET('/api/members', { signal })).then(
      ({ items }) => items,
      () => [],
    ),
  )
  const list = useId()
  const suggested = names.value.value
  return (
    <>
      <label class="field">
        <span>{label}</span>
        <input
          ref={input}
          class="input"
          list={list}
          maxLength={320}
          autocomplete="off"
          autocapitalize="none"
          dir="auto"
        />
      </label>
      <datalist id={list}>
        {suggested.state === 'ready' &&
          suggested.data.map((name) => <option key={name} value={name} />)}
      </datalist>
    </>
  )
}
