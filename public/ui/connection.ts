import { signal } from '@preact/signals'
import { api } from './api.ts'

/** How often a service out of reach is tried again. */
const RETRY_MS = 2_000
/** A newer version is not looked for more often than this. */
const VERSION_MS = 5 * 60_000
/** How long one try may take. */
const TRY_MS = 10_000

/** Whether the service cannot be reached; it is tried again until it can. */
export const isUnreachable = signal(false)
/** Counts how often it could be reached again. */
export const reconnections = signal(0)
/** Whether the service has a newer version of this application. */
export const isOutdated = signal(false)

let isTrying = false
let lastVersionCheck = Date.now()

/** One lost request alone says nothing: the service is asked once more at once. */
export function noteNoAnswer(): void {
  if (isTrying) return
  isTrying = true
  void tryAgain()
}

async function tryAgain(): Promise<void> {
  const isThere = await isHealthy()
  if (!isThere) {
    isUnreachable.value = true
    setTimeout(() => void tryAgain(), RETRY_MS)
    return
  }
  isTrying = false
  if (!isUnreachable.value) return
  isUnreachable.value = false
  reconnections.value += 1
  await checkVersion()
}

async function isHealthy(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TRY_MS)
    return (await api.GET('/health', { signal })).response.ok
  } catch {
    return false
  }
}

/**
 * Looks whether the service still has the script that this page runs: its name has a hash of its
 * content, so another version has another name.
 *
 * @returns Whether it has not
 */
export async function checkVersion(): Promise<boolean> {
  lastVersionCheck = Date.now()
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src
  if (script === undefined) return false
  try {
    const { status } = await fetch(script, { method: 'HEAD', cache: 'no-store' })
    if (status === 404) isOutdated.value = true
  } catch {
    // Out of reach: nothing is known.
  }
  return isOutdated.value
}

/** Follows the network of the device and looks for newer versions. Called once. */
export function followConnection(): void {
  window.addEventListener('offline', noteNoAnswer)
  window.addEventListener('no-answer', noteNoAnswer)
  document.addEventListener('visibilitychange', () => {
    const isDue = Date.now() - lastVersionCheck > VERSION_MS
    if (document.visibilityState === 'visible' && isDue) void checkVersion()
  })
}
