import { AlertChannelError } from './alert-channel.ts'

/**
 * Posts to a receiver, without following it elsewhere: the headers may hold a token.
 *
 * @throws {OutletFailure} for any answer but a 2xx
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
