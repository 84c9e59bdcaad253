import { expect, test } from 'bun:test'
import { TemporaryFailure } from '../../src/client/failure.ts'
import { responseError } from '../../src/client/service.ts'

const URL = 'https://hearth.example'

test('each refusal has a message, and says whether a retry may help', async () => {
  const later = { 'retry-after': '5' }
  const cases: [Response, string, string][] = [
    [
      refused(401, 'Invalid or missing API key', 'unauthorized'),
      'SignedOut',
      `Not signed in at ${URL} any more: sign in again with hearth login`,
    ],
    [
      refused(403, 'This account awaits approval', 'pending_approval'),
      'ClientFailure',
      'The owner has not approved your account yet',
    ],
    [
      refused(403, 'This account is suspended', 'account_refused'),
      'ClientFailure',
      'This account is suspended',
    ],
    [
      refused(422, 'The conversation is too long', 'too_long'),
      'ClientFailure',
      'The conversation is too long',
    ],
    [
      refused(429, 'Busy', 'busy', later),
      'TryAgain',
      'Too many requests at once: try again in 5 s',
    ],
    [
      refused(429, 'Busy', 'rate_limited'),
      'TryAgain',
      'Too many requests at once: try again later',
    ],
    [
      refused(503, 'No engine could answer: a failed; try again later', 'no_engine', later),
      'TryAgain',
      'No engine could answer: a failed; try again in 5 s',
    ],
    [
      refused(503, 'No engine could answer: a is signed out', 'no_engine'),
      'ClientFailure',
      'No engine could answer: a is signed out',
    ],
    [refused(503, 'No ffmpeg here', 'not_installed'), 'ClientFailure', 'No ffmpeg here'],
    [refused(503, 'The service is stopping', 'stopping'), 'TryAgain', 'The service is stopping'],
    [new Response('<h1>Bad gateway</h1>', { status: 502 }), 'TryAgain', `${URL} is not up (502)`],
    [
      new Response('{"detail": 7}', { status: 400 }),
      'ClientFailure',
      `${URL} does not answer like a Hearth (400)`,
    ],
  ]
  for (const [response, kind, words] of cases) {
    const failure = await responseError(response, URL)
    expect([failure.name, failure.message]).toEqual([kind, words])
  }
})

test('the Retry-After of the service is kept with the error', async () => {
  const wait = async (value: string) => {
    const failure = await responseError(refused(429, 'Busy', 'busy', { 'retry-after': value }), URL)
    return failure instanceof TemporaryFailure ? failure.afterSeconds : undefined
  }
  expect(await wait('30')).toBe(30)
  for (const text of ['', '-1', '1e9', '123456', 'Wed, 21 Oct 2026 07:28:00 GMT'])
    expect([text, await wait(text)]).toEqual([text, 0])
})

function refused(
  status: number,
  detail: string,
  code: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ detail, code }, { status, headers })
}
