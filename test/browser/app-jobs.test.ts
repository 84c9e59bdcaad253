import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { gatedEngine } from '../support/gates.ts'
import { eventually, expectCount, expectTitle } from '../support/page-waits.ts'
import { startService, type TestService } from '../support/service.ts'
import { steppedEngine } from '../support/stepped-engine.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  colorScheme: 'dark',
} as const
const DESK = { viewport: { width: 1280, height: 800 } }

const makeJob = async ({ asOwner }: TestService, prompt: string) =>
  await asOwner('POST', '/api/ai/generate', { prompt, async: true })

testPage(
  'journey: jobs are listed as they go on, cancelled, filtered, and show their results',
  async () => {
    const { engine, release } = gatedEngine()
    await using service = startService({ engines: [engine] })
    await using tab = await openApp(service, '/app/jobs', PHONE)
    const { page } = tab
    await page.waitForSelector('h2:has-text("No jobs yet")')
    await expectAccessible(page)
    await makeJob(service, 'first')
    await makeJob(service, 'second')
    await page.reload()
    await page.waitForSelector('.job:nth-child(2):has-text("Running")')
    await page.waitForSelector('.job:nth-child(1):has-text("Next in line")')
    await page.click('.job:nth-child(1) button:has-text("Cancel")')
    await page.waitForSelector('.job:nth-child(1):has-text("Cancelled")')
    release('first')
    await page.waitForSelector('.job:nth-child(2):has-text("Done in")')
    await page.click('[aria-label="Result of Generated text"]')
    await page.waitForSelector('.result:has-text("first!")')
    await expectAccessible(page)
    // A reload shows the same.
    await page.reload()
    await page.waitForSelector('.result:has-text("first!")')
    await page.click('.chip:has-text("Cancelled")')
    await page.waitForURL('**/app/jobs?status=cancelled')
    await page.waitForSelector('.job:has-text("Cancelled")')
    await page.waitForSelector('.job:has-text("Done in")', { state: 'detached' })
    await page.click('.chip:has-text("Failed")')
    await page.waitForSelector('h2:has-text("No such jobs")')
    await page.goBack()
    await page.waitForSelector('.job:has-text("Cancelled")')
    await tab.expectClean()
  },
)

testPage('a long list comes in pages, and a task leads back to its form', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('A title'))] })
  await service.asOwner('POST', '/api/ai/agent', { task: 'title', input: 'x', async: true })
  for (let count = 0; count < 50; count++) {
    const made = await makeJob(service, `number ${count}`)
    await (await service.asOwner('GET', `${made.headers.get('location')}/events`)).text()
  }
  await using tab = await openApp(service, '/app/jobs', DESK)
  const { page } = tab
  await page.waitForSelector('.job:nth-child(50)')
  await expectCount(page.locator('.job'), 50)
  await page.click('button:has-text("Show more")')
  await page.click('.job:nth-child(51) a:has-text("Title")')
  await page.waitForURL(/app\/tasks\/title\?job=agt_/)
  await page.waitForSelector('.result:has-text("A title")')
  await tab.expectClean()
})

testPage('a job runs again with its input, and one that a script has started appears', async () => {
  const engine = fakeEngine('local', saying('A title'))
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/jobs', DESK)
  const { page } = tab
  await page.waitForSelector('h2:has-text("No jobs yet")')
  await makeJob(service, 'Three rivers in Norway')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await page.waitForSelector('.job:has-text("Three rivers in Norway"):has-text("Done in")')
  await page.click('[aria-label="Run Generated text again"]')
  await page.waitForSelector('.toast:has-text("Generated text runs again")')
  await page.waitForSelector('.job:nth-child(2):has-text("Three rivers in Norway")')
  await page.waitForSelector('.job:nth-child(1):has-text("Done in")')
  expect(engine.turns.map(({ messages }) => messages.at(-1)?.content)).toEqual([
    'Three rivers in Norway',
    'Three rivers in Norway',
  ])
  await tab.expectClean()
})

testPage('a job that ends while the tab is hidden is told in its title and icon', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/tasks/title', DESK)
  const { page } = tab
  await page.getByLabel('Text', { exact: true }).fill('x')
  await page.click('button[type=submit]')
  await page.waitForSelector('.wait:has-text("Running")')
  await setHidden(page, true)
  say('A title')
  end()
  await page.waitForSelector('.result:has-text("A title")')
  await expectTitle(page, 'Title is done · Title · Hearth')
  await eventually(async () => expect(await iconOf(page)).toStartWith('data:image/svg+xml'))
  // The title of the page may change meanwhile.
  await page.evaluate(`document.title = 'Another'`)
  await expectTitle(page, 'Title is done · Another')
  await setHidden(page, false)
  await expectTitle(page, 'Another')
  await eventually(async () => expect(await iconOf(page)).toEndWith('/icon.svg'))
  await tab.expectClean()
})

testPage('a job that ends while another page is shown is told there', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/tasks/title', DESK)
  const { page } = tab
  await page.getByLabel('Text', { exact: true }).fill('x')
  await page.click('button[type=submit]')
  await page.waitForSelector('.wait:has-text("Running")')
  await page.click('nav.rail a:has-text("Me")')
  say('A title')
  end()
  await page.click('.toast:has-text("Title is done") button:has-text("Show")')
  await page.waitForSelector('.result:has-text("A title")')
  await tab.expectClean()
})

testPage('an answer that ends while the tab is hidden is told in its title', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/', DESK)
  const { page } = tab
  await page.fill('textarea', 'Count')
  await page.keyboard.press('Enter')
  say('one')
  await page.waitForSelector('article.answer:has-text("one")')
  await setHidden(page, true)
  end()
  await expectTitle(page, 'Answer ready · Count · Hearth')
})

/** Headless tabs are never hidden by themselves. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', {
    configurable: true, get: () => '${isHidden ? 'hidden' : 'visible'}' })
  document.dispatchEvent(new Event('visibilitychange'))`)
}

function iconOf(page: Page): Promise<string> {
  return page.evaluate<string>(`document.querySelector('link[rel=icon]').href`)
}
