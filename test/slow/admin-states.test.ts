import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startEmptyHouse, startFullHouse } from '../support/admin-house.ts'
import { expectFits, openAdmin } from '../support/admin-page.ts'
import { adminStates, reach } from '../support/admin-states.ts'
import { expectAccessible } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'

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
    await using ofFull = await openAdmin(full, '/admin/queue')
    await using ofEmpty = await openAdmin(empty, '/admin/queue')
    const faults: string[] = []
    for (const state of adminStates(full.ids)) {
      const [tab, url] = state.isEmpty === true ? [ofEmpty, empty.url] : [ofFull, full.url]
      try {
        await reach(tab.page, url, state)
        await check(tab.page)
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

async function check(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, COLORS)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, COLORS)
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await expectFits(page)
  }
}
