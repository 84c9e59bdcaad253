import { installPrompt } from '../../ui/service-worker.ts'

/** How Hearth becomes an app of this device, or what keeps it from that. */
export function Installation() {
  if (!window.isSecureContext)
    return (
      <p class="quiet">
        Over plain http, a browser can only bookmark Hearth. With <a href="/docs/remote">https</a>{' '}
        it can be installed like an app, and dictation works too.
      </p>
    )
  if (isInstalled()) return <p class="quiet">Hearth is installed on this device.</p>
  const { value: question } = installPrompt
  if (question !== undefined)
    return (
      <p class="actions">
        <button type="button" class="button" onClick={() => void question.prompt()}>
          Install Hearth
        </button>
      </p>
    )
  return (
    <p class="quiet">
      {isApple()
        ? 'To install Hearth, tap Share, then “Add to Home Screen”. The app asks you once more to sign in: use a passkey or a code.'
        : 'Your browser’s menu can install Hearth as an app.'}
    </p>
  )
}

function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    Reflect.get(navigator, 'standalone') === true
  )
}

/** Only iOS has the property. */
function isApple(): boolean {
  return 'standalone' in navigator
}
