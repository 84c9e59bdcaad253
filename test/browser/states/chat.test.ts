import { expect, test } from 'bun:test'
import { openApp } from '../../support/app-page.ts'
import { CHAT_STATES, reachState, startChatStates } from '../../support/chat-states.ts'
import { CHROMIUM } from '../../support/chromium.ts'
import { LookChecks, STATES_MS } from '../../support/looks.ts'

const testPage = test.skipIf(CHROMIUM === null)

const DESK = { width: 1280, height: 800 }
/** What stands behind "offline" and "too long". */
const EXPECTED = /net::ERR_|Failed to load resource/

testPage(
  'every state of Chat is accessible, in light and dark, on every width',
  async () => {
    await using service = startChatStates()
    await using tab = await openApp(service, '/app/', { viewport: DESK })
    const { page } = tab
    await page.locator('.list .entry').first().waitFor()
    const looks = new LookChecks({
      'the page scrolls sideways': IS_WIDER,
      'the composer has no room': `!${HAS_ROOM}`,
    })
    for (const state of CHAT_STATES) {
      await reachState(page, state)
      await looks.check(page, state.name)
    }
    expect(looks.faults).toEqual([])
    await page.context().setOffline(false)
    await tab.expectClean((fault) => EXPECTED.test(fault))
  },
  STATES_MS,
)

const IS_WIDER = 'document.documentElement.scrollWidth > innerWidth'
/** Whether the composer is in sight, and above it some of the answer. */
const HAS_ROOM = `(() => {
  const [talk, area] = ['.talk', '.compose textarea'].map((one) => document.querySelector(one).getBoundingClientRect())
  return area.bottom <= innerHeight && area.height >= 20 && talk.height >= 100
})()`
