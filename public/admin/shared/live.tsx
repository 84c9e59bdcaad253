import { type Signal, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import { usePolling } from '../../ui/resource.ts'
import { Failed, Loading } from '../../ui/state.tsx'
import { m } from './messages/en.ts'
import './live.css'

/** Data that is loaded again and again. A failure keeps what was loaded before. */
export class LiveData<data> {
  readonly value: Signal<data | undefined> = signal(undefined)
  /** Of the last attempt; undefined after a success. */
  readonly error: Signal<unknown> = signal(undefined)
  readonly #load: (signal: AbortSignal) => Promise<data>
  #running: AbortController | undefined

  /** @param load Gets a signal that is aborted when the result is no longer wanted */
  constructor(load: (signal: AbortSignal) => Promise<data>) {
    this.#load = load
  }

  /** Loads now; an attempt in progress is given up. Never rejects. */
  async reload(): Promise<void> {
    this.stop()
    const abort = new AbortController()
    this.#running = abort
    try {
      const data = await this.#load(abort.signal)
      if (abort.signal.aborted) return
      this.value.value = data
      this.error.value = undefined
    } catch (error) {
      if (!abort.signal.aborted) this.error.value = error
    }
    if (this.#running === abort) this.#running = undefined
  }

  /** The same, unless an attempt is in progress. */
  async refresh(): Promise<void> {
    if (this.#running === undefined) await this.reload()
  }

  stop(): void {
    this.#running?.abort()
    this.#running = undefined
  }
}

/** Loads for as long as the component is shown and the page is seen. */
export function useLive<data>(
  load: (signal: AbortSignal) => Promise<data>,
  everyMs: number,
): LiveData<data> {
  const live = useMemo(() => new LiveData(load), [])
  useEffect(() => () => live.stop(), [])
  useRefresh(live, everyMs)
  return live
}

/** Keeps data fresh that outlives the component. */
export function useRefresh(live: LiveData<unknown>, everyMs: number): void {
  // Before the frame is painted, which then has what came with the document.
  useLayoutEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void live.refresh()
    }
    refresh()
  }, [live])
  usePolling(() => void live.refresh(), everyMs)
}

/** Shows data that is live, and says when it is no longer fresh. */
export function ShowLive<data>({
  of: live,
  children,
}: {
  of: LiveData<data>
  children: (data: data) => ComponentChildren
}) {
  const data = live.value.value
  const error = live.error.value
  if (data === undefined)
    return error === undefined ? (
      <Loading />
    ) : (
      <Failed error={error} retry={() => void live.reload()} />
    )
  return (
    <>
      {error !== undefined && (
        <p class="notice bad stale" role="status">
          {m.notFresh(errorMessage(error))}
        </p>
      )}
      {children(data)}
    </>
  )
}
