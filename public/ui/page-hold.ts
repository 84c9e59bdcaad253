import { computed, signal } from '@preact/signals'

const reasons = signal<ReadonlySet<string>>(new Set())

/** Whether work goes on that ends with this page, such as an upload. */
export const isPageHeld = computed(() => reasons.value.size > 0)

/** Has the browser ask before the page is left, for as long as there is a reason. */
export function holdPage(reason: string, isHeld: boolean): void {
  const before = reasons.peek()
  if (before.has(reason) === isHeld) return
  const next = new Set(before)
  if (isHeld) next.add(reason)
  else next.delete(reason)
  reasons.value = next
  if (before.size === 0) window.addEventListener('beforeunload', warn)
  if (next.size === 0) window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
