import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { errorMessage } from './api.ts'
import './toast.css'

const SHOWN_MS = 6_000

interface ToastAction {
  label: string
  run: () => void
  /** Called when it goes without having been pressed. */
  onExpire?: () => void
}

interface Toast {
  id: number
  text: string
  action: ToastAction | undefined
  /** Whether only a screen reader says it, because the page shows the same. */
  isHidden: boolean
  /** Whether it stands below: what was just used is in the upper half of the window. */
  isLow: boolean
}

const toasts = signal<readonly Toast[]>([])
let lastId = 0

/** Says for a few seconds that something was done, with a way to undo it where there is one. */
export function toast(text: string, action?: ToastAction): void {
  add({ text, action, isHidden: false })
}

/** Has a screen reader say what the page shows by itself. */
export function announce(text: string): void {
  add({ text, action: undefined, isHidden: true })
}

function add(one: Omit<Toast, 'id' | 'isLow'>): void {
  lastId += 1
  toasts.value = [...toasts.value, { ...one, id: lastId, isLow: usedAt() < window.innerHeight / 2 }]
}

/** Height in the window of what has the focus, or else of where it was last pressed. */
let pressedAt = 0

function notePress({ clientY }: PointerEvent): void {
  pressedAt = clientY
}

function usedAt(): number {
  const active = document.activeElement
  // A page or a heading has the focus when nothing in it was used.
  if (active === null || active.matches('body, main, h1, #content')) return pressedAt
  return active.getBoundingClientRect().top
}

/** Does something and says so when it fails. @returns Whether it was done */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toast(errorMessage(error))
    return false
  }
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}

/** Where toasts appear; once in a frame. */
export function Toasts() {
  useEffect(() => {
    window.addEventListener('pointerdown', notePress, { capture: true })
    return () => window.removeEventListener('pointerdown', notePress, { capture: true })
  }, [])
  return (
    <div role="status" class={toasts.value.at(-1)?.isLow === true ? 'toasts low' : 'toasts'}>
      {toasts.value.map((one) => (
        <ShownToast key={one.id} {...one} />
      ))}
    </div>
  )
}

/** Goes by itself a while after it was drawn, but not while its button has the focus. */
function ShownToast({ id, text, action, isHidden }: Toast) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const keep = () => clearTimeout(timer.current)
  const goLater = () => {
    keep()
    timer.current = setTimeout(() => {
      dismiss(id)
      action?.onExpire?.()
    }, SHOWN_MS)
  }
  useEffect(() => {
    goLater()
    return keep
  }, [])
  return (
    <div class={isHidden ? 'hidden-text' : 'toast'} onFocusIn={keep} onFocusOut={goLater}>
      <span>{text}</span>
      {action !== undefined && (
        <button
          type="button"
          class="button"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
