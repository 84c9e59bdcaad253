import { useSignal } from '@preact/signals'
import { Icon } from './icon.tsx'
import { m } from './parts/messages/en.ts'
import { attempt } from './toast.tsx'

/** Below a list that goes on. @param props.onMore Loads the next ones; a failure is said */
export function ShowMore({ onMore }: { onMore: () => Promise<unknown> }) {
  const isLoading = useSignal(false)
  const press = async () => {
    isLoading.value = true
    await attempt(onMore)
    isLoading.value = false
  }
  return (
    <button
      type="button"
      class="button list-end"
      disabled={isLoading.value}
      onClick={() => void press()}
    >
      <Icon name="down" /> {m.showMore}
    </button>
  )
}
