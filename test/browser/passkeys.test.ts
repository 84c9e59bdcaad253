import { expect, test } from 'bun:test'
import { expectAccessible } from '../support/app-page.ts'
import { CHROMIUM, openPage } from '../support/chromium.ts'
import { eventually } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)

testPage(
  'a passkey is added on Me, signs in by itself, and is forgotten when removed',
  async () => {
    await using service = startService()
    // Browsers have passkeys at localhost, and none at 127.0.0.1.
    const base = service.url.replace('127.0.0.1', 'localhost')
    const ann = makeUser(service.services)
    await using tab = await openPage({ base })
    const { page } = tab
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const credentials = async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
    await page.context().addCookies([{ name: 'hearth', value: ann.token, url: base }])
    await page.goto(`${base}/app/me`)
    await page.click('button:has-text("Add a passkey")')
    await page.waitForSelector('.row:has-text("For localhost")')
    await expectAccessible(page)
    const [made] = await credentials()
    expect(made).toMatchObject({ isResidentCredential: true, rpId: 'localhost' })

    await page.context().clearCookies()
    const started = performance.now()
    await page.goto(`${base}/login?return_to=%2Fapp%2Fme`)
    await page.waitForURL(`${base}/app/me`)
    console.log(`signed in with a passkey after ${Math.round(performance.now() - started)} ms`)
    await page.waitForSelector('.card:has-text("ann@example.test")')

    await page.click('[aria-label^="Remove "]')
    await page.click('dialog button.primary')
    await page.waitForSelector('.row:has-text("For localhost")', { state: 'detached' })
    await eventually(async () => expect(await credentials()).toHaveLength(0))
    // Nobody has one any more, so the page has no script.
    await page.context().clearCookies()
    await page.goto(`${base}/login`)
    expect(await page.locator('script').count()).toBe(0)
    expect(tab.faults).toEqual([])
  },
)

testPage('where browsers have no passkeys, Me says why and offers the code', async () => {
  await using service = startService()
  const ann = makeUser(service.services)
  await using tab = await openPage({ base: service.url })
  const { page } = tab
  await page.context().addCookies([{ name: 'hearth', value: ann.token, url: service.url }])
  await page.goto(`${service.url}/app/me`)
  await page.waitForSelector('text=only at an https address with a host name')
  await page.click('button:has-text("Add a device")')
  await page.waitForSelector('dialog')
  expect(tab.faults).toEqual([])
})
