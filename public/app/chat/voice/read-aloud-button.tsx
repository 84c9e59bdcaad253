import { useEffect } from 'preact/hooks'
import { errorMessage } from '../../../ui/api.ts'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'
import { m } from '../messages/en.ts'
import { canSpeak } from '../models.ts'
import { reading } from './reading.ts'

/** Reads an answer aloud, and stops that. What speaks is loaded when it is wanted. */
export function ReadAloudButton({ id, text }: { id: string; text: string }) {
  const { value: now } = reading
  const isReading = now?.id === id
  // Another conversation is not read by what is no longer there.
  useEffect(() => () => void (reading.peek()?.id === id && stop()), [id])
  if (!canSpeak.value && !isReading) return null
  const toggle = async () => {
    if (isReading) return stop()
    try {
      await (await voice()).readAloud(id, text)
    } catch (error) {
      toast(m.notReadAloud(errorMessage(error)))
    }
  }
  const label = isReading ? m.stopReading : m.readAloud
  return (
    <button
      type="button"
      class={isReading ? 'button plain icon reading' : 'button plain icon'}
      aria-label={label}
      title={label}
      aria-busy={isReading && now.state === 'coming'}
      onClick={() => void toggle()}
    >
      <Icon name={isReading ? 'stop' : 'speak'} />
    </button>
  )
}

const voice = () => import('./read-aloud.ts')

async function stop(): Promise<void> {
  ;(await voice()).stopReading()
}
