import { useEffect } from 'preact/hooks'
import { loadPushState, pushState, turnOn } from './push.ts'
import { attempt, toast } from './toast.tsx'

/** Offered where somebody waits, and only to whom it can help. */
export function TellMe() {
  useEffect(() => {
    if (pushState.peek() === undefined) void loadPushState().catch(() => undefined)
  }, [])
  if (pushState.value !== 'off') return null
  const press = () =>
    attempt(async () => {
      await turnOn()
      toast(
        pushState.peek() === 'on'
          ? 'You will be told here. Choose of what under Me.'
          : 'The browser does not allow notifications',
      )
    })
  return (
    <button type="button" class="text-button" onClick={() => void press()}>
      Tell me when it is ready
    </button>
  )
}
