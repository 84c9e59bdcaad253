import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { go, startWithRecords } from '../../support/admin-records.ts'
import { openApp } from '../../support/app-page.ts'
import { CHROMIUM } from '../../support/chromium.ts'
import { LookChecks, STATES_MS } from '../../support/looks.ts'
import { answersOf, type PageAnswer } from '../../support/page-answers.ts'

const testPage = test.skipIf(CHROMIUM === null)
const DESK = { width: 1280, height: 800 }
const EMPTY = { items: [], next_cursor: null }

/** A page with what its states are known by. */
interface StateRow {
  path: string
  /** What it loads first. */
  api: string
  filled: string
  /** Text of the page that has nothing to show. */
  empty?: string
  /** A query that nothing fits, and what is said then. */
  filtered?: readonly [query: string, text: string]
  /** Makes the form or menu that is not there at first. */
  open?: (page: Page) => Promise<void>
}

const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const ROWS: readonly StateRow[] = [
  {
    path: '/admin/requests',
    api: '/admin/requests',
    filled: '.request',
    empty: 'Requests of apps and keys appear here',
    filtered: ['?actor=nobody&status=5xx', 'None fits'],
  },
  {
    path: '/admin/alerts',
    api: '/admin/alerts',
    filled: '[data-alert] >> nth=1',
    empty: 'None yet',
  },
  {
    path: '/admin/audit',
    api: '/admin/audit',
    filled: '[data-entry]',
    empty: 'Nothing was changed yet',
    filtered: ['?who=nobody', 'Nothing was found'],
  },
  {
    path: '/admin/devices',
    api: '/admin/devices',
    filled: '[data-device]',
    empty: 'No device is signed in',
    open: click(/^Revoke/),
  },
  {
    path: '/admin/brands',
    api: '/api/brands',
    filled: 'main .rows',
    empty: 'There is no brand yet',
  },
  {
    path: '/admin/brands/acme',
    api: '/api/brands/acme',
    filled: 'main form',
    open: async (page) => {
      await page.getByLabel('Tone').fill('Short')
      await click(/^Delete/)(page)
    },
  },
  { path: '/admin/skills', api: '/api/skills', filled: 'main .rows', empty: 'There is no skill' },
  {
    path: '/admin/skills/loud',
    api: '/api/skills/loud',
    filled: 'main form',
    open: async (page) => {
      await page.getByLabel('SKILL.md').fill('Unsaved')
      await click('Remove')(page)
    },
  },
  {
    path: '/admin/system',
    api: '/admin/doctor',
    filled: 'main .rows',
    open: async (page) => {
      for (const summary of await page.locator('main summary').all()) await summary.click()
    },
  },
  { path: '/admin/system', api: '/admin/backups', filled: 'main .fine >> nth=1' },
  { path: '/admin/system', api: '/admin/system', filled: 'main .fact-list' },
]

testPage(
  'admin pages: each state is plain, accessible in both colours, and fits',
  async () => {
    await using service = await startWithRecords()
    await using tab = await openApp(service, '/admin/skills/none', { viewport: DESK })
    const { page } = tab
    await page.getByText('There is no such skill').waitFor()
    expect(await page.getByRole('link', { name: 'All skills' }).count()).toBe(1)
    const answers = await intercept(page)
    const looks = new LookChecks()
    let states = 0
    const check = (state: string) => {
      states += 1
      return looks.check(page, state)
    }
    for (const { path, api, filled, empty, filtered, open } of ROWS) {
      const main = page.getByRole('main')
      await go(page, '/admin/queue')
      await main.getByText('Nothing runs').waitFor()
      answers.hold(api)
      await go(page, path)
      await main.getByRole('status', { name: 'Loading' }).first().waitFor()
      await check(`${path}: loading`)
      answers.fail()
      await main.getByText('The disk is on fire').waitFor()
      await check(`${path}: failed`)
      answers.pass()
      // The list of requests follows by itself.
      if (path !== '/admin/requests') await main.getByRole('button', { name: 'Try again' }).click()
      await page.locator(filled).first().waitFor()
      await check(`${path}: filled`)
      if (open !== undefined) {
        await open(page)
        await check(`${path}: open`)
        if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
      }
      if (filtered !== undefined) {
        await go(page, path + filtered[0])
        await main.getByText(filtered[1]).waitFor()
        await check(`${path}: filtered to nothing`)
      }
      if (empty !== undefined) {
        await go(page, '/admin/queue')
        await main.getByText('Nothing runs').waitFor()
        answers.answer(api, EMPTY)
        await go(page, path)
        await main.getByText(empty).waitFor()
        await check(`${path}: empty`)
        answers.pass()
      }
    }
    expect(states).toBeGreaterThan(35)
    expect(looks.faults).toEqual([])
    await tab.expectClean((fault) => /404|500/.test(fault))
  },
  STATES_MS,
)

/** Holds, fails or changes the answers to what a page loads. */
async function intercept(page: Page) {
  let answer: (() => PageAnswer | Promise<PageAnswer>) | undefined
  let watched = ''
  let held = Promise.withResolvers<PageAnswer>()
  const failure = { status: 500, json: { detail: 'The disk is on fire', code: 'internal' } }
  const given = await answersOf(page)
  given.answer(({ url, isStream }) =>
    url.pathname === watched && !isStream ? answer?.() : undefined,
  )
  return {
    hold(api: string) {
      watched = api
      held = Promise.withResolvers()
      const { promise } = held
      answer = () => promise
    },
    /** Those that are held and all after them. */
    fail() {
      answer = () => failure
      held.resolve(failure)
    },
    answer(api: string, json: object) {
      watched = api
      answer = () => ({ json })
    },
    pass() {
      answer = undefined
    },
  }
}
