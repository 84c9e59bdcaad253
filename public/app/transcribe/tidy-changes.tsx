import { useSignal } from '@preact/signals'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Tidied } from './calls.ts'

/** More are drawn when they are asked for. */
const FIRST = 100

interface TidyChangesProps extends Pick<Tidied, 'changes'> {
  onClose: () => void
}

/** What tidying has changed in the subtitles. */
export function TidyChanges({ changes, onClose }: TidyChangesProps) {
  const isWhole = useSignal(changes.length <= FIRST)
  const shown = isWhole.value ? changes : changes.slice(0, FIRST)
  return (
    <details class="card tidy" open={changes.length <= 12}>
      <summary>
        {changes.length === 0
          ? 'The subtitles were right already'
          : plural(changes.length, 'change')}
      </summary>
      <ul class="bullets">
        {shown.map(({ cue, detail }, index) => (
          <li key={index}>{cue === null ? detail : `${cue}: ${detail}`}</li>
        ))}
      </ul>
      {!isWhole.value && (
        <button
          type="button"
          class="button"
          onClick={() => {
            isWhole.value = true
          }}
        >
          Show all {plural(changes.length, 'change')}
        </button>
      )}
      <button type="button" class="button plain" onClick={onClose}>
        <Icon name="close" /> Close the list
      </button>
    </details>
  )
}
