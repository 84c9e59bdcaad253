import { expect, test } from 'bun:test'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { CANVAS_KEYS, SigningKeys } from '../../src/core/identity/devices/signing-keys.ts'
import { AccessTokens, CANVAS_ACCESS } from '../../src/guards/access-tokens.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

/** Tokens over keys that the test can see, and a canvas device. */
function mint() {
  const clock = { now: Date.now() }
  const now = () => clock.now
  const service = createTestApp({ now })
  const { devices, refreshTokens } = service.services
  const keys = new SigningKeys({ ...CANVAS_KEYS, folder: undefined, log: createLog('silent'), now })
  const tokens = new AccessTokens({ ...CANVAS_ACCESS, keys, devices, now })
  const person = makeUser(service.services)
  const pairing = refreshTokens.pair({ userId: person.id, name: 'Studio', address: '192.0.2.7' })
  return {
    clock,
    service,
    keys,
    tokens,
    person,
    pairing,
    issue: () => tokens.issuer()(pairing),
    /** A token signed with the key that signs now, but for what a test changes. */
    forge: (changes: Forgery = {}) => forge(keys, pairing, Math.floor(clock.now / 1000), changes),
    takes: async (token: string) => (await tokens.identify(token)) !== undefined,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

interface Forgery {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** How the signature is made from what is signed. */
  sign?: (input: string, secret: Buffer) => string
}

/** By hand, as no library makes most of these. A claim or header of `undefined` is left out. */
function forge(
  keys: SigningKeys,
  { deviceId, userId }: { deviceId: string; userId: string },
  iat: number,
  { header = {}, claims = {}, sign = hmac('sha256') }: Forgery,
): string {
  const { id, secret } = keys.current()
  const parts = [
    { alg: 'HS256', typ: 'at+jwt', kid: id, ...header },
    {
      iss: 'hearth',
      aud: 'hearth/canvas',
      sub: userId,
      device: deviceId,
      jti: 'one',
      iat,
      exp: iat + 60,
      ...claims,
    },
  ]
  const input = parts.map((part) => base64url(JSON.stringify(part))).join('.')
  return `${input}.${sign(input, Buffer.from(secret, 'base64url'))}`
}

function hmac(digest: 'sha256' | 'sha512') {
  return (input: string, secret: Buffer) =>
    createHmac(digest, secret).update(input).digest('base64url')
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function read(token: string): unknown[] {
  return token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
}

test('an access token has all required claims and a unique jti', async () => {
  await using canvas = mint()
  const seconds = Math.floor(canvas.clock.now / 1000)
  const token = await canvas.issue()
  expect(read(token)).toEqual([
    { alg: 'HS256', typ: 'at+jwt', kid: canvas.keys.current().id },
    {
      iss: 'hearth',
      aud: 'hearth/canvas',
      sub: canvas.person.id,
      device: canvas.pairing.deviceId,
      jti: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      iat: seconds,
      exp: seconds + 60,
    },
  ])
  expect(await canvas.issue()).not.toBe(token)
  expect(await canvas.tokens.identify(token)).toEqual({
    kind: 'device',
    surface: 'canvas',
    id: canvas.pairing.deviceId,
    userId: canvas.person.id,
    label: 'ann@example.test',
  })
  // What is forged below is refused for its change alone.
  expect(await canvas.takes(canvas.forge())).toBe(true)
})

test('an access token is valid after 59 s and not after 61 s', async () => {
  await using canvas = mint()
  canvas.clock.now = Math.ceil(canvas.clock.now / 1000) * 1000
  const token = await canvas.issue()
  const made = canvas.clock.now
  canvas.clock.now = made + 59_000
  expect(await canvas.takes(token)).toBe(true)
  canvas.clock.now = made + 60_000
  expect(await canvas.takes(token)).toBe(false)
  canvas.clock.now = made + 61_000
  expect(await canvas.takes(token)).toBe(false)
})

test('an access token issued more than 5 s in the future is refused, as after a clock was set back', async () => {
  await using canvas = mint()
  canvas.clock.now = Math.floor(canvas.clock.now / 1000) * 1000
  const seconds = canvas.clock.now / 1000
  const issuedAhead = (ahead: number) =>
    canvas.forge({ claims: { iat: seconds + ahead, exp: seconds + ahead + 60 } })
  expect(await canvas.takes(issuedAhead(5))).toBe(true)
  expect(await canvas.takes(issuedAhead(6))).toBe(false)
  const token = issuedAhead(3600)
  canvas.clock.now += 3_600_000
  expect(await canvas.takes(token)).toBe(true)
  canvas.clock.now -= 3_600_000
  expect(await canvas.takes(token)).toBe(false)
})

test('a token with a wrong header, claim or signature is refused', async () => {
  await using canvas = mint()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const { id } = canvas.keys.current()
  const iat = Math.floor(canvas.clock.now / 1000)
  const signed = await new SignJWT({ device: canvas.pairing.deviceId })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: id })
    .setIssuer('hearth')
    .setAudience('hearth/canvas')
    .setSubject(canvas.person.id)
    .setJti('one')
    .setIssuedAt(iat)
    .setExpirationTime(iat + 60)
    .sign(privateKey)
  const missing = ['iss', 'aud', 'sub', 'device', 'jti', 'iat', 'exp']
  const wrong: Record<string, string> = {
    'alg none': canvas.forge({ header: { alg: 'none' }, sign: () => '' }),
    'alg none, signed': canvas.forge({ header: { alg: 'none' } }),
    'alg missing': canvas.forge({ header: { alg: undefined } }),
    'alg in small letters': canvas.forge({ header: { alg: 'hs256' } }),
    'HS512 with the same key': canvas.forge({ header: { alg: 'HS512' }, sign: hmac('sha512') }),
    'HS256 named, HS512 signed': canvas.forge({ sign: hmac('sha512') }),
    RS256: signed,
    'RS256 named, HS256 signed': canvas.forge({ header: { alg: 'RS256' } }),
    'HS256 by a public key': canvas.forge({
      sign: (input) => createHmac('sha256', pem).update(input).digest('base64url'),
    }),
    'the key as text': canvas.forge({
      sign: (input, secret) =>
        createHmac('sha256', secret.toString('base64url')).update(input).digest('base64url'),
    }),
    'no signature': canvas.forge({ sign: () => '' }),
    'typ of another kind': canvas.forge({ header: { typ: 'JWT' } }),
    'typ missing': canvas.forge({ header: { typ: undefined } }),
    crit: canvas.forge({ header: { crit: ['exp'] } }),
    'crit, unknown': canvas.forge({ header: { crit: ['x'], x: 1 } }),
    'b64 false': canvas.forge({ header: { crit: ['b64'], b64: false } }),
    'kid missing': canvas.forge({ header: { kid: undefined } }),
    'kid no text': canvas.forge({ header: { kid: 7 } }),
    'another issuer': canvas.forge({ claims: { iss: 'https://id.example.test' } }),
    'another audience': canvas.forge({ claims: { aud: 'hearth/code' } }),
    'several audiences': canvas.forge({ claims: { aud: ['hearth/canvas', 'x'] } }),
    'exp as text': canvas.forge({ claims: { exp: String(iat + 60) } }),
    'exp passed': canvas.forge({ claims: { exp: iat } }),
    'not yet': canvas.forge({ claims: { nbf: iat + 5 } }),
    'another person': canvas.forge({ claims: { sub: makeUser(canvas.service.services).id } }),
    'another device': canvas.forge({ claims: { device: 'dev_unknown' } }),
    ...Object.fromEntries(
      missing.map((name) => [`${name} missing`, canvas.forge({ claims: { [name]: undefined } })]),
    ),
  }
  for (const [name, token] of Object.entries(wrong)) {
    expect([name, await canvas.takes(token)]).toEqual([name, false])
  }
})

test('a token that was truncated, extended or changed is refused', async () => {
  await using canvas = mint()
  const token = await canvas.issue()
  const wrong = [
    '',
    '.',
    '..',
    ...Array.from(token, (_, length) => token.slice(0, length)),
    `${token}.`,
    `${token}A`,
    `${token}=`,
    canvas.forge({ claims: { padding: 'x'.repeat(1024) } }),
    'A'.repeat(100_000),
    `${base64url('{"alg":')}.e30.AAAA`,
    `${base64url('[]')}.e30.AAAA`,
    `${base64url('null')}.e30.AAAA`,
  ]
  for (const one of wrong) expect(await canvas.takes(one)).toBe(false)
  const [head = '', body = '', signature = ''] = token.split('.')
  const flipped = Buffer.from(signature, 'base64url')
  flipped[0] = (flipped[0] ?? 0) ^ 1
  expect(await canvas.takes(`${head}.${body}.${flipped.toString('base64url')}`)).toBe(false)
  expect(await canvas.takes(token)).toBe(true)
})

test('no other credential is accepted as an access token, and an access token as no other', async () => {
  await using service = createTestApp()
  const { devices, refreshTokens, canvasTokens } = service.services
  const person = makeUser(service.services, { role: 'admin' })
  const device = { userId: person.id, name: 'Studio', address: '192.0.2.7' }
  const pairing = refreshTokens.pair(device)
  const { credential } = devices.createCode(device)
  const token = await canvasTokens.issuer()(pairing)
  const { key } = service.makeKey()
  const ask = async (path: string, headers: Record<string, string>) =>
    (await service.request(path, { headers })).status
  const me = '/api/canvas/me'
  expect(await ask(me, { authorization: `Bearer ${token}` })).toBe(200)
  for (const other of [credential, pairing.refreshToken, key, person.token]) {
    expect(await ask(me, { authorization: `Bearer ${other}` })).toBe(401)
  }
  expect(await ask(me, { 'x-api-key': token })).toBe(401)
  expect(await ask(me, { authorization: `Basic ${token}` })).toBe(401)
  expect(await ask(me, person.headers)).toBe(401)
  expect((await service.asOwner('GET', me)).status).toBe(401)
  for (const path of ['/auth-check', '/v1/models', '/api/ai/agent/tasks', '/admin/queue']) {
    expect(await ask(path, { authorization: `Bearer ${token}` })).toBe(401)
  }
})

test('a token of another service, with a key of its own, is refused', async () => {
  await using canvas = mint()
  const keys = new SigningKeys({
    ...CANVAS_KEYS,
    folder: undefined,
    log: createLog('silent'),
    now: () => canvas.clock.now,
  })
  const iat = Math.floor(canvas.clock.now / 1000)
  const foreign = forge(keys, canvas.pairing, iat, {})
  expect(await canvas.takes(foreign)).toBe(false)
  const { id } = canvas.keys.current()
  expect(await canvas.takes(forge(keys, canvas.pairing, iat, { header: { kid: id } }))).toBe(false)
})

test('after a rotation tokens of the previous key are still valid, selected by kid', async () => {
  await using canvas = mint()
  const first = canvas.keys.current()
  canvas.clock.now += DAY_MS - 30_000
  const old = await canvas.issue()
  canvas.clock.now += 30_000
  const fresh = await canvas.issue()
  const second = canvas.keys.current()
  expect([old, fresh].map((token) => read(token)[0])).toEqual([
    { alg: 'HS256', typ: 'at+jwt', kid: first.id },
    { alg: 'HS256', typ: 'at+jwt', kid: second.id },
  ])
  for (const token of [old, fresh]) expect(await canvas.takes(token)).toBe(true)
  // Each kid stands for its own key alone.
  expect(await canvas.takes(canvas.forge({ header: { kid: first.id } }))).toBe(false)
  expect(await canvas.takes(canvas.forge({ header: { kid: 'A'.repeat(12) } }))).toBe(false)
  const late = canvas.forge({
    header: { kid: first.id },
    claims: { exp: Math.floor(canvas.clock.now / 1000) + 3600 },
    sign: (input) => hmac('sha256')(input, Buffer.from(first.secret, 'base64url')),
  })
  expect(await canvas.takes(late)).toBe(true)
  canvas.clock.now += 2 * MINUTE_MS
  expect(await canvas.takes(late)).toBe(false)
})

test('a user who is suspended, deleted or set back to pending, or a device signed out, is refused at the next request', async () => {
  for (const [change, refusal] of [
    [{ status: 'suspended' }, 'account_refused'],
    [{ status: 'deleted' }, undefined],
    [{ role: 'pending' }, undefined],
  ] as const) {
    await using canvas = mint()
    const token = await canvas.issue()
    expect(await canvas.takes(token)).toBe(true)
    canvas.person.change(change)
    if (refusal === undefined) expect(await canvas.takes(token)).toBe(false)
    else expect(await codeOf(canvas.tokens.identify(token))).toBe(refusal)
  }
  await using canvas = mint()
  const token = await canvas.issue()
  canvas.service.services.devices.end(canvas.pairing.deviceId)
  expect(await canvas.takes(token)).toBe(false)
})

function codeOf(refused: Promise<unknown>): Promise<unknown> {
  return refused.then(
    () => undefined,
    (error: unknown) => Reflect.get(Object(error), 'code'),
  )
}
