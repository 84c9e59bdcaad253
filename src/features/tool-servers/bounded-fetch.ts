import { knownFetchReason } from '../../platform/fetch-reason.ts'

/** An answer of a server, after decompression. @limit tool-server-answer MiB */
export const MAX_SERVER_ANSWER_BYTES = 1024 * 1024
/** Objects of JSON in an answer: each is checked by the library, which takes its time. */
const MAX_ANSWER_OBJECTS = 10_000
const OPEN_OBJECT = 0x7b

/** What is wrong with a server or its answer, in words that tell nothing of its address. */
export class ToolServerError extends Error {
  override readonly name = 'ToolServerError'
}

interface BoundedFetchOptions {
  url: string
  headers: Readonly<Record<string, string>>
  timeoutMs: number
  /** Called with why a request has failed, which the library puts into words of its own. */
  onFailure: (reason: string) => void
  /** Called when an answer exceeds its bounds: the library goes on waiting for the rest of a stream. */
  onExcess: () => void
}

type Fetch = (target: string | URL, init?: RequestInit) => Promise<Response>

/**
 * The fetch of a client: to the one origin, for a bounded time, with bounded answers. The stream that a
 * server may open by itself is declined, as nothing that it could say is heard.
 */
export function boundedFetch({
  url,
  headers,
  timeoutMs,
  onFailure,
  onExcess,
}: BoundedFetchOptions): Fetch {
  const { origin } = new URL(url)
  const failed = (reason: string) => {
    onFailure(reason)
    return new ToolServerError(reason)
  }
  const exceeded = (reason: string) => {
    queueMicrotask(onExcess)
    return failed(reason)
  }
  return async (target, { method = 'GET', headers: given, body, signal } = {}) => {
    if (method === 'GET') return new Response(null, { status: 405 })
    if (new URL(target).origin !== origin) throw failed(REDIRECT)
    const late = AbortSignal.timeout(timeoutMs)
    const all = new Headers(given)
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    try {
      const response = await fetch(target, {
        method,
        headers: all,
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, late]) : late,
      })
      if (isElsewhere(response, target, origin)) {
        await response.body?.cancel()
        throw failed(REDIRECT)
      }
      const { status, body: answer } = response
      if (status === 401 || status === 403) onFailure(refused(status))
      else if (status >= 400) onFailure(`it answers with the status ${status}`)
      const counted = answer?.pipeThrough(counter(exceeded)) ?? null
      return new Response(counted, { status, headers: response.headers })
    } catch (error) {
      if (error instanceof ToolServerError) throw error
      if (late.aborted) throw failed(`no answer within ${timeoutMs / 1000} seconds`)
      const reason = knownFetchReason(error)
      throw reason === undefined ? error : failed(reason)
    }
  }
}

const REDIRECT =
  'it redirects to another address, which is not followed: put the address itself into url'

function refused(status: number): string {
  return `it refuses the request (status ${status}): see that headers has the credential that it wants`
}

/** The library follows redirects within the origin by itself. */
function isElsewhere({ status, headers }: Response, target: string | URL, origin: string): boolean {
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null) return false
  return URL.parse(location, String(target))?.origin !== origin
}

function counter(exceeded: (reason: string) => Error): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  let objects = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      for (let at = chunk.indexOf(OPEN_OBJECT); at !== -1; at = chunk.indexOf(OPEN_OBJECT, at + 1))
        objects += 1
      if (bytes > MAX_SERVER_ANSWER_BYTES) controller.error(exceeded('its answer is too long'))
      else if (objects > MAX_ANSWER_OBJECTS)
        controller.error(exceeded('its answer has too many parts'))
      else controller.enqueue(chunk)
    },
  })
}
