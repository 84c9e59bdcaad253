import { useSignal } from '@preact/signals'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { ShowRest } from '../../ui/show-rest.tsx'
import type { Tidied } from './calls.ts'

/** More are drawn when they are asked for. */
const FIRST = 100

interface TidyChangesProps {
  tidied: Tidied
  onClose: () => void
}

/** What tidying has changed in the subtitles, and what could not be made right. */
export function TidyChanges({ tidied, onClose }: TidyChangesProps) {
  const { changes, more_changes: more = 0, unmet = [], more_unmet: moreUnmet = 0 } = tidied
  const count = changes.length + more
  return (
    <div class="notice tidy">
      <details open={count + unmet.length <= 8}>
        <summary>
          {count === 0 ? 'The subtitles were right already' : `${plural(count, 'change')} made`}
          {unmet.length > 0 && `, ${unmet.length + moreUnmet} could not be made right`}
        </summary>
        <Items items={changes} more={more} />
        {unmet.length > 0 && (
          <>
            <p>
              <b>Could not be made right</b>
            </p>
            <Items items={unmet} more={moreUnmet} />
          </>
        )}
      </details>
      <button
        type="button"
        class="button plain icon"
        aria-label="Close the list of changes"
        title="Close"
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

interface ItemsProps {
  /** Each with the number of its subtitle; null for one that is gone. */
  items: readonly { cue: number | null; detail: string }[]
  /** How many the service has not listed. */
  more: number
}

function Items({ items, more }: ItemsProps) {
  const isWhole = useSignal(items.length <= FIRST)
  const shown = isWhole.value ? items : items.slice(0, FIRST)
  return (
    <>
      <ul class="bullets">
        {shown.map(({ cue, detail }, index) => (
          <li key={index}>{cue === null ? detail : `${cue}: ${detail}`}</li>
        ))}
        {isWhole.value && more > 0 && <li>And {plural(more, 'more change')}</li>}
      </ul>
      <ShowRest isWhole={isWhole}>Show all {items.length}</ShowRest>
    </>
  )
}
