import { m } from './messages/en.ts'
import type { Draft } from './use-draft.ts'

/** Takes back what is typed and not saved; nothing where that is nothing. */
export function DiscardButton({
  of: draft,
}: {
  of: Pick<Draft<object>, 'isUnchanged'> & { reset(): void }
}) {
  if (draft.isUnchanged) return null
  return (
    <button type="button" class="button" onClick={() => draft.reset()}>
      {m.discard}
    </button>
  )
}
