import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { go, HOSTILE, HOSTILE_SHOWN, startWithRecords } from '../support/admin-records.ts'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM, openPage } from '../support/chromium.ts'
import { eventually, expectCount, expectFocused } from '../support/page-waits.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)
const DESK = { width: 1280, height: 800 }

testPage('admin pages: hostile texts are shown as text, and a person is led back', async () => {
  await using service = await startWithRecords()
  await using tab = await openApp(service, '/admin/audit', { viewport: DESK })
  const { page } = tab
  for (const path of [
    'requests',
    'alerts',
    'audit',
    'devices',
    'brands',
    'skills',
    'skills/loud',
  ]) {
    await go(page, `/admin/${path}`)
    await page.getByRole('main').getByText(HOSTILE_SHOWN).first().waitFor()
  }
  await expectCount(page.locator('main img, main script'), 0)
  await eventually(async () =>
    expect(await page.getByLabel('SKILL.md').inputValue()).toContain(JSON.stringify(HOSTILE)),
  )
  await tab.expectClean()

  await using other = await openPage({ base: service.url })
  const person = makeUser(service.services, { email: 'user@example.test' })
  await other.page.context().addCookies([{ name: 'hearth', value: person.token, url: service.url }])
  const answer = await other.page.goto(`${service.url}/admin/alerts`)
  expect(answer?.status()).toBe(403)
  await other.page.getByText('Only the owner and admins may do this').waitFor()
  await other.page.getByRole('link').first().click()
  await other.page.waitForURL((url) => !url.pathname.startsWith('/admin'))
})

testPage('admin pages: the keyboard alone does all, and its focus is not lost', async () => {
  await using service = await startWithRecords()
  await using tab = await openApp(service, '/admin/requests', { viewport: DESK })
  const { page } = tab
  const main = page.getByRole('main')
  const press = async (element: Locator, key = 'Enter') => {
    await tabTo(page, element)
    await page.keyboard.press(key)
  }
  const outcome = page.getByLabel('Status')
  await tabTo(page, outcome)
  for (let presses = 0; presses < 9 && (await outcome.inputValue()) !== '4xx'; presses += 1)
    await page.keyboard.press('ArrowDown')
  await page.waitForURL(/status=4xx/)
  await tabTo(page, page.getByLabel('Who'))
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await main.getByText('None fits').waitFor()
  await expectFocused(page.getByLabel('Who'))

  await go(page, '/admin/alerts')
  await press(main.getByRole('button', { name: 'Seen: The disk is full' }))
  await main.getByRole('region', { name: 'Seen' }).getByText('The disk is full').waitFor()
  await expectFocused(main.getByRole('region', { name: 'Open' }).getByRole('button').first())

  await go(page, '/admin/devices')
  const revoke = main.getByRole('button', { name: 'Revoke: tablet' })
  const dialog = page.getByRole('dialog')
  await press(revoke)
  await expectFocused(dialog.getByRole('button').first())
  await page.keyboard.press('Escape')
  await expectFocused(revoke)
  await page.keyboard.press('Enter')
  // Closed and opened again faster than the browser tells of the first.
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')])
    await dialog.getByRole('button', { name: 'Revoke' }).waitFor()
  }
  await press(dialog.getByRole('button', { name: 'Revoke' }))
  await revoke.waitFor({ state: 'detached' })
  await expectFocused(main.getByRole('button', { name: /^Revoke: / }))

  await go(page, '/admin/brands')
  await press(page.getByRole('link', { name: 'Add a brand' }))
  await typeInto(page, page.getByLabel('Short name'), 'zeta')
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'Zeta')
  await page.keyboard.press('Enter')
  await press(main.getByRole('link', { name: /Zeta/ }))
  await typeInto(page, page.getByLabel('Language'), 'de')
  await page.keyboard.press('Enter')
  await main.getByRole('link', { name: /Zeta.*de/ }).waitFor()
  await press(main.getByRole('link', { name: /Zeta/ }))
  await press(main.getByRole('button', { name: 'Delete: Zeta' }))
  await press(dialog.getByRole('button', { name: 'Delete' }))
  await page.getByText('Zeta was deleted').waitFor()
  await expectCount(main.getByText('Zeta'), 0)

  await go(page, '/admin/skills')
  await press(page.getByRole('link', { name: 'Add a skill' }))
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'haiku')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/skills/haiku')
  await typeInto(page, page.getByLabel('SKILL.md'), 'More.')
  await press(main.getByRole('button', { name: 'Save' }))
  await page.getByText('Saved: it holds').waitFor()
  await press(main.getByRole('button', { name: 'Remove' }))
  await press(dialog.getByRole('button', { name: 'Remove' }))
  await page.waitForURL('**/admin/skills')

  await go(page, '/admin/system')
  const download = page.waitForEvent('download')
  const backup = main.getByRole('button', { name: 'Back up now' })
  await press(backup)
  expect((await download).suggestedFilename()).toMatch(/\.tar$/)
  await backup.waitFor()
  await expectFocused(backup)
  await eventually(async () => expect(await main.ariaSnapshot()).toContain('- button "Refresh"'))
  await tab.expectClean((fault) => fault.includes('404'))
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await element.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${element}`)
}

async function typeInto(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}
