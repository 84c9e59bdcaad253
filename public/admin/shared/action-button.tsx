import { useSignal } from '@preact/signals'
import { Confirm } from '../../ui/dialog.tsx'
import { m } from '../../ui/messages/en.ts'
import { attempt, toast } from '../../ui/toast.tsx'
import { visibleText } from './text.tsx'

interface ActionButtonProps {
  label: string
  /** What it acts on; a part of the button's name for those who do not see the row. */
  about: string
  work: () => Promise<unknown>
  /** Said after it; undefined where the page shows it. */
  done: string | undefined
  isPrimary?: boolean
  isDisabled?: boolean
  /** Asked first, where it is given. */
  confirm?: { title: string; text: string; action: string; keep?: string }
}

/** A button that does something at the service, once at a time, and says how it went. */
export function ActionButton({
  label,
  about,
  work,
  done,
  isPrimary = false,
  isDisabled = false,
  confirm,
}: ActionButtonProps) {
  const isBusy = useSignal(false)
  const isAsking = useSignal(false)
  const run = async () => {
    isBusy.value = true
    const isDone = await attempt(work)
    isBusy.value = false
    if (isDone && done !== undefined) toast(m.sentence(visibleText(done)))
  }
  const start = () => {
    if (isBusy.value) return
    if (confirm === undefined) void run()
    else isAsking.value = true
  }
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'button primary' : 'button'}
        aria-label={`${label}: ${visibleText(about)}`}
        aria-busy={isBusy.value}
        disabled={isDisabled}
        onClick={start}
      >
        {label}
      </button>
      {isAsking.value && confirm !== undefined && (
        <Confirm
          {...confirm}
          text={visibleText(confirm.text)}
          onConfirm={() => void run()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </>
  )
}
