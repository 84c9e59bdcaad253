import { afterAll, expect, test } from 'bun:test'
import { APPROVE, POLL, requestFrom, START, startDevice } from '../support/devices.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const PAGE = { accept: 'text/html,application/xhtml+xml' }

/** What a browser sends of a form. */
function submit(headers: Record<string, string>, fields: Record<string, string>): RequestInit {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(fields).toString()
  return { method: 'POST', headers: { ...headers, ...PAGE, ...type }, body }
}

async function page(service: TestApp, init: RequestInit) {
  const response = await service.request(APPROVE, init)
  return { response, status: response.status, text: await response.text() }
}

/** For tests that see nothing of one another there. */
const service = createTestApp()
afterAll(() => service[Symbol.asyncDispose]())

test('POST /code/approve shows the device of a code and approves it by a second form', async () => {
  const ann = makeUser(service.services)
  const { device_code, user_code } = await startDevice(service)
  const asked = await page(service, { headers: { ...ann.headers, ...PAGE } })
  expect(asked.status).toBe(200)
  expect(asked.text).toContain('<label for="user_code">')
  expect(asked.text).toContain('autocomplete="off"')
  const typed = { user_code: user_code.toLowerCase().replace('-', ' ') }
  const shown = await page(service, submit(ann.headers, typed))
  expect(shown.status).toBe(200)
  for (const part of [
    'laptop',
    user_code,
    'unknown',
    '<time datetime="',
    'ann@example.test',
    'Only continue if you started this on your own machine',
    'value="approve"',
    'value="deny"',
  ]) {
    expect(shown.text).toContain(part)
  }
  const waiting = await service.request(POLL, jsonInit('POST', { device_code }))
  expect(await pickFrom(waiting, 'error')).toBe('authorization_pending')
  const decided = await page(service, submit(ann.headers, { user_code, decision: 'deny' }))
  expect(decided.text).toContain('was not connected')
})

test('pages cannot be framed, run no script, and are not cached', async () => {
  const ann = makeUser(service.services)
  const { user_code } = await startDevice(service)
  for (const init of [
    { headers: { ...ann.headers, ...PAGE } },
    submit(ann.headers, { user_code }),
  ]) {
    const { headers } = (await page(service, init)).response
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('private, no-store')
  }
})

test('POST /code/approve from another origin is refused without effect', async () => {
  const ann = makeUser(service.services)
  const { device_code, user_code } = await startDevice(service)
  const fields = { user_code, decision: 'approve' }
  const { origin: _, ...bare } = ann.headers
  const foreign = [
    { ...ann.headers, origin: 'https://evil.example' },
    { ...ann.headers, origin: 'null' },
    { ...ann.headers, 'sec-fetch-site': 'cross-site' },
    bare,
  ]
  for (const headers of foreign) {
    expect((await page(service, submit(headers, fields))).status).toBe(403)
    const script = await service.request(APPROVE, jsonInit('POST', fields, headers))
    expect(script.status).toBe(403)
  }
  const waiting = await service.request(POLL, jsonInit('POST', { device_code }))
  expect(await pickFrom(waiting, 'error')).toBe('authorization_pending')
})

test('GET /code/approve redirects to the sign-in and back; a pending user is refused', async () => {
  const pending = makeUser(service.services, { role: 'pending' })
  const { user_code } = await startDevice(service)
  const stranger = await service.request(APPROVE, { headers: PAGE })
  expect(stranger.status).toBe(303)
  expect(stranger.headers.get('location')).toBe('/login?return_to=%2Fcode%2Fapprove')
  const body = { user_code, decision: 'approve' }
  expect((await service.request(APPROVE, jsonInit('POST', body))).status).toBe(401)
  const script = await service.request(APPROVE, jsonInit('POST', body, pending.headers))
  expect(script.status).toBe(403)
  expect(await pickFrom(script, 'code')).toBe('pending_approval')
  const shown = await service.request(APPROVE, { headers: { ...pending.headers, ...PAGE } })
  expect(shown.headers.get('location')).toBe('/waiting')
})

test('keys and device credentials approve nothing', async () => {
  const { user_code } = await startDevice(service)
  const response = await service.asOwner('POST', APPROVE, { user_code, decision: 'approve' })
  expect(response.status).toBe(401)
})

test('the 21st code in a minute is refused, for the account and for the address; others go on', async () => {
  const clock = { now: Date.now() }
  await using service = createTestApp({ now: () => clock.now })
  const ann = makeUser(service.services)
  const bob = makeUser(service.services, { email: 'bob@example.test' })
  const try_ = async (person: typeof ann, address: string, code = 'BBBB-BBBB') => {
    const init = jsonInit('POST', { user_code: code }, person.headers)
    return (await requestFrom(service, address, APPROVE, init)).status
  }
  for (let i = 1; i <= 20; i += 1) expect(await try_(ann, `192.0.2.${i}`)).toBe(404)
  expect(await try_(ann, '192.0.2.99')).toBe(429)
  const { user_code } = await startDevice(service)
  expect(await try_(bob, '198.51.100.1', user_code)).toBe(200)
  for (let i = 2; i <= 20; i += 1) expect(await try_(bob, '198.51.100.1')).toBe(404)
  expect(await try_(bob, '198.51.100.1')).toBe(429)
  clock.now += 60_000
  expect(await try_(ann, '198.51.100.1')).toBe(404)
})

test('the 30th wrong code of a session in an hour ends it, with the answer of any wrong code', async () => {
  const clock = { now: Date.now() }
  await using service = createTestApp({ now: () => clock.now })
  const ann = makeUser(service.services)
  const phone = { ...ann.headers, cookie: `hearth=${service.services.sessions.start(ann.id)}` }
  const guess = async (times: number, headers = ann.headers) => {
    const statuses = new Set<number>()
    for (let i = 0; i < times; i += 1) {
      // A minute each: limits of a minute are another test's.
      clock.now += 60_000
      const init = jsonInit('POST', { user_code: 'BBBB-BBBB', decision: 'approve' }, headers)
      const response = await service.request(APPROVE, init)
      statuses.add(response.status)
      if (response.status === 404) expect(await pickFrom(response, 'code')).toBe('not_found')
    }
    return [...statuses]
  }
  expect(await guess(29)).toEqual([404])
  clock.now += 60 * 60_000
  // Those were of another hour.
  expect(await guess(29)).toEqual([404])
  expect(await guess(1, phone)).toEqual([404])
  const { user_code } = await startDevice(service)
  const known = await service.request(APPROVE, jsonInit('POST', { user_code }, ann.headers))
  expect(known.status).toBe(200)
  expect(await guess(1)).toEqual([404])
  expect(await guess(1)).toEqual([401])
  expect((await page(service, { headers: { ...ann.headers, ...PAGE } })).status).toBe(303)
  expect((await page(service, { headers: { ...phone, ...PAGE } })).status).toBe(200)
  expect(service.services.audit.list(1, undefined).items).toMatchObject([
    { actor: 'ann@example.test', action: 'session.end', subject: ann.id },
  ])
})

test('decisions on devices are in GET /admin/audit: who, on what, from where, and no code', async () => {
  await using service = createTestApp()
  const ann = makeUser(service.services)
  const codes: string[] = []
  for (const decision of ['approve', 'deny', 'look']) {
    const init = jsonInit('POST', { client_name: `my ${decision}` })
    const started: unknown = await (await requestFrom(service, '198.51.100.7', START, init)).json()
    const user_code = String(pick(started, 'user_code'))
    codes.push(user_code, user_code.replace('-', ''), String(pick(started, 'device_code')))
    const body = decision === 'look' ? { user_code } : { user_code, decision }
    const answer = await requestFrom(
      service,
      '192.0.2.5',
      APPROVE,
      jsonInit('POST', body, ann.headers),
    )
    expect(answer.status).toBe(200)
  }
  const text = await (await service.asOwner('GET', '/admin/audit')).text()
  for (const code of codes) expect(text).not.toContain(code)
  const who = { actor: 'ann@example.test', subject: ann.id, address: '192.0.2.5' }
  const device = { surface: 'code', address: '198.51.100.7' }
  // A look alone decides nothing; before these are the role that the test gave, and the alert.
  expect(pickList(JSON.parse(text), 'items').slice(0, -2)).toMatchObject([
    { ...who, action: 'device.deny', after: { ...device, name: 'my deny' } },
    { ...who, action: 'device.approve', after: { ...device, name: 'my approve' } },
  ])
})

test('unknown, expired, used, denied and another’s codes get the same answer', async () => {
  const clock = { now: Date.now() }
  await using service = createTestApp({ now: () => clock.now })
  const ann = makeUser(service.services)
  const bob = makeUser(service.services, { email: 'bob@example.test' })
  const look = (user_code: string, decision?: string) =>
    service.request(APPROVE, jsonInit('POST', { user_code, decision }, ann.headers))
  const expired = await startDevice(service)
  clock.now += 600_000
  const [used, denied, others] = [
    await startDevice(service),
    await startDevice(service),
    await startDevice(service),
  ]
  await look(used.user_code, 'approve')
  const { device_code } = used
  expect((await service.request(POLL, jsonInit('POST', { device_code }))).status).toBe(200)
  await look(denied.user_code, 'deny')
  await service.request(APPROVE, jsonInit('POST', { user_code: others.user_code }, bob.headers))
  const codes = ['BBBB-BBBB', '', expired.user_code, used.user_code, denied.user_code]
  for (const code of [...codes, others.user_code]) {
    const response = await look(code)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      detail: 'No device waits with this code',
      code: 'not_found',
    })
  }
})

test('POST /code/approve with a wrong code shows the form again with the reason', async () => {
  const ann = makeUser(service.services)
  const { status, text } = await page(service, submit(ann.headers, { user_code: 'nope' }))
  expect(status).toBe(404)
  expect(text).toContain('role="alert"')
  expect(text).toContain('aria-describedby="fault"')
  expect(text).toContain('name="user_code"')
  expect(text).not.toContain('nope')
})

test('a code that expires before the decision, or was decided on, cannot be approved', async () => {
  const clock = { now: Date.now() }
  await using service = createTestApp({ now: () => clock.now })
  const ann = makeUser(service.services)
  const answer = async (user_code: string, decision: string) =>
    (await page(service, submit(ann.headers, { user_code, decision }))).status
  const late = await startDevice(service)
  expect((await page(service, submit(ann.headers, { user_code: late.user_code }))).status).toBe(200)
  clock.now += 600_000
  expect(await answer(late.user_code, 'approve')).toBe(404)
  const denied = await startDevice(service)
  expect(await answer(denied.user_code, 'deny')).toBe(200)
  expect(await answer(denied.user_code, 'approve')).toBe(404)
})

test('a code in the page’s URL is refused and not repeated', async () => {
  const ann = makeUser(service.services)
  const { user_code } = await startDevice(service)
  const response = await service.request(`${APPROVE}?user_code=${user_code}`, {
    headers: { ...ann.headers, ...PAGE },
  })
  expect(response.status).toBe(400)
  expect(await response.text()).not.toContain(user_code)
})

test('GET /code/approve escapes the name of a client', async () => {
  const ann = makeUser(service.services)
  const client_name = '"><img src=x onerror=alert(1)>\u202e\u0000&amp;'
  const { user_code } = await startDevice(service, { client_name })
  const written = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;'
  const shown = await page(service, submit(ann.headers, { user_code }))
  expect(shown.text).toContain(written)
  expect(shown.text).not.toContain('<img src=x')
  const decided = await page(service, submit(ann.headers, { user_code, decision: 'approve' }))
  expect(decided.text).toContain(written)
  expect(decided.text).not.toContain('<img src=x')
})
