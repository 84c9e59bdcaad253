import { expect, test } from 'bun:test'
import { ownerOfUser } from '../../src/core/identity/actor.ts'
import { PRIMARY_USER_ID } from '../../src/core/identity/user-store.ts'
import { FIRST_CALLS } from '../../src/features/web-app/first-calls.ts'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { keepMessages } from '../support/keep-messages.ts'
import { answersOf } from '../support/page-answers.ts'
import { eventually } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const WELCOME = 'Everything you write here is yours'

testPage('on a phone, the words of a new chat are painted before its script has come', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/me', PHONE)
  const { page } = tab
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('theme')) await script.promise
    await route.continue()
  })
  await page.goto(`${service.url}/app/`, { waitUntil: 'commit' })
  const welcome = page.locator(`.welcome p:has-text("${WELCOME}")`)
  await welcome.waitFor()
  await eventually(async () =>
    expect(
      await page.evaluate("performance.getEntriesByName('first-contentful-paint').length"),
    ).toBe(1),
  )
  const early = await welcome.boundingBox()
  script.resolve()
  await page.waitForSelector('.compose textarea')
  // In the same place: else it would be painted twice, and jump.
  expect(await welcome.boundingBox()).toEqual(early)
  await tab.expectClean()
})

testPage(
  'on a phone, a conversation is shown before its script, and stays where it is',
  async () => {
    await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
    const texts = ['How?', '- one\n- two\n\n```js\nlet a\n```\n\nIn words.']
    const owner = ownerOfUser(PRIMARY_USER_ID)
    keepMessages(service.services, owner, { id: 'cnv_1', title: 'Of rivers' }, texts)
    await using tab = await openApp(service, '/app/me', PHONE)
    const { page } = tab
    const held = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      if (!route.request().url().includes('theme')) await held.promise
      await route.continue()
    })
    await page.route('**/events*', async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.goto(`${service.url}/app/c/cnv_1`, { waitUntil: 'commit' })
    const end = page.locator('.answer p:has-text("In words.")')
    await end.waitFor()
    const place = await end.boundingBox()
    expect(await page.locator('h1').textContent()).toBe('Of rivers')
    held.resolve()
    // The script has drawn the frame, and waits for the conversation.
    await page.waitForSelector('button[aria-label=Conversations]')
    expect(await end.boundingBox()).toEqual(place)
    answered.resolve()
    await page.waitForSelector('.compose textarea')
    await eventually(async () => expect(await end.boundingBox()).toEqual(place))
    // Another one has nothing to show before it is there.
    await page.unroute('**/events*')
    keepMessages(service.services, owner, { id: 'cnv_2', title: 'Of hills' }, ['Which?', 'None.'])
    await page.reload()
    await page.click('button[aria-label=Conversations]')
    await page.click('.list >> text=Of hills')
    await page.waitForSelector('.answer:has-text("None.")')
    expect(await page.locator('.answer').count()).toBe(1)
    await tab.expectClean()
  },
)

/** Source text for the page, which asks nothing at intervals: what its scripts ask the service. */
const RECORD_CALLS = `window.asked = []
window.setInterval = () => 0
const send = window.fetch
window.fetch = (...all) => {
  const { pathname, search } = new URL(all[0].url ?? all[0], location.href)
  asked.push(pathname + search)
  return send(...all)
}`
const ANSWERS = `performance.getEntriesByType('resource')
  .map(({ name }) => name.replace(location.origin, ''))`

testPage('what a page asks first comes with its document or beside its scripts', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/me')
  const { page } = tab
  await page.addInitScript(RECORD_CALLS)
  const given = await answersOf(page)
  const asks = (calls: readonly string[]) =>
    eventually(async () =>
      expect(await page.evaluate<string[]>('asked')).toEqual(expect.arrayContaining([...calls])),
    )
  for (const [application, pages] of Object.entries(FIRST_CALLS))
    for (const [path, { answered = () => [], preloaded = [] }] of Object.entries(pages)) {
      const base = application === 'app' || path !== '' ? `/${application}/` : '/admin'
      const url = service.url + base + path
      await page.goto(url)
      await asks(preloaded)
      await page.waitForLoadState('networkidle')
      const answers: string[] = await page.evaluate(ANSWERS)
      const times = (call: string) => [path, call, answers.filter((one) => one === call).length]
      for (const call of preloaded) expect(times(call)).toEqual([path, call, 1])
      for (const call of answered()) expect(times(call)).toEqual([path, call, 0])
      // The same without the answers of the document.
      given.answer(() => undefined)
      await page.goto(url)
      await asks([...preloaded, ...answered()])
      given.answer()
    }
  await tab.expectClean()
})
