import { signal } from '@preact/signals'
import { api, randomId, read, send } from './api.ts'
import { path } from './router.ts'
import { WORKER_SCOPE } from './service-worker.ts'

/** A browser may change its address at the push service: it is sent anew about once a day. */
const REFRESH_MS = 24 * 60 * 60_000
const REFRESHED = 'push-refreshed'
/** How often a page says that it is seen; the service believes it somewhat longer. */
const SEEN_MS = 30_000

/** Whether this browser gets notifications, could, or cannot; undefined before it is known. */
export type PushState = 'on' | 'off' | 'denied' | 'impossible'
export const pushState = signal<PushState | undefined>(undefined)

let isSaying = false

/** Looks how it stands with this browser. */
export async function loadPushState(): Promise<void> {
  pushState.value = await currentState()
}

async function currentState(): Promise<PushState> {
  if (!('Notification' in window && 'PushManager' in window)) return 'impossible'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration(WORKER_SCOPE)
  if (registration === undefined) return 'impossible'
  const { this_browser } = await read(api.GET('/api/me/notifications'))
  return Notification.permission === 'granted' && this_browser !== null ? 'on' : 'off'
}

/**
 * Asks the person, and subscribes this browser. Called by a press: browsers ask for nothing
 * without one.
 *
 * @throws {ApiError}
 */
export async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    pushState.value = Notification.permission === 'denied' ? 'denied' : 'off'
    return
  }
  const registration = await navigator.serviceWorker.ready
  const { public_key } = await read(api.GET('/api/me/notifications'))
  // One for another key cannot be used: the service was set up anew.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  })
  await subscribe(subscription)
  pushState.value = 'on'
  sayWhatIsSeen()
}

async function subscribe(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
  await read(api.POST('/api/me/notifications/browsers', { body }))
  localStorage.setItem(REFRESHED, String(Date.now()))
}

/** Only a browser that is subscribed already, so that nobody else's session takes it over. */
async function refresh(): Promise<void> {
  if (Date.now() - Number(localStorage.getItem(REFRESHED)) < REFRESH_MS) return
  if ((await currentState()) !== 'on') return
  const registration = await navigator.serviceWorker.getRegistration(WORKER_SCOPE)
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription) await subscribe(subscription)
}

/** Ends the notifications of this browser. @throws {ApiError} */
export async function turnOff(): Promise<void> {
  const { this_browser: id } = await read(api.GET('/api/me/notifications'))
  if (id !== null)
    await send(api.DELETE('/api/me/notifications/browsers/{id}', { params: { path: { id } } }))
  const registration = await navigator.serviceWorker.getRegistration(WORKER_SCOPE)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  pushState.value = 'off'
}

/** Tells the service what this page shows, so that nobody is notified of what they see. Called once. */
export function sayWhatIsSeen(): void {
  if (isSaying) return
  isSaying = true
  void refresh().catch(() => undefined)
  const page = randomId()
  let said = ''
  const say = () => {
    const isSeen = document.visibilityState === 'visible'
    const shown = isSeen ? path.peek() : ''
    // Who sees nothing has said so already.
    if (shown === '' && said === '') return
    said = shown
    const request = api.PUT('/api/me/notifications/seen', {
      body: { page, path: shown },
      keepalive: true,
    })
    request.catch(() => undefined)
  }
  path.subscribe(say)
  document.addEventListener('visibilitychange', say)
  setInterval(say, SEEN_MS)
}
