import createClient from 'openapi-fetch'
import type { paths } from './api-types.ts'
import { boot } from './boot.ts'
import { type Refusal, refusalText } from './error-texts.ts'
import { m } from './messages/en.ts'

/** The service's own API, with the types of its description. A failure is thrown, see below. */
export const api = createClient<paths>({ baseUrl: '/', fetch: fetchOnce })

/** Milliseconds since the document was asked for, on a slow connection too. */
const FRESH_MS = 20_000

/** Each answer that came with the document is for the first that asks, soon after. */
function fetchOnce(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const answer = request.method === 'GET' ? boot.answers.get(pathname + search) : undefined
  if (answer === undefined || performance.now() > FRESH_MS) return fetch(request)
  boot.answers.delete(pathname + search)
  // Reading a body would take until after the first frame. With a length the client asks for JSON.
  const response = new Response(null, { headers: { 'content-length': '1' } })
  return Promise.resolve(Object.assign(response, { json: () => Promise.resolve(answer) }))
}

/** What the service says when it refuses or fails. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** One of a fixed set of words. */
  readonly code: string
  readonly retryAfterSeconds: number | undefined
  readonly reason: Refusal['reason']

  constructor(
    status: number,
    code: string,
    detail: string,
    retryAfterSeconds?: number,
    reason?: Refusal['reason'],
  ) {
    super(detail)
    this.reason = reason
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface Answer<data> {
  data?: data
  error?: unknown
  response: Response
}

/**
 * The body of a successful answer.
 *
 * @throws {ApiError} for any other answer, and for none
 */
export async function read<data>(call: Promise<Answer<data>>): Promise<NonNullable<data>> {
  const { data, response } = await settle(call)
  if (data === undefined || data === null) throw new ApiError(response.status, 'empty', m.noAnswer)
  return data
}

/** The same for calls whose answer has no body. @throws {ApiError} */
export async function send(call: Promise<Answer<unknown>>): Promise<void> {
  await settle(call)
}

/**
 * The body of an answer that is read while it comes.
 *
 * @param address Of the service, for what the typed client does not read
 * @throws {ApiError}
 */
export async function openBody(
  address: string,
  init: RequestInit,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const call = async (): Promise<Answer<unknown>> => {
    const response = await fetch(address, init)
    if (response.ok) return { data: response.body, response }
    return { error: await response.json().catch(() => undefined), response }
  }
  const { response } = await settle(call())
  if (response.body === null) throw new ApiError(response.status, 'empty', m.noAnswer)
  return response.body
}

/** The pieces of a body; not every browser has them as an iterable. @throws {ApiError} */
export async function* chunksOf<chunk>(body: ReadableStream<chunk>): AsyncGenerator<chunk> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(offline)
    if (done) return
    yield value
  }
}

function offline(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  noAnswer()
  throw new ApiError(0, 'offline', m.cannotReach)
}

async function settle<data>(call: Promise<Answer<data>>): Promise<Answer<data>> {
  const answer = await call.catch(offline)
  if (!answer.response.ok) throw errorOf(answer)
  return answer
}

function errorOf({ error, response }: Answer<unknown>): ApiError {
  const { detail, code, reason } = Object(error)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const text = typeof detail === 'string' ? detail : m.answered(response.status)
  const word = typeof code === 'string' ? code : 'unknown'
  const { status } = response
  if (status === 401 || status === 403) signInAgain(status, word)
  if (word === 'stopping') noAnswer()
  const seconds = Number.isFinite(retryAfter) ? retryAfter : undefined
  return new ApiError(status, word, text, seconds, reason)
}

/** The session may have ended elsewhere. What was typed is kept by the pages as drafts. */
function signInAgain(status: number, code: string): void {
  if (status === 403 && code !== 'pending_approval' && code !== 'account_refused') return
  window.dispatchEvent(new CustomEvent('signed-out'))
}

/** The service may be starting again: the frame finds out, and says so. */
function noAnswer(): void {
  window.dispatchEvent(new CustomEvent('no-answer'))
}

/** Whether a failure may be over when the same is asked again. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 429 || error.status >= 500
}

/** Whether the service itself has refused: then nothing was done. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0 && error.code !== 'unknown'
}

/** Whether the session has ended; the frame says so, and leads to the sign-in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** A failure in words for the person at the page. */
export function errorMessage(error: unknown): string {
  if (isSignedOut(error)) return m.signedOutHere
  if (!(error instanceof ApiError)) return m.unexpected
  if (error.status === 0) return m.unreachable
  return m.sentence(refusalText({ code: error.code, detail: error.message, reason: error.reason }))
}

/** A random word for one request. `crypto.randomUUID` exists only on https and loopback. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
