import { expect, test } from 'bun:test'
import * as oauth from 'oauth4webapi'
import { APPROVE, POLL, START } from '../support/devices.ts'
import { jsonInit, startService, type TestService } from '../support/service.ts'
import { thrown } from '../support/thrown.ts'
import { makeUser } from '../support/users.ts'

const CLIENT: oauth.Client = { client_id: 'laptop' }
// Loopback has no TLS.
const PLAIN = { [oauth.allowInsecureRequests]: true }

function serverOf({ url }: TestService): oauth.AuthorizationServer {
  return {
    issuer: url,
    device_authorization_endpoint: url + START,
    token_endpoint: url + POLL,
  }
}

async function start(server: oauth.AuthorizationServer, parameters: Record<string, string> = {}) {
  const response = await oauth.deviceAuthorizationRequest(
    server,
    CLIENT,
    oauth.None(),
    parameters,
    PLAIN,
  )
  return oauth.processDeviceAuthorizationResponse(server, CLIENT, response)
}

async function poll(
  server: oauth.AuthorizationServer,
  deviceCode: string,
  additionalParameters: Record<string, string> = {},
) {
  const response = await oauth.deviceCodeGrantRequest(server, CLIENT, oauth.None(), deviceCode, {
    ...PLAIN,
    additionalParameters,
  })
  return oauth.processDeviceCodeResponse(server, CLIENT, response)
}

test('oauth4webapi’s device flow, unchanged: start, pending, slow_down, approved, used', async () => {
  const clock = { now: Date.now() }
  await using service = startService({ now: () => clock.now })
  const server = serverOf(service)
  const ann = makeUser(service.services)
  const verifier = oauth.generateRandomCodeVerifier()
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const started = await start(server, { code_challenge, code_challenge_method: 'S256' })
  expect(started).toMatchObject({ expires_in: 600, interval: 3 })
  expect(started.verification_uri).toBe(`${service.url}/code/approve`)
  const shown = { code_verifier: verifier }
  expect(await thrown(poll(server, started.device_code, shown))).toMatchObject({
    error: 'authorization_pending',
    status: 400,
  })
  expect(await thrown(poll(server, started.device_code, shown))).toMatchObject({
    error: 'slow_down',
    cause: { interval: 8 },
  })
  const { user_code } = started
  await service.request(APPROVE, jsonInit('POST', { user_code, decision: 'approve' }, ann.headers))
  expect(await thrown(poll(server, started.device_code))).toMatchObject({ error: 'invalid_grant' })
  clock.now += 8000
  const token = await poll(server, started.device_code, shown)
  expect(token.token_type).toBe('bearer')
  const who = await oauth.protectedResourceRequest(
    token.access_token,
    'GET',
    new URL(`${service.url}/api/code/whoami`),
    undefined,
    undefined,
    PLAIN,
  )
  expect(await who.json()).toMatchObject({ account: 'ann@example.test', device: 'laptop' })
  expect(await thrown(poll(server, started.device_code, shown))).toMatchObject({
    error: 'invalid_grant',
  })
})

test('oauth4webapi reads a denial and an expiry', async () => {
  const clock = { now: Date.now() }
  await using service = startService({ now: () => clock.now })
  const server = serverOf(service)
  const ann = makeUser(service.services)
  const { device_code, user_code } = await start(server)
  await service.request(APPROVE, jsonInit('POST', { user_code, decision: 'deny' }, ann.headers))
  expect(await thrown(poll(server, device_code))).toMatchObject({ error: 'access_denied' })
  const late = await start(server)
  clock.now += 600_000
  expect(await thrown(poll(server, late.device_code))).toMatchObject({ error: 'expired_token' })
})
