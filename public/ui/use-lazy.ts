import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { toast } from './toast.tsx'

/**
 * A part of a page that is loaded when it is first wanted.
 *
 * @param onFailed Called where it cannot be loaded, as without a connection
 * @returns Undefined until it is there
 */
export function useLazy<part>(
  load: () => Promise<part>,
  isWanted: boolean,
  onFailed?: () => void,
): part | undefined {
  const loaded = useSignal<part | undefined>(undefined)
  useEffect(() => {
    if (!isWanted || loaded.peek() !== undefined) return
    load().then(
      (part) => {
        loaded.value = part
      },
      () => {
        toast('This cannot be loaded now. Try again.')
        onFailed?.()
      },
    )
  }, [isWanted])
  return isWanted ? loaded.value : undefined
}
