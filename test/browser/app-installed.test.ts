import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectAccessible, expectFits, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { eventually } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
/** Waits until the worker answers for the page. */
const controlled = (page: Page) =>
  eventually(async () =>
    expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true),
  )
const PHONE = { width: 390, height: 844 }

testPage('journey: the app can be installed, and says where it has no connection', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/', { viewport: PHONE, serviceWorkers: 'allow' })
  const { page } = tab
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await controlled(page)
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toContain('/assets/manifest-')
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Windows of tests are private ones.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  // The files come from the worker, the page does not.
  await page.goto(`${service.url}/app/me`)
  await page.waitForSelector('text=Your browser’s menu can install Hearth')
  const cached: string[] = await page.evaluate(
    'caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname))',
  )
  expect(cached).toContain('/offline')
  expect(cached.some((path) => path.startsWith('/assets/'))).toBe(true)
  expect(cached.some((path) => path.startsWith('/app'))).toBe(false)

  await page.context().setOffline(true)
  await page.reload()
  await page.waitForSelector('h1:has-text("Out of reach")')
  await expectFits(page)
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.click('a:has-text("Try again")')
  await page.waitForSelector('h1:has-text("Me")')
  await tab.expectClean((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))

  // The policy of the pages lets only this worker through.
  const refused = await page.evaluate(
    "navigator.serviceWorker.register('/icon.svg').then(() => 'taken', ({ name }) => name)",
  )
  expect(refused).toBe('TypeError')
})

testPage('another version of the worker keeps the files of the one before', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/', { viewport: PHONE, serviceWorkers: 'allow' })
  const { page } = tab
  await controlled(page)
  const kept = await page.evaluate<string>(
    `(async () => {
      const [own] = await caches.keys()
      for (const name of ['hearth-1', 'hearth-2', 'another']) await caches.open(name)
      await (await caches.open('hearth-2')).put('/assets/old.js', new Response('old'))
      const registration = await navigator.serviceWorker.ready
      await caches.delete(own)
      await registration.unregister()
      return own
    })()`,
  )
  await page.reload()
  await controlled(page)
  await eventually(async () =>
    expect(await page.evaluate<string[]>('caches.keys()')).toEqual(['hearth-2', 'another', kept]),
  )
  expect(await page.evaluate("fetch('/assets/old.js').then((answer) => answer.text())")).toBe('old')
})
