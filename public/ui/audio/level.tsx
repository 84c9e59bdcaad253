import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import './level.css'

/** How loud it is, as a bar. */
export function Level({ level }: { level: Signal<number> }) {
  const bar = useRef<HTMLElement>(null)
  useEffect(
    () =>
      // Sixty times in a second: not by drawing the page again.
      level.subscribe((value) => {
        if (bar.current !== null) bar.current.style.transform = `scaleX(${value.toFixed(3)})`
      }),
    [level],
  )
  return (
    <span class="level" aria-hidden="true">
      <i ref={bar} />
    </span>
  )
}
