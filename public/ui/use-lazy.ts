import { type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { m } from './messages/en.ts'
import { toast } from './toast.tsx'

/** A module of a page that is loaded when a part of it is first wanted, once for all that want it. */
export interface LazyPart<part> {
  load: () => Promise<part>
  /** Undefined until it is there. */
  loaded: Signal<part | undefined>
}

export function lazyPart<part>(load: () => Promise<part>): LazyPart<part> {
  return { load, loaded: signal<part | undefined>(undefined) }
}

/**
 * Loads a part where it is wanted.
 *
 * @param onFailed Called where it cannot be loaded, as without a connection, after a message; what has
 * none goes without it in silence
 * @returns Undefined until it is there
 */
export function useLazy<part>(
  { load, loaded }: LazyPart<part>,
  isWanted: boolean,
  onFailed?: () => void,
): part | undefined {
  useEffect(() => {
    if (!isWanted || loaded.peek() !== undefined) return
    load().then(
      (part) => {
        loaded.value = part
      },
      () => {
        if (onFailed === undefined) return
        toast(m.cannotLoad)
        onFailed()
      },
    )
  }, [isWanted])
  return isWanted ? loaded.value : undefined
}
