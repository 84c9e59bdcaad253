import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { startFilledService } from '../support/admin-services.ts'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { expectFocused, expectTrue, expectValue } from '../support/page-waits.ts'

const testPage = test.skipIf(CHROMIUM === null)
const MAX_TABS = 120
const FOCUSED = `document.activeElement?.closest('main') !== null`

/** Goes to an element with the Tab key alone. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  await target.waitFor()
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Opens a page and goes to its content, past the links of the rail. */
async function openContent(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await tabTo(skip)
  await page.keyboard.press('Enter')
}

async function press(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<Locator> {
  const target = page.getByRole(role, { name }).first()
  await tabTo(target)
  await page.keyboard.press('Enter')
  return target
}

testPage('the keyboard alone does what the owner does, and keeps its place', async () => {
  await using service = await startFilledService()
  await using tab = await openApp(service, '/admin/queue')
  const { page } = tab
  const dialog = page.getByRole('dialog')

  const cancel = await press(page, 'button', /^Cancel: /)
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocused(cancel)
  await page.keyboard.press('Enter')
  await expectFocused(dialog.getByRole('button', { name: 'Cancel the request' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '1 waits in line' }).waitFor({ state: 'detached' })
  await expectTrue(page, FOCUSED)

  await openContent(page, `${service.url}/admin/engines`)
  const card = page.getByRole('region', { name: 'Claude' })
  await press(page, 'button', 'Check now: Claude, account home')
  await page.getByText('Claude, account home is parked until').waitFor()
  await press(page, 'button', 'Use again: Claude, account home')
  await card.getByText('Account home is ready').waitFor()
  await expectFocused(page.getByRole('button', { name: 'Check now: Claude, account home' }))
  await press(page, 'button', 'Switch off: Claude, account work')
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('button', { name: 'Switch on: Claude, account work' }))
  await page.keyboard.press('Enter')
  await card.getByText('Account work is ready').waitFor()

  await openContent(page, `${service.url}/admin/people`)
  await press(page, 'button', 'Approve: guest@example.test')
  await page.getByRole('heading', { name: '1 person waits for you' }).waitFor()
  await expectTrue(page, FOCUSED)
  await press(page, 'button', /^Turn away: /)
  await page.getByRole('heading', { name: 'for you' }).waitFor({ state: 'detached' })

  await openContent(page, `${service.url}/admin/keys`)
  await press(page, 'link', 'Create key')
  await tabTo(page.getByLabel('Label'))
  await page.keyboard.type('cellar')
  const engines = page.getByRole('group', { name: 'Engines' })
  await tabTo(engines.getByLabel('All, including new ones'))
  await page.keyboard.press('Space')
  await tabTo(engines.getByLabel('Claude (pool)'))
  await page.keyboard.press('Space')
  await page.getByText('Chat and generate text with pool.').waitFor()
  await page.reload()
  await expectValue(page.getByLabel('Label'), 'cellar')
  await page.getByText('Chat and generate text with pool.').waitFor()
  await press(page, 'button', 'Create key')
  await press(page, 'button', 'Test it')
  await page.getByText('It works: the service knows it as cellar.').waitFor()
  await press(page, 'link', 'I have copied it')
  await tabTo(page.getByLabel('Media, files and skills'))
  await page.keyboard.press('Space')
  await press(page, 'button', 'Save what it may do')
  await page.getByText('it holds from the next request on').waitFor()
  await page.goto(`${service.url}/admin/keys/new`)
  await expectValue(page.getByLabel('Label'), '')

  await openContent(page, `${service.url}/admin/usage`)
  await tabTo(page.getByLabel('Group by'))
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { name: 'By key' }).waitFor()
  expect(new URL(page.url()).search).toBe('?by=key')
  await expectFocused(page.getByLabel('Group by'))
  await tab.expectClean()
})
