import { expect, test } from 'bun:test'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { eventually } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const WELCOME = 'Everything you write here is yours'

testPage('on a phone, the words of a new chat are painted before its script has come', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/me', PHONE)
  const { page } = tab
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('theme')) await script.promise
    await route.continue()
  })
  await page.goto(`${service.url}/app/`, { waitUntil: 'commit' })
  const welcome = page.locator(`.welcome p:has-text("${WELCOME}")`)
  await welcome.waitFor()
  await eventually(async () =>
    expect(
      await page.evaluate("performance.getEntriesByName('first-contentful-paint').length"),
    ).toBe(1),
  )
  const early = await welcome.boundingBox()
  script.resolve()
  await page.waitForSelector('.compose textarea')
  // In the same place: else it would be painted twice, and jump.
  expect(await welcome.boundingBox()).toEqual(early)
  await tab.expectClean()
})
