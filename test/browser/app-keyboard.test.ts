import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, hanging } from '../support/engines.ts'
import { eventually, expectCount, expectFocused, expectValue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)

testPage('the keyboard alone reaches every page, runs a task and cancels its job', async () => {
  await using service = startService({ engines: [fakeEngine('local', hanging())] })
  await service.asOwner('POST', '/api/conversations', {})
  await using tab = await openApp(service, '/app/jobs', { reducedMotion: 'reduce' })
  const { page } = tab
  const { keyboard } = page
  await page.waitForSelector('h2:has-text("No jobs yet")')
  await page.evaluate(COUNT_HEADINGS)
  await keyboard.press('Tab')
  expect(await focused(page)).toBe('A Skip to the content')
  // Everything on the way is seen to have the focus.
  const stops = await walk(page)
  for (const name of [
    'A Chat',
    'A Jobs',
    'BUTTON Search',
    'A Me',
    'A Done',
    'A  Run a task on a text',
  ])
    expect(stops).toContain(name)

  await keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Go to a page or a conversation' })
  await expectFocused(input)
  await page.getByRole('option', { name: 'New chat Conversation' }).waitFor()
  await keyboard.type('skil')
  await page.getByRole('option', { name: 'Skills Admin page', selected: true }).waitFor()
  await input.fill('tas')
  await keyboard.press('Enter')
  // The heading has the focus, once: a screen reader reads it.
  await page.waitForSelector('h1:focus:has-text("Tasks")')
  expect(await page.evaluate<number>('headings')).toBe(1)

  await page.getByRole('link', { name: /^Title/ }).focus()
  await keyboard.press('Enter')
  await page.waitForSelector('h1:focus:has-text("Title")')
  await page.getByRole('textbox', { name: 'Text' }).focus()
  await keyboard.type('A parcel? It never came.')
  // What is typed is no shortcut.
  await expectCount(page.locator('dialog'), 0)
  await page.getByRole('button', { name: 'Run', exact: true }).focus()
  await keyboard.press('Enter')
  await page.waitForSelector('.wait:has-text("Running")')
  expect(await page.evaluate<number>('document.getAnimations().length')).toBe(0)

  await keyboard.press('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  await page.getByRole('checkbox', { name: /Shortcuts of one key/ }).press('Space')
  await keyboard.press('Escape')
  await page.waitForSelector('dialog', { state: 'detached' })
  await page.getByRole('link', { name: 'Jobs' }).focus()
  await keyboard.press('?')
  await expectCount(page.locator('dialog'), 0)
  await keyboard.press('Enter')
  await page.getByRole('listitem').getByRole('button', { name: 'Cancel Title' }).press('Enter')
  await page.waitForSelector('.job:has-text("Cancelled")')
  await eventually(async () => expect(await focused(page)).toBe('BUTTON Run Title again'))
  await eventually(async () =>
    expect(await page.locator('#root').ariaSnapshot()).toContain('heading "Jobs" [level=1]'),
  )
  await tab.expectClean()
})

testPage('what is typed before the input of the palette has come stands in it', async () => {
  await using service = startService()
  await using tab = await openApp(service, '/app/jobs')
  const { page } = tab
  // Otherwise the page loads the palette's part when it has nothing else to do.
  await page.addInitScript('window.requestIdleCallback = () => 0')
  await page.reload()
  await page.waitForSelector('h2:has-text("No jobs yet")')
  const typed = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('skil')
  await expectCount(page.getByRole('combobox'), 0)
  typed.resolve()
  await page.getByRole('option', { name: 'Skills Admin page', selected: true }).waitFor()
  await expectValue(page.getByRole('combobox'), 'skil')
  await tab.expectClean()
})

testPage('on a phone the tabs and what is behind More are reached by the keyboard', async () => {
  await using service = startService({ engines: [fakeEngine('local', hanging())] })
  service.services.alerts.raise({ kind: 'test', subject: 'Disk', message: 'full' })
  await using tab = await openApp(service, '/app/me', { viewport: { width: 390, height: 844 } })
  const { page } = tab
  const more = page.getByRole('button', { name: 'More 1 waiting' })
  await more.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'More' })
  await dialog.getByRole('link', { name: 'Admin 1 waiting' }).waitFor()
  await dialog.getByRole('button', { name: /^Search/ }).press('Enter')
  await expectFocused(page.getByRole('combobox'))
  await page.keyboard.type('job')
  await page.getByRole('option', { name: /Jobs/ }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForSelector('h1:focus:has-text("Jobs")')
  await more.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await expectFocused(more)
  await tab.expectClean()
})

testPage('what is typed before the palette has come stands in its input', async () => {
  await using service = startService({})
  await using tab = await openApp(service, '/app/jobs')
  const { page } = tab
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('palette-list')) {
      held.resolve()
      await released.promise
    }
    await route.fulfill({ response })
  })
  await page.reload()
  await page.waitForSelector('h1:has-text("Jobs")')
  // The page has it loaded ahead.
  await held.promise
  await page.keyboard.press('Control+k')
  await page.keyboard.type('skil')
  await expectCount(page.locator('dialog'), 0)
  released.resolve()
  await page.getByRole('option', { name: 'Skills Admin page', selected: true }).waitFor()
  await page.keyboard.type('ls')
  await expectValue(page.getByRole('combobox'), 'skills')
  await tab.expectClean()
})

/** How often a heading gets the focus. */
const COUNT_HEADINGS = `window.headings = 0
document.addEventListener('focusin', ({ target }) => { if (target.tagName === 'H1') headings += 1 })`

/** What has the focus: its tag and name. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { tagName, ariaLabel, textContent } = document.activeElement
    return tagName + ' ' + (ariaLabel ?? textContent)
  })()`)
}

/** Goes through the page by Tab until it begins anew. @returns What has had the focus */
async function walk(page: Page): Promise<string[]> {
  const stops: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await focused(page)
    if (stop.startsWith('BODY') || stops.includes(stop)) return stops
    stops.push(stop)
    const outline = await page.evaluate<string>(
      'getComputedStyle(document.activeElement).outlineStyle',
    )
    expect(`${stop}: ${outline}`).toBe(`${stop}: solid`)
  }
}
