import { boundedBytes } from '../../../platform/bounded-text.ts'
import { AppError } from '../../../platform/errors.ts'
import { tryParseJson } from '../../../platform/json.ts'

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
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The provider answered ${response.status}`)
    const json = tryParseJson(await response.text())
    if (json.ok) return json.value
    throw json.error
  } catch (cause) {
    throw unreachable(cause)
  }
}

/**
 * A `fetch` that reads the whole answer, bounded, and follows no redirect: one could take a code and
 * its verifier to another origin.
 */
export async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const { status, headers, body } = await fetch(url, { ...init, redirect: 'error' })
  const bytes = await boundedBytes(body, MAX_ANSWER_BYTES)
  if (bytes === undefined) throw new Error('The provider’s answer is too large')
  const type = headers.get('content-type') ?? 'text/plain'
  return new Response(bytes, { status, headers: { 'content-type': type } })
}

export function unreachable(cause: unknown): AppError {
  return new AppError('provider_failed', 'The identity provider does not answer as it should', {
    cause,
  })
}
