import { expect, test } from 'bun:test'
import { startEmptyService, startFilledService } from '../../support/admin-services.ts'
import { adminStates, reach } from '../../support/admin-states.ts'
import { openApp } from '../../support/app-page.ts'
import { CHROMIUM } from '../../support/chromium.ts'
import { LookChecks, STATES_MS, statesOf } from '../../support/looks.ts'

const testPage = test.skipIf(CHROMIUM === null)
/** Of about fifty states, outside of CI: no divisor of the number that a page has. */
const ONE_OF = 5
testPage(
  'every state of the admin pages is accessible in light and dark, and fits every window',
  async () => {
    await using full = await startFilledService()
    await using empty = startEmptyService()
    await using ofFull = await openApp(full, '/admin/queue')
    await using ofEmpty = await openApp(empty, '/admin/queue')
    const looks = new LookChecks()
    const { faults } = looks
    for (const state of statesOf(adminStates(full.ids), ONE_OF)) {
      const [tab, url] = state.isEmpty === true ? [ofEmpty, empty.url] : [ofFull, full.url]
      try {
        await reach(tab.page, url, state)
        await looks.check(tab.page, state.name)
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
  STATES_MS,
)
