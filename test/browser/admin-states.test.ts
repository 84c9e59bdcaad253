import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page, Route } from 'playwright-core'
import { expectFocused, openApp } from '../support/app-page.ts'
import { CHROMIUM, openPage } from '../support/chromium.ts'
import { createDevice } from '../support/devices.ts'
import { LookChecks, STATES_MS } from '../support/looks.ts'
import { startService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)
const DESK = { width: 1280, height: 800 }
/** Markup, a script, a turn of direction, and no place to break a line. */
const HOSTILE = `<img src=x onerror=alert(1)><script>alert(1)</script>\u202E\u200B${'w'.repeat(120)}`
const HOSTILE_SHOWN = '<img src=x onerror=alert(1)><script>alert(1)</script>[U+202E][U+200B]www'
const EMPTY = { items: [], next_cursor: null }
const skillText = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\nWrite ${'w'.repeat(900)} about {{input}}\n`

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
    empty: 'Requests appear here when they have ended',
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
    await using service = await startFilled()
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
      await answers.hold(api)
      await go(page, path)
      await main.getByRole('status', { name: 'Loading' }).first().waitFor()
      await check(`${path}: loading`)
      await answers.fail()
      await main.getByText('The disk is on fire').waitFor()
      await check(`${path}: failed`)
      await answers.pass()
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
        await answers.answer(api, EMPTY)
        await go(page, path)
        await main.getByText(empty).waitFor()
        await check(`${path}: empty`)
        await answers.pass()
      }
    }
    expect(states).toBeGreaterThan(35)
    expect(looks.faults).toEqual([])
    await tab.expectClean((fault) => /404|500/.test(fault))
  },
  STATES_MS,
)

testPage('admin pages: hostile texts are shown as text, and a person is led back', async () => {
  await using service = await startFilled()
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
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(await page.getByLabel('SKILL.md').inputValue()).toContain(JSON.stringify(HOSTILE))
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
  await using service = await startFilled()
  await using tab = await openApp(service, '/admin/requests', { viewport: DESK })
  const { page } = tab
  const main = page.getByRole('main')
  const press = async (element: Locator, key = 'Enter') => {
    await tabTo(page, element)
    await page.keyboard.press(key)
  }
  await tabTo(page, page.getByLabel('How it went'))
  await page.keyboard.type('Refused')
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
  expect(await main.getByText('Zeta').count()).toBe(0)

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
  expect(await main.ariaSnapshot()).toContain('- button "Look again"')
  await tab.expectClean((fault) => fault.includes('404'))
})

/** A service in which each page has something to show, with hostile texts wherever others choose. */
async function startFilled() {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-states-'))
  const service = startService({ env: { DATA_DIR: folder } })
  const { alerts, backups } = service.services
  alerts.raise({ kind: 'hostile', subject: HOSTILE, message: HOSTILE.repeat(4) })
  alerts.raise({ kind: 'test', subject: 'The disk is full', message: 'No room' })
  alerts.raise({ kind: 'seen', subject: 'Long ago', message: 'Gone' })
  const old = alerts.list(10, undefined).items.find(({ subject }) => subject === 'Long ago')
  await service.asOwner('POST', `/admin/alerts/${old?.id}/acknowledge`)
  const person = makeUser(service.services)
  for (const name of [HOSTILE, 'tablet', 'laptop']) createDevice(service, person, name)
  const { authorization } = service.makeKey({ generate: false }, HOSTILE)
  await fetch(`${service.url}/v1/chat/completions`, { method: 'POST', headers: { authorization } })
  await service.asOwner('PUT', '/api/brands/acme', { name: 'Acme', tone: HOSTILE })
  await service.asOwner('PUT', '/api/skills/loud', { content: skillText('loud', HOSTILE) })
  await backups?.onDemand.store()
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** Follows a link within the application, without loading the document again. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

/** Holds, fails or changes the answers to what a page loads. */
async function intercept(page: Page) {
  let answer: ((route: Route) => Promise<void>) | undefined
  let watched = ''
  let held: Route[] = []
  const failure = { status: 500, json: { detail: 'The disk is on fire', code: 'internal' } }
  await page.route(
    ({ pathname }) => pathname === watched,
    async (route) => {
      const isCall = route.request().resourceType() === 'fetch'
      await (isCall && answer !== undefined ? answer(route) : route.fallback())
    },
  )
  return {
    async hold(api: string) {
      watched = api
      answer = async (route) => {
        held.push(route)
      }
    },
    /** Those that are held and all after them. */
    async fail() {
      answer = (route) => route.fulfill(failure)
      for (const route of held) await route.fulfill(failure)
      held = []
    },
    async answer(api: string, json: object) {
      watched = api
      answer = (route) => route.fulfill({ json })
    },
    async pass() {
      answer = undefined
    },
  }
}

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
