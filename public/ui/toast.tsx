import { signal } from '@preact/signals'
import { words } from './api.ts'

const SHOWN_MS = 6_000

interface Toast {
  id: number
  text: string
  action: { label: string; run: () => void } | undefined
  /** Whether only a screen reader says it, because the page shows the same. */
  isHidden: boolean
}

const toasts = signal<readonly Toast[]>([])
let lastId = 0

/** Says for a few seconds that something was done, with a way to undo it where there is one. */
export function toast(text: string, action?: Toast['action']): void {
  add({ text, action, isHidden: false })
}

/** Has a screen reader say what the page shows by itself. */
export function announce(text: string): void {
  add({ text, action: undefined, isHidden: true })
}

function add(one: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  toasts.value = [...toasts.value, { ...one, id }]
  setTimeout(() => dismiss(id), SHOWN_MS)
}

/** Does something and says so when it fails. @returns Whether it was done */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toast(words(error))
    return false
  }
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}

/** Where toasts appear; once in a frame. */
export function Toasts() {
  return (
    <div role="status">
      {toasts.value.map(({ id, text, action, isHidden }) => (
        <div class={isHidden ? 'hidden-text' : 'toast'} key={id}>
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
      ))}
    </div>
  )
}
