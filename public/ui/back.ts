/** Chromium's; other browsers have no "back" that could close something, or tell nobody of it. */
interface CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

/** Calls back when "back" is pressed on a phone, or Escape. @returns Stops it */
export function onBack(close: () => void): (() => void) | undefined {
  const Watcher = Reflect.get(window, 'CloseWatcher') as (new () => CloseWatcher) | undefined
  if (Watcher === undefined) return undefined
  const watcher = new Watcher()
  watcher.onclose = close
  return () => watcher.destroy()
}
