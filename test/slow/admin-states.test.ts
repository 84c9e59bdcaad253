import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startEmptyHouse, startFullHouse } from '../support/admin-house.ts'
import { type AdminState, adminStates, reach } from '../support/admin-states.ts'
import { expectAccessible, expectFits, openApp } from '../support/app-page.ts'
import { CHROMIUM, openPage } from '../support/chromium.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)
/** The rule that differs by light and dark. */
const COLORS = ['color-contrast']
const WIDTHS = [
  { width: 360, height: 740 },
  { width: 2560, height: 1440 },
  // As a window of 1280 by 800 is at 200 %.
  { width: 640, height: 400 },
]
const TIMEOUT_MS = 300_000

testPage(
  'every state of the admin pages is accessible in light and dark, and fits every window',
  async () => {
    await using full = await startFullHouse()
    await using empty = startEmptyHouse()
    await using ofFull = await openApp(full, '/admin/queue')
    await using ofEmpty = await openApp(empty, '/admin/queue')
    const faults: string[] = []
    for (const state of adminStates(full.ids)) {
      const [tab, url] = state.isEmpty === true ? [ofEmpty, empty.url] : [ofFull, full.url]
      try {
        await reach(tab.page, url, state)
        await check(tab.page, state)
        await tab.expectClean((fault) => state.fault?.test(fault) === true)
      } catch (error) {
        faults.push(`${state.name}: ${Error(String(error)).message.slice(0, 600)}`)
      }
      // Answers that are under way belong to this state.
      await tab.page.goto('about:blank')
      tab.faults.length = 0
    }
    expect(faults).toEqual([])
  },
  TIMEOUT_MS,
)

testPage('who is no admin gets a plain page with a way back, on every admin page', async () => {
  await using house = startEmptyHouse()
  const { token } = makeUser(house.services)
  await using tab = await openPage({ base: house.url })
  const { page, faults } = tab
  await page.context().addCookies([{ name: 'hearth', value: token, url: house.url }])
  for (const name of ['', '/queue', '/engines', '/people', '/keys/new', '/usage']) {
    await page.goto(`${house.url}/admin${name}`)
    expect(await page.textContent('h1')).toBe('Not allowed')
    expect(await page.getByText('Only the owner may do this.').count()).toBe(1)
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Start page' }).click()
  await page.getByRole('textbox').first().waitFor()
  expect(faults.filter((fault) => !fault.includes('403'))).toEqual([])
})

async function check(page: Page, { isCommon = false }: AdminState): Promise<void> {
  if (!isCommon) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, COLORS)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page, COLORS)
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await expectFits(page)
  }
}
