import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { attempt } from '../../ui/toast.tsx'
import { LiveData } from './live.tsx'
import { m } from './messages/en.ts'

export interface ListPage<item> {
  items: item[]
  next_cursor: string | null
  /** Items on all pages, where the service counts them. */
  total?: number
}

export interface Pages<item> {
  readonly live: LiveData<ListPage<item>>
  /** Loads the next page behind what is there. */
  more(): Promise<void>
  /** Puts the changed item in the place of the one with the same id. */
  replace(item: item): void
}

/**
 * A list that is loaded page by page.
 *
 * @param load Loads the page of a cursor; undefined for the first
 * @param dependencies It starts again when one of them changes
 */
export function usePages<item extends { id: string | number }>(
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<item>>,
  dependencies: readonly unknown[] = [],
): Pages<item> {
  const before = useRef<LiveData<ListPage<item>> | undefined>(undefined)
  const live = useMemo(() => {
    const next = new LiveData<ListPage<item>>((signal) => load(undefined, signal))
    // Until it is loaded the rows of before stay, so that nothing jumps.
    next.value.value = before.current?.value.peek()
    before.current = next
    return next
  }, dependencies)
  useEffect(() => {
    void live.reload()
    return () => live.stop()
  }, [live])
  return {
    live,
    async more() {
      const cursor = live.value.peek()?.next_cursor ?? undefined
      if (cursor === undefined) return
      const next = await load(cursor, new AbortController().signal)
      const now = live.value.peek()
      // Loaded again meanwhile.
      if (now === undefined || now.next_cursor !== cursor) return
      // A new item may have moved one of these to the next page.
      const known = new Set(now.items.map(({ id }) => id))
      const fresh = next.items.filter(({ id }) => !known.has(id))
      live.value.value = { ...next, items: [...now.items, ...fresh] }
    },
    replace(item) {
      const now = live.value.peek()
      if (now === undefined) return
      const items = now.items.map((one) => (one.id === item.id ? item : one))
      live.value.value = { ...now, items }
    },
  }
}

/** At the end of a list that has more. */
export function MoreButton({ of: { live, more } }: { of: Pages<{ id: string | number }> }) {
  const isBusy = useSignal(false)
  if (live.value.value?.next_cursor == null) return null
  const load = async () => {
    if (isBusy.value) return
    isBusy.value = true
    await attempt(more)
    isBusy.value = false
  }
  return (
    <p class="more">
      <button type="button" class="button" aria-busy={isBusy.value} onClick={() => void load()}>
        {isBusy.value ? m.loading : m.showMore}
      </button>
    </p>
  )
}
