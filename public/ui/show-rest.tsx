import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

interface ShowRestProps {
  /** Whether all is shown already. */
  isWhole: Signal<boolean>
  /** What the button says. */
  children: ComponentChildren
}

/** A button that shows what was left out; it is there until it was pressed. */
export function ShowRest({ isWhole, children }: ShowRestProps) {
  if (isWhole.value) return null
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        isWhole.value = true
      }}
    >
      {children}
    </button>
  )
}
