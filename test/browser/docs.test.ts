import { expect, test } from 'bun:test'
import { CHROMIUM, contrasts, openPage } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { expectText, expectTitle, expectValue } from '../support/page-waits.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)

/** Source text for the page, because the tests are compiled without the DOM types. */
const KEEP_VIOLATIONS = `window.violations = []
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))`
const OVERFLOWS = 'document.documentElement.scrollWidth > innerWidth'
const LEADS_NOWHERE = `[...document.querySelectorAll('a[href^="#"]')]
  .map((link) => link.hash.slice(1)).filter((id) => document.getElementById(id) === null)`
const SMALL = `[...document.querySelectorAll('nav a, button')]
  .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height < 24)
  .map((one) => one.textContent)`

testPage(
  '/docs/api fits a phone and a desk, is readable in light and dark, and runs its own scripts',
  async () => {
    await using service = startService({ engines: [fakeEngine('local', saying('Hello'))] })
    await using tab = await openPage({ base: service.url })
    const { page } = tab
    await page.addInitScript(KEEP_VIOLATIONS)
    for (const width of [360, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await page.goto(`${service.url}/docs/api`)
        await expectTitle(page, 'API · Hearth')
        await page.waitForSelector('#tools input')
        expect([width, await page.evaluate(OVERFLOWS)]).toEqual([width, false])
        expect(await page.evaluate(LEADS_NOWHERE)).toEqual([])
        expect(await page.evaluate(SMALL)).toEqual([])
        expect([tab.faults, await page.evaluate('violations')]).toEqual([[], []])
        // The colours are the same at each width, and the page is long.
        const [worst] = width === 360 ? await contrasts(page) : []
        if (width === 360)
          expect([worst?.text, (worst?.contrast ?? 0) >= 4.5]).toEqual([worst?.text, true])
      }
  },
)

testPage(
  'journey: /docs/api is searched, linked and tried with the keyboard; the key stays in the page',
  async () => {
    await using service = startService({ engines: [fakeEngine('local', saying('Hello there'))] })
    await using tab = await openPage({ base: service.url })
    const { page } = tab
    await page.goto(`${service.url}/docs/api#post_v1_chat_completions`)
    await page.waitForSelector('article:target h3:has-text("/v1/chat/completions")')

    await page.waitForSelector('#tools input')
    await page.keyboard.press('/')
    await page.keyboard.type('chat completions')
    await page.waitForSelector('#get_health', { state: 'hidden' })
    expect(await page.isVisible('#post_v1_chat_completions')).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PRIMARY_KEY)

    const route = page.locator('#post_v1_chat_completions')
    await route.locator('summary:has-text("Try it")').focus()
    await page.keyboard.press('Enter')
    const body = route.locator('textarea')
    await body.fill(JSON.stringify({ ...JSON.parse(await body.inputValue()), stream: true }))
    await body.press('Tab')
    await page.keyboard.press('Enter')
    await route.locator('[role=status]:has-text("200")').waitFor()
    for (const part of ['Hello there', 'chat.completion.chunk', '[DONE]'])
      await expectText(route.locator('.try pre'), part)

    await page.fill('#tools input[type=search]', '')
    const keys = page.locator('#get_admin_api_keys')
    await keys.locator('summary:has-text("Try it")').click()
    await keys.locator('input[placeholder=limit]').fill('0')
    await keys.locator('button:has-text("Send")').click()
    await keys.locator('[role=status]:has-text("422")').waitFor()
    await expectText(keys.locator('.try pre'), 'limit')
    // The console names the answer as well.
    expect(tab.faults.filter((fault) => !fault.includes('422'))).toEqual([])

    await page.reload()
    await expectValue(page.locator('input[type=password]'), '')
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)

    const health = page.locator('#get_health')
    await health.locator('summary:has-text("Try it")').click()
    await service.stop()
    await health.locator('button:has-text("Send")').click()
    await health.locator('[role=status]:has-text("The service does not answer")').waitFor()
  },
)

testPage('/docs/api needs no script', async () => {
  await using service = startService()
  await using tab = await openPage({ base: service.url }, { javaScriptEnabled: false })
  await tab.page.goto(`${service.url}/docs/api`)
  await tab.page.click('nav a[href="#post_admin_api_keys"]')
  const example = await tab.page.textContent('#post_admin_api_keys figure.curl pre')
  expect(example).toStartWith(`curl ${service.url}/admin/api-keys`)
  expect(await tab.page.isVisible('button')).toBe(false)
})

testPage(
  'the manual fits a phone and a desk, is readable in light and dark, and needs no script',
  async () => {
    await using service = startService()
    await using tab = await openPage({ base: service.url })
    const { page } = tab
    await page.addInitScript(KEEP_VIOLATIONS)
    for (const width of [360, 390, 1280])
      for (const colorScheme of ['light', 'dark'] as const)
        for (const name of ['', '/models', '/settings', '/errors', '/limits']) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          await page.goto(`${service.url}/docs${name}`)
          await page.waitForSelector('#tools input')
          expect([name, width, await page.evaluate(OVERFLOWS)]).toEqual([name, width, false])
          expect(await page.evaluate(LEADS_NOWHERE)).toEqual([])
          expect(await page.evaluate(SMALL)).toEqual([])
          expect([tab.faults, await page.evaluate('violations')]).toEqual([[], []])
          const [worst] = width === 390 && name === '/models' ? await contrasts(page) : []
          if (worst !== undefined)
            expect([worst.text, worst.contrast >= 4.5]).toEqual([worst.text, true])
        }
    await using plain = await openPage({ base: service.url }, { javaScriptEnabled: false })
    await plain.page.goto(`${service.url}/docs`)
    await plain.page.click('main a:has-text("Phone and https at home")')
    await plain.page.click('.parts a[href="#tailscale"]')
    expect(await plain.page.textContent('h2:target')).toBe('Tailscale')
  },
)

testPage(
  'the manual is searched with the keyboard, and earlier links to the API are followed',
  async () => {
    await using service = startService()
    await using tab = await openPage({ base: service.url })
    const { page } = tab
    await page.goto(`${service.url}/docs`)
    await page.waitForSelector('#tools input')
    await page.keyboard.press('/')
    await page.keyboard.type('restore backup')
    await page.waitForSelector('#results a:has-text("Restore")')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/backup#restore$/)
    await page.keyboard.press('/')
    await page.keyboard.type('POST /v1/responses')
    await page.waitForSelector('#results a[href="/docs/api#post_v1_responses"]')
    await page.keyboard.press('Escape')
    await page.waitForSelector('#results', { state: 'hidden' })
    await page.goto(`${service.url}/docs#get_health`)
    await page.waitForURL(/\/docs\/api#get_health$/)
    expect(tab.faults).toEqual([])
  },
)
