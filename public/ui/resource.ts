import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isPassing, isSignedOut } from './api.ts'
import { reconnections } from './connection.ts'

/** What is loaded for a page. */
type Loaded<data> =
  | { state: 'loading' }
  /** `isStale` while it is loaded again. */
  | { state: 'ready'; data: data; isStale: boolean }
  | { state: 'failed'; error: unknown }

export interface Resource<data> {
  readonly value: Signal<Loaded<data>>
  /** Loads it again; what is there stays until then. */
  reload(): Promise<void>
  /**
   * Changes what is there without loading it. What is being loaded meanwhile may be older than the
   * change, and is loaded once more.
   */
  change(update: (data: data) => data): void
}

/**
 * Loads something for as long as the component is shown.
 *
 * @param load Gets a signal that is aborted when the result is no longer wanted
 * @param dependencies It is loaded again when one of them changes
 */
export function useResource<data>(
  load: (signal: AbortSignal) => Promise<data>,
  dependencies: readonly unknown[] = [],
): Resource<data> {
  const value = useSignal<Loaded<data>>({ state: 'loading' })
  const running = useRef<AbortController | undefined>(undefined)
  const changes = useRef(0)
  const reload = async () => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    const before = value.peek()
    value.value = before.state === 'ready' ? { ...before, isStale: true } : { state: 'loading' }
    try {
      let data: data
      let seen: number
      do {
        seen = changes.current
        data = await load(abort.signal)
      } while (seen !== changes.current && !abort.signal.aborted)
      if (!abort.signal.aborted) value.value = { state: 'ready', data, isStale: false }
    } catch (error) {
      if (abort.signal.aborted) return
      // Anyone who is signed out keeps what is on the page, and signs in beside it.
      const now = value.peek()
      value.value =
        now.state === 'ready' && isSignedOut(error)
          ? { ...now, isStale: false }
          : { state: 'failed', error }
    }
  }
  const latest = useRef(reload)
  latest.current = reload
  // Before the frame is painted, which then has what came with the document.
  useLayoutEffect(() => {
    value.value = { state: 'loading' }
    void reload()
    return () => running.current?.abort()
  }, dependencies)
  useEffect(
    () =>
      // What could not be loaded while the service was out of reach is loaded by itself.
      reconnections.subscribe(() => {
        const now = value.peek()
        if (now.state === 'failed' && isPassing(now.error)) void latest.current()
      }),
    [],
  )
  return {
    value,
    reload,
    change: (update) => {
      changes.current += 1
      const now = value.peek()
      if (now.state === 'ready') value.value = { ...now, data: update(now.data) }
    },
  }
}

/** Calls back again and again while the component is shown and the page is seen, and when it is. */
export function usePolling(callback: () => void, everyMs: number): void {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    const call = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    const timer = setInterval(call, everyMs)
    document.addEventListener('visibilitychange', call)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', call)
    }
  }, [everyMs])
}

/** The same as an element, for a page that polls only now and then. */
export function Polling({ reload, everyMs }: { reload: () => void; everyMs: number }) {
  usePolling(reload, everyMs)
  return null
}
