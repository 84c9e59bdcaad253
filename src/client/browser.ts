import open from 'open'
import { isHttpUrl } from '../platform/urls.ts'

/**
 * Shows a page in the person's browser, where there is one.
 *
 * @returns Whether one was started; the person may still have to open the page themselves
 */
export async function openBrowser(
  page: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  // The address comes from the service: nothing but a page may be opened.
  if (!isHttpUrl(page) || !hasScreen(env)) return false
  try {
    await open(page)
    return true
  } catch {
    return false
  }
}

/** Over SSH the page would open on a screen that nobody looks at. */
function hasScreen(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME'])
}
