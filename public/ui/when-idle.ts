import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Where a browser does not tell when it is idle, in milliseconds. */
const PAUSE_MS = 50

/** Calls back when the page has nothing else to do. @returns Cancels it */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, PAUSE_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback)
  return () => cancelIdleCallback(handle)
}

/** Whether the page has had nothing else to do since the component was drawn. */
export function useIdle(): boolean {
  const isIdle = useSignal(false)
  useEffect(
    () =>
      whenIdle(() => {
        isIdle.value = true
      }),
    [],
  )
  return isIdle.value
}
