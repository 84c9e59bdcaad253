import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from './api.ts'
import { isOutdated, isUnreachable } from './connection.ts'
import { isPageHeld } from './page-hold.ts'
import { path, query } from './router.ts'
import './banners.css'
import { m } from './messages/en.ts'

/** What concerns the whole page: it goes away by itself when it is over. */
export function Banners() {
  return (
    <div>
      <SignedOut />
      <div role="status">
        {isUnreachable.value ? (
          <p class="banner">
            <span>{navigator.onLine ? m.outOfReach : m.deviceOffline}</span>
          </p>
        ) : (
          isOutdated.value && (
            <div class="banner">
              <span>{m.updated}</span>
              <button type="button" class="button primary" onClick={() => window.location.reload()}>
                {m.reload}
              </button>
            </div>
          )
        )}
      </div>
    </div>
  )
}

/** Says that the session has ended, and how to go on; the page stays as it is. */
function SignedOut() {
  const isOut = useSignal(false)
  useEffect(() => {
    const show = () => {
      isOut.value = true
    }
    // The person may have signed in meanwhile in another tab.
    const check = () => {
      if (isOut.peek() && document.visibilityState === 'visible')
        void api.GET('/api/me').then(
          ({ response }) => {
            if (!response.ok) return
            // What the page still does would end with a reload.
            if (!isPageHeld.peek()) window.location.reload()
            isOut.value = false
            window.dispatchEvent(new CustomEvent('signed-in'))
          },
          () => undefined,
        )
    }
    window.addEventListener('signed-out', show)
    document.addEventListener('visibilitychange', check)
    return () => {
      window.removeEventListener('signed-out', show)
      document.removeEventListener('visibilitychange', check)
    }
  }, [])
  // Read before it returns, so that the way back follows the page that is shown.
  const text = query.value.toString()
  const back = path.value + (text === '' ? '' : `?${text}`)
  return (
    <div role="alert">
      {isOut.value && (
        <div class="banner">
          <span>{m.signedOutKept}</span>
          <a
            class="button primary"
            href={`/login?return_to=${encodeURIComponent(back)}`}
            target={isPageHeld.value ? '_blank' : undefined}
          >
            {m.signIn}
          </a>
        </div>
      )}
    </div>
  )
}
