import { expect, test } from 'bun:test'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { startWithJobs } from '../support/job-services.ts'
import { LookChecks } from '../support/looks.ts'

const testPage = test.skipIf(CHROMIUM === null)

const DESK = { width: 1280, height: 800 }
const ERROR = '[role=alert]:has-text("This page cannot show what it was given")'

testPage('a page that fails while it is drawn leaves the others working', async () => {
  await using service = await startWithJobs()
  await using tab = await openApp(service, '/app/me', { viewport: DESK })
  const { page, faults } = tab
  const jobs = 'nav.rail a:has-text("Jobs")'
  const rest = 'nav.rail a:has-text("Files")'
  // An answer that the service's own description does not allow: the progress is missing.
  const job = { job_id: 'job_secret', kind: 'generate', status: 'running', excerpt: 'a secret' }
  const broken = { items: [job], next_cursor: null }
  await page.route('**/api/ai/jobs?*', (route) => route.fulfill({ json: broken }))
  await page.click(jobs)
  await page.waitForSelector(ERROR)
  expect(await page.textContent('h1')).toBe('Jobs')
  const looks = new LookChecks()
  await looks.check(page, 'a page that failed')
  expect(looks.faults).toEqual([])
  expect(faults.join('\n')).toContain('The page Jobs has failed with TypeError')
  expect(faults.join('\n')).not.toMatch(/secret|destructure/)

  await page.click(rest)
  await page.waitForSelector('.file-toolbar, .state:has-text("file")')
  await page.keyboard.press('Control+k')
  await page.waitForSelector('dialog[open] .palette')
  await page.keyboard.press('Escape')
  await page.click(jobs)
  await page.waitForSelector(ERROR)
  // Again in vain, and then with what it knows.
  await page.click('button:has-text("Try again")')
  await page.waitForSelector(ERROR)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.click('button:has-text("Try again")')
  await page.waitForSelector('.job:has-text("Title")')
  await page.waitForSelector(ERROR, { state: 'detached' })
})

testPage('a page that failed at one address is drawn again at the next', async () => {
  await using service = await startWithJobs()
  await using tab = await openApp(service, '/app/history', { viewport: DESK })
  const { page } = tab
  const main = 'main:has-text("Nothing here yet")'
  await page.waitForSelector(main)
  await page.route('**/history/his_1', (route) =>
    route.fulfill({ json: { id: 'his_1', kind: 'translation', title: 'Tide', srt: 5 } }),
  )
  await page.evaluate(`(() => {
    const link = document.querySelector('nav.rail').appendChild(document.createElement('a'))
    link.href = '/app/history/his_1'
    link.click()
  })()`)
  await page.waitForSelector(ERROR)
  await page.goBack()
  await page.waitForSelector(main)
})
