import { expect, test } from 'bun:test'
import { addSession, CHROMIUM, contrasts, openPage, signInAtProvider } from '../support/chromium.ts'
import { APPROVE, POLL, START, type Started } from '../support/devices.ts'
import { OWNER_EMAIL } from '../support/identity-provider.ts'
import { expectText } from '../support/page-waits.ts'
import { jsonInit } from '../support/service.ts'
import { startWithProvider } from '../support/signing-in.ts'

const testPage = test.skipIf(CHROMIUM === null)

async function startDevice(base: string, client_name: string): Promise<Started> {
  const response = await fetch(base + START, jsonInit('POST', { client_name }))
  expect(response.status).toBe(200)
  return (await response.json()) as Started
}

testPage('a device is approved in a browser that first has to sign in', async () => {
  let now = Date.now()
  await using service = await startWithProvider({ now: () => now })
  const { base } = service
  await using tab = await openPage(service)
  const { page } = tab
  const device = await startDevice(base, 'laptop <b>of Ada</b>')
  expect(device.verification_uri).toBe(base + APPROVE)
  await page.goto(device.verification_uri)
  await signInAtProvider(page, 'owner')
  await page.waitForURL(base + APPROVE)

  // The keyboard is where the code goes; Enter sends it.
  await page.waitForSelector('input[name=user_code]:focus')
  await page.keyboard.type(device.user_code.toLowerCase().replace('-', ' '))
  await page.keyboard.press('Enter')
  await page.waitForSelector('button[value=approve]')
  expect(await page.textContent('main p strong')).toBe('laptop <b>of Ada</b>')
  const text = (await page.textContent('main')) ?? ''
  for (const word of [device.user_code, '127.0.0.1', OWNER_EMAIL]) expect(text).toContain(word)
  await page.click('button[value=approve]')
  await page.waitForSelector('h1:has-text("Approved")')
  expect(page.url()).toBe(base + APPROVE)

  now += 3_000
  const poll = await fetch(base + POLL, jsonInit('POST', { device_code: device.device_code }))
  expect([poll.status, await poll.json()]).toEqual([
    200,
    expect.objectContaining({ token_type: 'Bearer' }),
  ])
  expect(tab.faults).toEqual([])
})

testPage('a denied device gets no credential', async () => {
  let now = Date.now()
  await using service = await startWithProvider({ now: () => now })
  const { base } = service
  await using tab = await openPage(service)
  const { page } = tab
  await addSession(page, service)
  const device = await startDevice(base, 'laptop')
  await page.goto(base + APPROVE)
  await page.fill('input[name=user_code]', device.user_code)
  await page.click('text=Continue')
  await page.click('button[value=deny]')
  await page.waitForSelector('h1:has-text("Denied")')
  now += 3_000
  const poll = await fetch(base + POLL, jsonInit('POST', { device_code: device.device_code }))
  expect([poll.status, await poll.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'access_denied' }),
  ])
  expect(tab.faults).toEqual([])
})

testPage(
  'a wrong code is reported beside the field; the pages fit a phone and are readable',
  async () => {
    await using service = await startWithProvider()
    const { base } = service
    for (const colorScheme of ['light', 'dark'] as const) {
      await using tab = await openPage(service, {
        viewport: { width: 360, height: 640 },
        colorScheme,
      })
      const { page } = tab
      const look = async (shot: string) => {
        // With its style.
        await page.waitForLoadState()
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
        const [worst] = await contrasts(page)
        expect(worst?.contrast ?? 0, `${shot}: ${worst?.text}`).toBeGreaterThanOrEqual(4.5)
      }
      await addSession(page, service)
      await page.goto(base + APPROVE)
      await look('asking')
      await page.fill('input[name=user_code]', 'BBBB-BBBB')
      await page.click('text=Continue')
      await page.waitForSelector('[role=alert]')
      await expectText(page.locator('[role=alert]'), 'No device waits with this code')
      expect(await page.getAttribute('input[name=user_code]', 'aria-describedby')).toBe('fault')
      await look('wrong')
      const { user_code } = await startDevice(base, `a-machine-with-a-long-name-${'x'.repeat(40)}`)
      await page.fill('input[name=user_code]', user_code)
      await page.click('text=Continue')
      await page.waitForSelector('button[value=approve]')
      await look('deciding')
    }
  },
)
