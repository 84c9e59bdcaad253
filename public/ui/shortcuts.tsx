import { signal, useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import './shortcuts.css'

interface Shortcut {
  keys: string
  does: string
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const shortcuts: Shortcut[] = [
  { keys: isApple ? '⌘ K' : 'Ctrl K', does: 'Go to a page or a conversation' },
  { keys: '?', does: 'Show this list' },
  { keys: 'Esc', does: 'Close what is open' },
]

/** Lists further shortcuts; each is handled by its own page. */
export function addShortcuts(more: readonly Shortcut[]): void {
  for (const one of more) if (!shortcuts.some(({ keys }) => keys === one.keys)) shortcuts.push(one)
}

/** Whether a key that was pressed is meant as text. */
function isTyping({ target }: Event): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** Turns keys without Ctrl on and off. */
export function SingleKeysSwitch() {
  return (
    <label class="check keys-switch">
      <input
        type="checkbox"
        checked={hasSingleKeys.value}
        onChange={({ currentTarget }) => keepSingleKeys(currentTarget.checked)}
      />
      <span>
        Shortcuts of one key, such as <kbd>?</kbd>
      </span>
    </label>
  )
}

/** The list of shortcuts, opened by `?`. */
export function Shortcuts() {
  const isOpen = useSignal(false)
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyping(event) || !hasSingleKeys.peek()) return
      // Not over another dialog.
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      isOpen.value = true
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  if (!isOpen.value) return null
  return (
    <Dialog
      title="Shortcuts"
      onClose={() => {
        isOpen.value = false
      }}
    >
      <dl class="keys">
        {shortcuts.map(({ keys, does }) => (
          <Fragment key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
      <SingleKeysSwitch />
    </Dialog>
  )
}

const NAME = 'single-keys'

/**
 * Whether keys without Ctrl do something, such as `?`. Anyone who speaks to the computer, or
 * strikes keys by accident, can turn them off: WCAG 2.1.4.
 */
const hasSingleKeys = signal(localStorage.getItem(NAME) !== 'off')

/** Kept in this browser. */
function keepSingleKeys(isOn: boolean): void {
  hasSingleKeys.value = isOn
  if (isOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'off')
}
