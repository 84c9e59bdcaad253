import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'
import './dialog.css'
import { m } from './messages/en.ts'

/** Between a popover and what opened it. */
const GAP_PX = 6

interface DialogProps {
  title: string
  /** Whether it shows a file or the like, which needs room. */
  isWide?: boolean
  /** What opened it: on a wide screen it stands beside that, on a phone it is a sheet. */
  anchor?: Element | undefined
  onClose: () => void
  children: ComponentChildren
}

/** A dialog over the page; Escape and a click beside it close it, and the focus goes back. */
export function Dialog({ title, isWide = false, anchor, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const isGone = useRef(false)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    if (anchor === undefined || dialog === null) return
    const follow = () => standBeside(dialog, anchor)
    follow()
    window.addEventListener('resize', follow)
    return () => window.removeEventListener('resize', follow)
  }, [anchor])
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = element.current
    dialog?.showModal()
    return () => {
      isGone.current = true
      // What is behind an open one cannot have the focus.
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    // Escape closes a dialog without a handler.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={element}
      class={['dialog', isWide && 'roomy', anchor && 'beside'].filter(Boolean).join(' ')}
      aria-labelledby={id}
      // The browser would give the focus back at once, and tell only later: a key in between that opens
      // the next dialog would close that one.
      onCancel={(event) => {
        // That of a file field inside bubbles.
        if (event.target !== element.current) return
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        if (!isGone.current) onClose()
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose()
      }}
    >
      <h2 id={id} class="dialog-title">
        {title}
      </h2>
      {children}
      {/* The last one, so that the dialog's own first field or button gets the focus. */}
      <button
        type="button"
        class="button plain icon dialog-close"
        aria-label={m.close}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </dialog>
  )
}

/** Below what opened it, or above where there is more room; the sheet has the rest. */
function standBeside(dialog: HTMLElement, anchor: Element): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect()
  const { innerWidth, innerHeight } = window
  const isBelow = innerHeight - bottom >= top
  const isLeft = left + right < innerWidth
  const sides = {
    top: isBelow ? `${bottom + GAP_PX}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + GAP_PX}px`,
    left: isLeft ? `${Math.max(left, GAP_PX)}px` : 'auto',
    right: isLeft ? 'auto' : `${Math.max(innerWidth - right, GAP_PX)}px`,
    room: `${Math.max(top, innerHeight - bottom) - 2 * GAP_PX}px`,
  }
  for (const [side, value] of Object.entries(sides)) dialog.style.setProperty(`--${side}`, value)
}

/** Asks before something that cannot be undone. */
export function Confirm({
  title,
  text,
  action,
  keep = m.cancel,
  onConfirm,
  onClose,
}: {
  title: string
  text: string
  action: string
  /** Label of the button that does nothing. */
  keep?: string
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div class="actions" style={{ marginTop: 'var(--space-4)' }}>
        <button
          type="button"
          class="button primary"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {keep}
        </button>
      </div>
    </Dialog>
  )
}
