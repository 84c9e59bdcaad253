import { expect, test } from 'bun:test'
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import type { Attempt } from '../../../src/core/identity/sign-in/oauth-client.ts'
import { OidcProvider } from '../../../src/core/identity/sign-in/oidc.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { serveLocal } from '../../support/serve-local.ts'
import { thrown } from '../../support/thrown.ts'

const HOSTILE_CLIENT = { clientId: 'hearth', clientSecret: 'secret of the tests' }

type Answer = () => Response | Promise<Response>

interface Forgery {
  claims?: Record<string, unknown>
  header?: Partial<JWTHeaderParameters>
  key?: CryptoKey | Uint8Array
}

/** Of all providers, as making them takes longer than a sign-in. */
const firstKeys = makeKeys('first')

/** An identity provider whose invalid answers are set by the test. */
async function startHostileProvider() {
  let keys = await firstKeys
  const answers = new Map<string, Answer>()
  const requestedPaths: string[] = []
  const server = serveLocal((request) => {
    const { pathname } = new URL(request.url)
    requestedPaths.push(pathname)
    return answers.get(pathname)?.() ?? new Response(null, { status: 404 })
  })
  const issuer = server.origin
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
  }
  answers.set('/.well-known/openid-configuration', () => Response.json(metadata))
  answers.set('/keys', () => Response.json({ keys: [keys.jwk] }))

  /** An ID token that is valid except for the given changes. */
  async function idToken({ claims = {}, header = {}, key }: Forgery = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const all = {
      iss: issuer,
      aud: HOSTILE_CLIENT.clientId,
      sub: 'sub-1',
      iat: now,
      exp: now + 300,
      nonce: 'nonce',
      email: 'ann@example.test',
      email_verified: true,
      ...claims,
    }
    return new SignJWT(Object.fromEntries(Object.entries(all).filter(([, one]) => one !== null)))
      .setProtectedHeader({ alg: 'RS256', kid: keys.jwk.kid ?? '', ...header })
      .sign(key ?? keys.privateKey)
  }

  return {
    issuer,
    metadata,
    requestedPaths,
    idToken,
    /** Sets the answer of a path. */
    answer: (path: string, answer: Answer) => answers.set(path, answer),
    /** Sets the ID token that the token endpoint returns. */
    returnIdToken: (token: string) =>
      answers.set('/token', () =>
        Response.json({ access_token: 'access', token_type: 'Bearer', id_token: token }),
      ),
    publicKey: () => exportSPKI(keys.publicKey),
    rotate: async () => {
      keys = await makeKeys(crypto.randomUUID())
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

/** An answer without an end. `cancelled` resolves when its reader has stopped. */
function endlessAnswer() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const spaces = new Uint8Array(64 * 1024).fill(32)
  return {
    cancelled: promise,
    answer: () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(spaces),
          cancel: () => resolve(),
        }),
      ),
  }
}

async function makeKeys(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { privateKey, publicKey, jwk }
}

const ATTEMPT: Attempt = {
  state: 'state',
  verifier: 'v'.repeat(43),
  nonce: 'nonce',
  redirectUri: 'http://127.0.0.1:1/login/callback',
}
const ANSWER = new URLSearchParams({ code: 'code', state: 'state' })
const UNTRUSTED = 'The identity provider’s answer cannot be trusted'
const UNREACHABLE = 'The identity provider does not answer as it should'

type Double = Awaited<ReturnType<typeof startHostileProvider>>

function oidc({ issuer }: { issuer: string }, timeoutMs = 60_000, now = Date.now): OidcProvider {
  return new OidcProvider({ id: 'oidc', label: 'x', issuer, ...HOSTILE_CLIENT, timeoutMs }, now)
}

/** What comes of a sign-in at this provider: who it was, or the words of the refusal. */
async function outcome(provider: OidcProvider): Promise<unknown> {
  const refusal = (reason: unknown) => {
    if (reason instanceof AppError) return [reason.code, reason.message]
    throw reason
  }
  return provider.identify(ANSWER, ATTEMPT).catch(refusal)
}

async function outcomeOf(double: Double, forgery: Forgery, now = Date.now): Promise<unknown> {
  double.returnIdToken(await double.idToken(forgery))
  return outcome(oidc(double, undefined, now))
}

test('an ID token of this issuer, client and sign-in is believed', async () => {
  await using double = await startHostileProvider()
  expect(await outcomeOf(double, { claims: { name: 'Ann' } })).toEqual({
    issuer: double.issuer,
    subject: 'sub-1',
    email: 'ann@example.test',
    name: 'Ann',
  })
  expect(double.requestedPaths).not.toContain('/me')
})

test('an ID token without a signature, or signed by what everybody knows, is refused', async () => {
  await using double = await startHostileProvider()
  const provider = oidc(double)
  const claims = { iss: double.issuer, aud: 'hearth', sub: 'root', nonce: 'nonce' }
  double.returnIdToken(new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('5m').encode())
  expect(await outcome(provider)).toEqual(['sign_in_failed', UNTRUSTED])

  const publicKey = new TextEncoder().encode(await double.publicKey())
  const secret = new TextEncoder().encode(HOSTILE_CLIENT.clientSecret.padEnd(32, '.'))
  for (const key of [publicKey, secret]) {
    expect(await outcomeOf(double, { header: { alg: 'HS256' }, key })).toEqual([
      'sign_in_failed',
      UNTRUSTED,
    ])
  }
  const { privateKey: strange } = await generateKeyPair('RS256')
  expect(await outcomeOf(double, { key: strange })).toEqual(['sign_in_failed', UNTRUSTED])
  // A changed word, under the signature of another.
  const [head, , signature] = (await double.idToken()).split('.')
  const [, root] = (await double.idToken({ claims: { sub: 'root' } })).split('.')
  double.returnIdToken(`${head}.${root}.${signature}`)
  expect(await outcome(provider)).toEqual(['sign_in_failed', UNTRUSTED])
  for (const none of ['', 'x', 'a.b.c']) {
    double.returnIdToken(none)
    expect(await outcome(provider)).toEqual(['sign_in_failed', UNTRUSTED])
  }
})

test('an ID token of another audience, issuer, sign-in, time, party or kind is refused', async () => {
  await using double = await startHostileProvider()
  // The clock stands, as a busy machine takes more than the tolerance for so many tokens.
  const started = Date.now()
  const now = () => started
  const past = Math.floor(started / 1000) - 6
  const wrong: Forgery[] = [
    { claims: { aud: 'other' } },
    { claims: { aud: [] } },
    { claims: { aud: ['hearth', 'other'] } },
    { claims: { aud: ['hearth', 'other'], azp: 'other' } },
    { claims: { azp: 'other' } },
    { claims: { iss: 'https://evil.test' } },
    { claims: { iss: `${double.issuer}/` } },
    { claims: { nonce: 'other' } },
    { claims: { exp: past } },
    { claims: { exp: String(past + 1000) } },
    { claims: { nbf: past + 1000 } },
    { claims: { sub: '' } },
    { claims: { sub: 7 } },
    ...['iss', 'aud', 'sub', 'exp', 'iat', 'nonce'].map((name) => ({ claims: { [name]: null } })),
    { header: { kid: 'unknown' } },
    { header: { typ: 'at+jwt' } },
    { header: { typ: 'logout+jwt' } },
  ]
  for (const forgery of wrong) {
    expect([forgery, await outcomeOf(double, forgery, now)]).toEqual([
      forgery,
      ['sign_in_failed', UNTRUSTED],
    ])
  }
  const sound: Forgery[] = [
    { claims: { aud: ['hearth', 'other'], azp: 'hearth' } },
    { claims: { exp: past + 3 } },
    { header: { typ: 'JWT' } },
  ]
  for (const forgery of sound) {
    expect(await outcomeOf(double, forgery, now)).toMatchObject({ subject: 'sub-1' })
  }
})

test('new keys of the provider are found as soon as it signs with them', async () => {
  await using double = await startHostileProvider()
  const provider = oidc(double)
  for (let keys = 0; keys < 3; keys += 1) {
    const old = await double.idToken()
    double.returnIdToken(old)
    expect(await outcome(provider)).toMatchObject({ subject: 'sub-1' })
    await double.rotate()
    double.returnIdToken(await double.idToken())
    expect(await outcome(provider)).toMatchObject({ subject: 'sub-1' })
    double.returnIdToken(old)
    expect(await outcome(provider)).toEqual(['sign_in_failed', UNTRUSTED])
  }
})

test('an address counts only with email_verified true, wherever it is said', async () => {
  await using double = await startHostileProvider()
  for (const email_verified of [false, null, 'true', 1]) {
    expect(await outcomeOf(double, { claims: { email_verified } })).toMatchObject({
      email: undefined,
    })
  }
  const said = async (profile: object) => {
    double.answer('/me', () => Response.json(profile))
    return outcomeOf(double, { claims: { email: null, email_verified: null, name: 'Ann' } })
  }
  const verified = { email: 'me@example.test', email_verified: true }
  expect(await said({ sub: 'sub-1', ...verified })).toMatchObject({
    email: 'me@example.test',
    name: 'Ann',
  })
  expect(await said({ sub: 'sub-1', ...verified, name: null })).toMatchObject({
    email: 'me@example.test',
  })
  // What is said of another subject is nobody's.
  for (const sub of ['sub-2', undefined, null]) {
    expect(await said({ sub, ...verified })).toMatchObject({ subject: 'sub-1', email: undefined })
  }
  expect(await said({ sub: 'sub-1', email: 'x'.repeat(255), email_verified: true })).toMatchObject({
    email: undefined,
  })
  expect(await said([])).toMatchObject({ email: undefined })
})

test('an answer of another issuer is not taken to this one', async () => {
  await using double = await startHostileProvider()
  double.returnIdToken(await double.idToken())
  const identify = async (iss: string | undefined) => {
    const answer = new URLSearchParams({ code: 'code', ...(iss === undefined ? {} : { iss }) })
    return (await thrown(oidc(double).identify(answer, ATTEMPT))) as AppError
  }
  expect((await identify('https://evil.test')).code).toBe('sign_in_failed')
  expect(double.requestedPaths).not.toContain('/token')
  const strict = { ...double.metadata, authorization_response_iss_parameter_supported: true }
  double.answer('/.well-known/openid-configuration', () => Response.json(strict))
  expect((await identify(undefined)).code).toBe('sign_in_failed')
  expect(double.requestedPaths).not.toContain('/token')
})

test('metadata of another issuer, or that leads to an unsafe place, is not used', async () => {
  await using double = await startHostileProvider()
  const wrong = [
    { ...double.metadata, issuer: 'https://evil.test' },
    { ...double.metadata, issuer: `${double.issuer}/` },
    { ...double.metadata, jwks_uri: undefined },
    { ...double.metadata, jwks_uri: 'file:///etc/passwd' },
    { ...double.metadata, token_endpoint: 'not a URL' },
    { ...double.metadata, authorization_endpoint: 'javascript:alert(1)' },
    { ...double.metadata, userinfo_endpoint: 'data:application/json,{}' },
    [],
    null,
  ]
  for (const metadata of wrong) {
    double.answer('/.well-known/openid-configuration', () => Response.json(metadata))
    const failure = await thrown(oidc(double).authorizationUrl(ATTEMPT))
    expect([metadata, Reflect.get(Object(failure), 'code')]).toEqual([metadata, 'provider_failed'])
  }
})

test('a fault of the provider is provider_failed and not sign_in_failed', async () => {
  await using double = await startHostileProvider()
  double.returnIdToken(await double.idToken())
  const broken: [string, () => Response][] = [
    ['/.well-known/openid-configuration', () => new Response('oops', { status: 500 })],
    ['/.well-known/openid-configuration', () => new Response('<html>')],
    ['/.well-known/openid-configuration', () => Response.redirect('http://127.0.0.1:9/', 302)],
    ['/token', () => new Response('oops', { status: 500 })],
    ['/token', () => new Response('<html>')],
    ['/token', () => new Response('oops', { status: 400 })],
    ['/token', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
    ['/token', () => Response.json('text')],
    ['/keys', () => new Response('oops', { status: 500 })],
    ['/keys', () => Response.json({ keys: 'none' })],
    ['/keys', () => new Response('<html>')],
  ]
  for (const [path, answer] of broken) {
    await using one = await startHostileProvider()
    one.returnIdToken(await one.idToken())
    one.answer(path, answer)
    expect([path, await outcome(oidc(one))]).toEqual([path, ['provider_failed', UNREACHABLE]])
  }
  double.answer('/token', () => Response.json({ error: 'invalid_grant' }, { status: 400 }))
  expect(await outcome(oidc(double))).toEqual([
    'sign_in_failed',
    'The sign-in has expired: begin again',
  ])
})

test('a provider that says nothing is waited for as long as the bound, at each of its places', async () => {
  for (const path of ['/.well-known/openid-configuration', '/token', '/keys', '/me']) {
    await using double = await startHostileProvider()
    const hung = Promise.withResolvers<Response>()
    double.returnIdToken(await double.idToken({ claims: { email: null } }))
    double.answer(path, () => hung.promise)
    // A short bound may end at an earlier place.
    for (let timeoutMs = 100; !double.requestedPaths.includes(path); timeoutMs *= 2)
      expect([path, await outcome(oidc(double, timeoutMs))]).toEqual([
        path,
        ['provider_failed', UNREACHABLE],
      ])
    hung.resolve(new Response())
  }
})

test('an answer without an end is left as soon as it is too large', async () => {
  for (const path of ['/.well-known/openid-configuration', '/token', '/keys', '/me']) {
    await using double = await startHostileProvider()
    double.returnIdToken(await double.idToken({ claims: { email: null } }))
    const endless = endlessAnswer()
    double.answer(path, endless.answer)
    expect([path, await outcome(oidc(double))]).toEqual([path, ['provider_failed', UNREACHABLE]])
    await endless.cancelled
  }
})

test('the code and its verifier are not taken to another origin by a redirect', async () => {
  for (const status of [302, 307, 308]) {
    await using other = await startHostileProvider()
    await using double = await startHostileProvider()
    other.returnIdToken(await double.idToken())
    double.answer('/token', () => Response.redirect(`${other.issuer}/token`, status))
    expect(await outcome(oidc(double))).toEqual(['provider_failed', UNREACHABLE])
    expect(double.requestedPaths).toContain('/token')
    expect(other.requestedPaths).toEqual([])
  }
})

test('metadata is asked for once an hour', async () => {
  await using double = await startHostileProvider()
  let now = Date.now()
  const provider = oidc(double, 5_000, () => now)
  const asks = async () => {
    await provider.authorizationUrl(ATTEMPT)
    return double.requestedPaths.length
  }
  expect([await asks(), await asks()]).toEqual([1, 1])
  now += 60 * 60_000
  expect(await asks()).toBe(2)
})
