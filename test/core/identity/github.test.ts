import { expect, test } from 'bun:test'
import { GitHubProvider } from '../../../src/core/identity/sign-in/github.ts'
import { AppError } from '../../../src/platform/errors.ts'

const CLIENT = { clientId: 'client', clientSecret: 's+c/r=t', timeoutMs: 60_000 }
const ATTEMPT = {
  state: 'state',
  verifier: 'v'.repeat(43),
  nonce: 'nonce',
  redirectUri: 'https://hearth.example.test/login/callback',
}
const ADA = { id: 583231, login: 'ada', name: 'Ada' }
const MAIN = { email: 'ada@example.test', primary: true, verified: true }
const OTHER = { email: 'other@example.test', primary: false, verified: true }

/** GitHub, as far as its documentation goes; a test says what it answers. */
function startGitHub(given: { token?: object; user?: unknown; emails?: unknown; status?: number }) {
  const { token = { access_token: 'gho_1' }, user = ADA, emails = [OTHER, MAIN] } = given
  const asked: { path: string; authorization: string | null; body: string }[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const path = new URL(request.url).pathname
      const authorization = request.headers.get('authorization')
      asked.push({ path, authorization, body: await request.text() })
      // GitHub answers 200 here also when it refuses.
      if (path === '/login/oauth/access_token') return Response.json(token)
      const status = given.status ?? 200
      return Response.json(path === '/user' ? user : emails, { status })
    },
  })
  const place = { site: server.url.origin, api: server.url.origin }
  return {
    site: place.site,
    asked,
    provider: new GitHubProvider(CLIENT, place),
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

async function outcome(given: Parameters<typeof startGitHub>[0]): Promise<unknown> {
  await using github = startGitHub(given)
  const answer = new URLSearchParams({ code: 'code', state: 'state' })
  return await github.provider.identify(answer, ATTEMPT).catch((reason: unknown) => {
    if (reason instanceof AppError) return [reason.code, reason.message]
    throw reason
  })
}

test('GitHub is asked with PKCE, and its API with the token alone', async () => {
  await using github = startGitHub({})
  const url = await github.provider.authorizationUrl(ATTEMPT)
  expect(url.origin + url.pathname).toBe(`${github.site}/login/oauth/authorize`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'client',
    redirect_uri: ATTEMPT.redirectUri,
    state: 'state',
    scope: 'read:user user:email',
    code_challenge_method: 'S256',
  })
  const identity = await github.provider.identify(new URLSearchParams({ code: 'code' }), ATTEMPT)
  expect(identity).toEqual({
    issuer: github.site,
    subject: '583231',
    email: 'ada@example.test',
    name: 'Ada',
  })
  const [exchange, ...api] = github.asked
  expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
    grant_type: 'authorization_code',
    code: 'code',
    code_verifier: ATTEMPT.verifier,
    redirect_uri: ATTEMPT.redirectUri,
  })
  expect(exchange?.authorization).toBe(`Basic ${btoa('client:s%2Bc%2Fr%3Dt')}`)
  expect(api.map(({ path, authorization }) => [path, authorization]).toSorted()).toEqual([
    ['/user', 'Bearer gho_1'],
    ['/user/emails', 'Bearer gho_1'],
  ])
})

test('a GitHub user is identified by number, as a login can pass to another user', async () => {
  const renamed = { ...ADA, login: 'countess', name: null }
  expect(await outcome({ user: renamed })).toMatchObject({ subject: '583231', name: 'countess' })
  expect(await outcome({ user: { ...ADA, id: 2 } })).toMatchObject({ subject: '2', name: 'Ada' })
})

test('only GitHub’s primary address counts, and only when it is verified', async () => {
  for (const emails of [
    [{ ...MAIN, verified: false }, OTHER],
    [OTHER],
    [],
    [{ ...MAIN, verified: 'true' }],
    { message: 'Not Found' },
  ]) {
    const identity = await outcome({ emails })
    expect([emails, Reflect.get(Object(identity), 'subject')]).toEqual([emails, '583231'])
    expect(Reflect.get(Object(identity), 'email')).toBeUndefined()
  }
})

test('a code that GitHub refuses with status 200 is refused', async () => {
  expect(await outcome({ token: { error: 'bad_verification_code' } })).toEqual([
    'sign_in_failed',
    'The sign-in has expired: begin again',
  ])
  const unreachable = ['provider_failed', 'The identity provider does not answer as it should']
  for (const error of ['incorrect_client_credentials', 'redirect_uri_mismatch', undefined]) {
    expect(await outcome({ token: { error } })).toEqual(unreachable)
  }
  expect(await outcome({ status: 500 })).toEqual(unreachable)
  for (const user of [{ login: 'ada' }, { ...ADA, id: '583231' }, { ...ADA, id: 0 }, null]) {
    expect(await outcome({ user })).toEqual(unreachable)
  }
})
