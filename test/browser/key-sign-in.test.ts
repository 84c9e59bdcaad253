import { expect, test } from 'bun:test'
import { CHROMIUM, contrasts, openPage } from '../support/chromium.ts'
import { expectValue } from '../support/page-waits.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { startWithProvider } from '../support/signing-in.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = { width: 360, height: 640 }

testPage(
  'journey: the owner signs in with the Primary Key by keyboard, and out again',
  async () => {
    await using service = startService()
    const { url } = service
    await using tab = await openPage({ base: url })
    const { page } = tab
    await page.goto(url)
    expect(await page.textContent('h1')).toBe('Sign in')
    // The field has the focus and a name; the browser hides what is typed.
    const field = page.getByLabel('Primary Key')
    await page.waitForSelector('#key:focus')
    expect(await field.getAttribute('type')).toBe('password')
    await page.keyboard.type('a-wrong-key')
    await page.keyboard.press('Enter')
    const fault = page.getByRole('alert')
    expect(await fault.textContent()).toBe('This is not the Primary Key.')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await expectValue(field, '')
    await page.waitForSelector('#key:focus')

    await page.keyboard.type(PRIMARY_KEY)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/app/`)
    await page.goto(`${url}/app/me`)
    await page.waitForSelector('main:has-text("Primary Key")')
    const [cookie] = await page.context().cookies(url)
    expect(cookie).toMatchObject({ name: 'hearth', httpOnly: true, sameSite: 'Lax', secure: false })
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeWithin(12 * 3600 - 60, 12 * 3600 + 1)
    const address = `${url}/admin/queue`
    expect((await page.goto(address))?.status()).toBe(200)

    await page.goto(`${url}/app/me`)
    await page.click('button:text-is("Sign out")')
    await page.waitForURL(`${url}/login?signed_out=1`)
    expect(await page.context().cookies(url)).toEqual([])
    expect(tab.faults.filter((text) => !text.includes('401'))).toEqual([])
  },
)

testPage(
  'a password manager can tell the form: a user name, and the current password',
  async () => {
    await using service = startService()
    await using tab = await openPage({ base: service.url })
    const { page } = tab
    await page.goto(`${service.url}/login`)
    const fields = await page.evaluate<string[][]>(
      "[...document.querySelectorAll('form input')].map((one) => [one.type, one.name, one.autocomplete])",
    )
    expect(fields).toEqual([
      ['text', 'username', 'username'],
      ['password', 'key', 'current-password'],
    ])
  },
)

testPage('beside a provider the form opens by a click, and comes back to the page', async () => {
  await using service = await startWithProvider()
  const { base } = service
  await using tab = await openPage(service)
  const { page } = tab
  await page.goto(`${base}/login`)
  const field = page.getByLabel('Primary Key')
  expect(await field.isVisible()).toBe(false)
  await page.getByText('I have the Primary Key').focus()
  await page.keyboard.press('Enter')
  await field.waitFor()
  await field.fill('a-wrong-key')
  await page.click('button')
  // The fault is shown without another click.
  await page.getByRole('alert').waitFor()
  await field.fill(PRIMARY_KEY)
  await page.click('button')
  await page.waitForURL(`${base}/app/`)
})

testPage('a page of another origin cannot sign a browser in', async () => {
  await using service = startService()
  using other = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      new Response(
        `<form method="post" action="${service.url}/login/key"><input name="key" value="${PRIMARY_KEY}"><button>Go</button></form>`,
        { headers: { 'content-type': 'text/html' } },
      ),
  })
  await using tab = await openPage({ base: service.url })
  const { page } = tab
  await page.goto(other.url.href)
  await page.click('button')
  expect(await page.textContent('h1')).toBe('Not allowed')
  expect(await page.context().cookies(service.url)).toEqual([])
})

testPage('the form fits a phone, in light and in dark, alone and beside providers', async () => {
  await using alone = startService()
  await using beside = await startWithProvider()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const base of [alone.url, beside.base]) {
      await using tab = await openPage({ base }, { viewport: PHONE, colorScheme })
      const { page } = tab
      await page.goto(`${base}/login/key`)
      await page.getByLabel('Primary Key').waitFor()
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(width).toBe(PHONE.width)
      const [worst] = await contrasts(page)
      expect(worst?.contrast ?? 0, worst?.text ?? '').toBeGreaterThanOrEqual(4.5)
      const low = await page.evaluate<string[]>(
        `[...document.querySelectorAll('button, summary, input:not([hidden])')]
          .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)`,
      )
      expect(low).toEqual([])
    }
  }
})
