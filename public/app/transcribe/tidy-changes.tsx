import { useSignal } from '@preact/signals'
import { IconButton } from '../../ui/icon.tsx'
import { ShowRest } from '../../ui/show-rest.tsx'
import type { Tidied } from './calls.ts'
import { m } from './messages/en.ts'

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
          {count === 0 ? m.rightAlready : m.changesMade(count)}
          {unmet.length > 0 && m.unmet(unmet.length + moreUnmet)}
        </summary>
        <Items items={changes} more={more} />
        {unmet.length > 0 && (
          <>
            <p>
              <b>{m.couldNotBeMadeRight}</b>
            </p>
            <Items items={unmet} more={moreUnmet} />
          </>
        )}
      </details>
      <IconButton icon="close" label={m.closeChanges} title={m.close} onPress={onClose} />
    </div>
  )
}

interface ItemsProps {
  /** Each with the number of its subtitle; null for one that is gone. */
  items: readonly { code: string; cue: number | null; detail: string }[]
  /** How many the service has not listed. */
  more: number
}

function Items({ items, more }: ItemsProps) {
  const texts: Readonly<Record<string, string>> = m.cueTexts
  const isWhole = useSignal(items.length <= FIRST)
  const shown = isWhole.value ? items : items.slice(0, FIRST)
  return (
    <>
      <ul class="bullets">
        {shown.map(({ code, cue, detail }, index) => {
          const text = texts[code] ?? detail
          return <li key={index}>{cue === null ? text : `${cue}: ${text}`}</li>
        })}
        {isWhole.value && more > 0 && <li>{m.andMore(more)}</li>}
      </ul>
      <ShowRest isWhole={isWhole}>{m.showAll(items.length)}</ShowRest>
    </>
  )
}
