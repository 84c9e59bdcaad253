import { useLayoutEffect } from 'preact/hooks'
import { path } from './router.ts'

/** The path whose page has had its turn; the first page of a document gets no focus. */
let focusedPath = path.peek()

/**
 * Moves the focus to the heading of a page that was navigated to, so that a screen reader reads it
 * and the keyboard goes on from there. A page that has the focus already keeps it.
 *
 * @param isDrawn Whether the page with its heading is there
 */
export function useHeadingFocus(isDrawn: boolean): void {
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    if (!isDrawn || focusedPath === path.peek()) return
    focusedPath = path.peek()
    const content = document.getElementById('content')
    const active = document.activeElement
    if (content === null) return
    // The content itself has it when what had it before is gone.
    const isStored = content.contains(active) && !active?.matches('#content, main')
    if (isStored) return
    const heading = content.querySelector<HTMLElement>('h1')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [isDrawn, path.value])
}
