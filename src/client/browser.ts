import open from 'open'
import { isHttpUrl } from '../platform/urls.ts'

/**
 * Opens a page in the user's browser.
 *
 * @returns Whether a browser was started; without one the user opens the page
 */
export async function openBrowser(
  page: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  // The address comes from the service: only web pages may be opened.
  if (!isHttpUrl(page) || !hasScreen(env)) return false
  try {
    await open(page)
    return true
  } catch {
    return false
  }
}

/** Over SSH the browser would open on the remote machine. */
function hasScreen(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME'])
}
