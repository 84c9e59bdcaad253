import { useEffect } from 'preact/hooks'
import { loadPushState, pushState, turnOn } from '../push.ts'
import { attempt, toast } from '../toast.tsx'
import { m } from './messages/en.ts'

/** Offered where somebody waits, and only to whom it can help. */
export function NotifyMe() {
  useEffect(() => {
    if (pushState.peek() === undefined) void loadPushState().catch(() => undefined)
  }, [])
  if (pushState.value !== 'off') return null
  const press = () =>
    attempt(async () => {
      await turnOn()
      toast(pushState.peek() === 'on' ? m.notified : m.notAllowed)
    })
  return (
    <button type="button" class="text-button" onClick={() => void press()}>
      {m.notifyMe}
    </button>
  )
}
