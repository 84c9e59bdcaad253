const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)'

/** Where an element stood when it had the focus, from the nearest to the whole page. */
interface Place {
  element: Element
  group: Element | null
  row: Element | null
  list: Element | null
  index: number
}

/**
 * Keeps the focus near where it was when its element goes: what was approved, cancelled or ended
 * leaves its list, also by itself. Without it a keyboard starts again at the top of the page.
 *
 * @returns Stops it
 */
export function keepFocus(): () => void {
  let place: Place | undefined
  const remember = ({ target }: FocusEvent) => {
    place = target instanceof Element ? placeOf(target) : undefined
  }
  const restore = () => {
    if (place === undefined || place.element.isConnected) return
    const { activeElement } = document
    // Anyone who has moved the focus meanwhile keeps it.
    if (activeElement !== null && activeElement !== document.body) return
    nearest(place)?.focus({ preventScroll: place.list?.isConnected !== true })
  }
  const observer = new MutationObserver(restore)
  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

function placeOf(element: Element): Place {
  const row = element.closest('li, tr')
  const list = row?.parentElement ?? null
  return {
    element,
    group: element.closest('.actions'),
    row,
    list,
    index: list === null ? -1 : [...list.children].indexOf(row ?? element),
  }
}

/** The same group or row when it is still there, else the row in its place, else the page. */
function nearest({ group, row, list, index }: Place): HTMLElement | null {
  for (const part of [group, row]) {
    const found = part?.isConnected ? part.querySelector<HTMLElement>(FOCUSABLE) : null
    if (found != null) return found
  }
  if (list?.isConnected) {
    const next = list.children[index] ?? list.children[index - 1]
    const found = next?.querySelector<HTMLElement>(FOCUSABLE)
    if (found != null) return found
  }
  return document.querySelector<HTMLElement>('main[tabindex]')
}
