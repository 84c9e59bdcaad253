import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { m } from './messages/en.ts'
import { hasSingleKeys, type Shortcut } from './single-keys.ts'
import { lazyPart, useLazy } from './use-lazy.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const shortcuts: Shortcut[] = [
  { keys: isApple ? '⌘ K' : 'Ctrl K', does: m.goToPage },
  { keys: '?', does: m.showShortcuts },
  { keys: 'Esc', does: m.closeOpen },
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
  const close = () => {
    isOpen.value = false
  }
  const { ShortcutList } = useLazy(list, isOpen.value, close) ?? {}
  if (!isOpen.value || ShortcutList === undefined) return null
  return <ShortcutList of={shortcuts} onClose={close} />
}

const list = lazyPart(() => import('./shortcut-list.tsx'))
