import { AlertChannelError } from './alert-channel.ts'

/**
 * Posts to a receiver. Redirects are not followed, because the headers may contain a token.
 *
 * @throws {AlertChannelError} for any answer but a 2xx
 */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
  await response.body?.cancel()
  if (!response.ok) throw new AlertChannelError(`The receiver answered ${response.status}`)
}
