import { signal } from '@preact/signals'

/** How often a page that stays open looks for another version of the worker. */
const UPDATE_MS = 60 * 60_000
const WORKER = '/sw.js'
/** The pages that it serves. */
export const WORKER_SCOPE = '/app/'

/** Chromium and Safari have it; in other browsers any text is taken. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): typeof policy
}

const rules = {
  createScriptURL(url: string): string {
    if (url !== WORKER) throw new TypeError('There is no other worker')
    return url
  },
}
const policy: { createScriptURL(url: string): string } =
  (Reflect.get(window, 'trustedTypes') as TrustedTypes | undefined)?.createPolicy(
    'hearth',
    rules,
  ) ?? rules

/** What Chromium gives to a page that can be installed. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** Asks whether the application is to be installed; undefined where the browser's own menu has to. */
export const installPrompt = signal<InstallPrompt | undefined>(undefined)

window.addEventListener('beforeinstallprompt', (event) => {
  installPrompt.value = event as InstallPrompt
})
window.addEventListener('appinstalled', () => {
  installPrompt.value = undefined
})

/** Makes the service worker known to the browser; there is none over plain http. */
async function register(): Promise<void> {
  // Without it, the pages work as they are.
  const registration = await navigator.serviceWorker
    ?.register(policy.createScriptURL(WORKER), { scope: WORKER_SCOPE })
    .catch(() => undefined)
  if (registration !== undefined)
    setInterval(() => void registration.update().catch(() => {}), UPDATE_MS)
}

void register()
