import { signal } from '@preact/signals'

export interface Shortcut {
  keys: string
  does: string
}

const NAME = 'single-keys'

/**
 * Whether keys without Ctrl do something, such as `?`. Anyone who speaks to the computer, or
 * strikes keys by accident, can turn them off: WCAG 2.1.4.
 */
export const hasSingleKeys = signal(localStorage.getItem(NAME) !== 'off')

/** Kept in this browser. */
export function keepSingleKeys(isOn: boolean): void {
  hasSingleKeys.value = isOn
  if (isOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'off')
}
