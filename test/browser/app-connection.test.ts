import { expect, test } from 'bun:test'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { startWithJobs } from '../support/job-services.ts'
import { LookChecks } from '../support/looks.ts'

const testPage = test.skipIf(CHROMIUM === null)

const DESK = { width: 1280, height: 800 }
const TRY_AGAIN = 'h2:has-text("This did not work") ~ button:has-text("Try again")'

testPage('a service that is away is told quietly, and the page goes on by itself', async () => {
  await using service = await startWithJobs()
  await using tab = await openApp(service, '/app/jobs', { viewport: DESK })
  const { page } = tab
  await page.waitForSelector('.job')
  await page.context().setOffline(true)
  const looks = new LookChecks()
  await page.waitForSelector('.banner:has-text("This device is offline")')
  await looks.check(page, 'offline')
  await page.context().setOffline(false)
  await page.waitForSelector('.banner', { state: 'detached' })

  // What could not be loaded meanwhile is loaded by itself.
  await page.route(/\/(?:health|api\/)/, (route) => route.abort())
  await page.click('nav.rail a:has-text("Me")')
  await page.waitForSelector('.banner:has-text("The service is out of reach")')
  await page.waitForSelector(TRY_AGAIN)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.waitForSelector('.card:has-text("Signed in with the Primary Key")')

  // It comes back with another version, whose script has another name.
  await page.route(/\/(?:health|api\/)/, (route) => route.abort())
  await page.click('nav.rail a:has-text("Tasks")')
  await page.waitForSelector('.banner:has-text("The service is out of reach")')
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
  await page.unroute(/\/(?:health|api\/)/)
  await page.waitForSelector('.banner:has-text("Hearth was updated") button:has-text("Reload")')
  await looks.check(page, 'updated')
  expect(looks.faults).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.click('.banner button')
  await page.waitForSelector('a:has-text("Summarize")')
  await page.waitForSelector('.banner', { state: 'detached' })
})

testPage('a page that is opened first without a connection is there when it is back', async () => {
  await using service = await startWithJobs()
  await using tab = await openApp(service, '/app/jobs', { viewport: DESK })
  const { page } = tab
  await page.waitForSelector('.job')
  await page.context().setOffline(true)
  await page.click('nav.rail a:has-text("Files")')
  await page.waitForSelector(TRY_AGAIN)
  await page.waitForSelector('.banner:has-text("This device is offline")')
  await page.context().setOffline(false)
  await page.waitForSelector('h1:has-text("Files")')
  await page.waitForSelector('text=No files yet')
  await tab.expectClean((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))
})

testPage('a session that ended elsewhere leads back to the same address', async () => {
  await using service = await startWithJobs()
  await using tab = await openApp(service, '/app/jobs?status=succeeded', { viewport: DESK })
  const { page } = tab
  await page.waitForSelector('.job')
  await page.context().clearCookies()
  await page.waitForSelector('[role=alert] .banner:has-text("You are signed out here")')
  // What was on the page stays.
  await page.waitForSelector('.job:has-text("Title")')
  const looks = new LookChecks()
  await looks.check(page, 'signed out')
  expect(looks.faults).toEqual([])
  expect(await page.getAttribute('[role=alert] a', 'href')).toBe(
    '/login?return_to=%2Fapp%2Fjobs%3Fstatus%3Dsucceeded',
  )
})
