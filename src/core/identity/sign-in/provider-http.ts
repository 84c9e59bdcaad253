import { AppError } from '../../../platform/errors.ts'

/** For any answer of a provider. */
export const PROVIDER_TIMEOUT_MS = 10_000
/** Metadata, keys and profiles are small. */
const MAX_ANSWER_BYTES = 256 * 1024

interface Ask {
  headers?: Record<string, string>
  timeoutMs: number
}

/**
 * Reads a provider's JSON.
 *
 * @throws {AppError} `provider_failed`
 */
export async function readProvider(
  url: string,
  { headers = {}, timeoutMs }: Ask,
): Promise<unknown> {
  try {
    const response = await fetchBounded(url, {
      headers: { accept: 'application/json', 'user-agent': 'hearth', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The provider answered ${response.status}`)
    return await response.json()
  } catch (cause) {
    throw unreachable(cause)
  }
}

/** A `fetch` that reads the whole answer, bounded. */
export async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const { status, headers, body } = await fetch(url, init)
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.byteLength
    // Leaving the loop cancels the rest.
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The provider’s answer is too large')
    pieces.push(piece)
  }
  const type = headers.get('content-type') ?? 'text/plain'
  return new Response(new Blob(pieces), { status, headers: { 'content-type': type } })
}

export function unreachable(cause: unknown): AppError {
  return new AppError('provider_failed', 'The identity provider does not answer as it should', {
    cause,
  })
}
