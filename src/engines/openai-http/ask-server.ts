import { connectionFailure } from './server-failure.ts'

/**
 * A request to a model server of the owner's. Redirects are not followed, as one could lead to a public
 * address, and a slow model does not run into a time limit of `fetch`.
 *
 * @throws {EngineFailure} without a connection
 * @throws The signal's reason
 */
export async function askServer(
  url: string,
  init: BunFetchRequestInit & { signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', timeout: false })
  } catch (cause) {
    if (init.signal.aborted) throw cause
    throw connectionFailure(cause)
  }
}
