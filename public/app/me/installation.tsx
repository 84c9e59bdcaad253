import { fill } from '../../ui/fill.ts'
import { installPrompt } from '../../ui/service-worker.ts'
import { m } from './messages/en.ts'

/** How Hearth becomes an app of this device, or what keeps it from that. */
export function Installation() {
  if (!window.isSecureContext)
    return <p class="quiet">{fill(m.install.http, { https: <a href="/docs/remote">https</a> })}</p>
  if (isInstalled()) return <p class="quiet">{m.install.installed}</p>
  const { value: question } = installPrompt
  if (question !== undefined)
    return (
      <p class="actions">
        <button type="button" class="button" onClick={() => void question.prompt()}>
          {m.install.button}
        </button>
      </p>
    )
  return <p class="quiet">{isApple() ? m.install.apple : m.install.menu}</p>
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
