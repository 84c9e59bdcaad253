import { expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PRIMARY_USER_ID } from '../../src/core/identity/user-store.ts'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { submitKey } from '../support/key-sign-in.ts'
import { eventually, expectCount, expectText, expectValue } from '../support/page-waits.ts'
import { tempFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  colorScheme: 'dark',
} as const
const DESK = { viewport: { width: 1280, height: 800 } }
/** Source text for the page: the addresses of all that was answered. */
const ANSWERED = "performance.getEntriesByType('resource').map(({ name }) => name).join()"

testPage('journey: Me tells who I am and what I used, and ends other browsers', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('A title'))] })
  await service.asOwner('POST', '/api/ai/agent', { task: 'title', input: 'x' })
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' }
  await submitKey(service, {}, { headers })
  await using tab = await openApp(service, '/app/me', DESK)
  const { page } = tab
  await page.waitForSelector('.card:has-text("Signed in with the Primary Key")')
  await page.waitForSelector('li:has-text("Run this service")')
  await page.waitForSelector(
    '.me-figures .card:has-text("Questions to models") strong:text-is("1")',
  )
  await page.waitForSelector('.me-figures .card:has-text("Credits") strong:text-is("2")')
  await page.waitForSelector('.row:has-text("This browser")')
  await expectAccessible(page)
  await page.click('[aria-label="End Firefox on Windows"]')
  await page.waitForSelector('.toast:has-text("That browser is signed out")')
  await page.waitForSelector('[aria-label="End Firefox on Windows"]', { state: 'detached' })

  await submitKey(service, {}, { headers })
  await page.reload()
  await page.click('button:has-text("Sign out everywhere else")')
  await page.click('dialog button.primary')
  await page.waitForSelector('.toast:has-text("other browser")')
  await page.waitForSelector('button:has-text("Sign out everywhere else")', { state: 'detached' })
  const other = await page.context().newPage()
  await other.goto(`${service.url}/app/`)
  await other.fill('.compose textarea', 'Of one person')
  await page.click('button:has-text("Sign out")')
  for (const one of [page, other]) await one.waitForURL('**/login?signed_out=1')
  const keys = await page.evaluate('Object.keys(localStorage).join()')
  expect(keys).not.toContain('draft')
  await tab.expectClean()
})

testPage('nobody is shown the drafts and pages of another in the same browser', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/', DESK)
  const { page } = tab
  await page.fill('.compose textarea', 'Of the owner')
  // What the owner's page counts would be refused to the other person.
  await eventually(async () => {
    const answered: string = await page.evaluate(ANSWERED)
    for (const list of ['/admin/users', '/admin/alerts']) expect(answered).toContain(list)
  })
  const mine = await page.context().cookies()
  const [name = '', value = ''] = makeUser(service.services).cookie.split('=')
  await page.context().addCookies([{ name, value, url: service.url }])
  const other = await page.context().newPage()
  const reloaded = page.waitForEvent('load')
  await other.goto(`${service.url}/app/`)
  await other.waitForSelector('.compose textarea')
  expect(await other.inputValue('.compose textarea')).toBe('')
  // The tab of the first person would go on in the name of the second.
  await reloaded
  await page.waitForSelector('.compose textarea')
  expect(await page.inputValue('.compose textarea')).toBe('')
  await page.context().addCookies(mine)
  await page.reload()
  await page.waitForSelector('.compose textarea')
  await expectValue(page.locator('.compose textarea'), 'Of the owner')
  await tab.expectClean()
})

testPage('Me ends a device, and leads to where codes are entered', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/me', PHONE)
  const { page } = tab
  await page.waitForSelector('text=No device is connected')
  const { devices } = service.services
  devices.createCode({ userId: PRIMARY_USER_ID, name: '<b>laptop</b>', address: '127.0.0.1' })
  await page.reload()
  await page.click('[aria-label="End <b>laptop</b>"]')
  await page.click('dialog button.primary')
  await page.waitForSelector('.toast:has-text("is disconnected")')
  await page.waitForSelector('text=No device is connected')
  await expectAccessible(page)
  for (const path of ['/code/approve', '/canvas/approve', '/docs'])
    await expectCount(page.locator(`main a[href="${path}"]`), 1)
  await page.click('a:has-text("Enter the code of a code assistant")')
  await page.waitForSelector('h1:has-text("Connect a code assistant")')
  await tab.expectClean()
})

testPage(
  'each app is connected with a text that has the address and runs as it stands',
  async () => {
    await using service = startService({ engines: [fakeEngine('local', saying('Hello back'))] })
    await using tab = await openApp(service, '/app/me', DESK)
    const { page } = tab
    const { url } = service
    await page.waitForSelector('.snippet')
    const apps = await page.locator('.me-apps label').allTextContents()
    expect(apps).toEqual([
      'hearth',
      'curl',
      'Python',
      'JavaScript',
      'AI SDK',
      'Anthropic SDK',
      'Ollama',
      'Claude Code, tools only',
      'MCP',
      'opencode, tools only',
      'Qwen Code, tools only',
      'opencode',
      'Claude Code',
      'Codex',
      'Continue',
      'Qwen Code',
      'Cline',
      'pi',
      'aider',
    ])
    for (const app of apps) {
      await page.click(`.me-apps label:text-is("${app}")`)
      await page.waitForSelector(`.me-apps label:text-is("${app}"):has(input:checked)`)
      await expectText(page.locator('.snippet'), url)
    }
    await page.click('.me-apps label:text-is("opencode")')
    await eventually(async () =>
      expect(JSON.parse((await page.textContent('.snippet')) ?? '')).toMatchObject({
        provider: { hearth: { options: { baseURL: `${url}/api/code/v1` } } },
      }),
    )
    await page.waitForSelector('text=hearth login')
    await page.click('.me-apps label:text-is("curl")')
    await page.waitForURL('**/app/me?app=curl')
    await page.waitForSelector('text=Needs an API key')
    const { key } = service.makeKey()
    using temporary = tempFolder()
    const folder = temporary.path
    symlinkSync(join(import.meta.dir, '../../node_modules'), join(folder, 'node_modules'))
    for (const [app, command] of [
      ['curl', ['sh']],
      ['JavaScript', [process.execPath]],
      ['AI SDK', [process.execPath]],
      ['Anthropic SDK', [process.execPath]],
      ['Ollama', [process.execPath]],
    ] as const) {
      await page.click(`.me-apps label:text-is("${app}")`)
      await page.waitForSelector(`.me-apps label:text-is("${app}"):has(input:checked)`)
      const text = (await page.textContent('.snippet')) ?? ''
      const file = join(folder, `${app.replace(' ', '-')}.mjs`)
      await Bun.write(file, text.replace('YOUR_KEY', key))
      const { stdout } = Bun.spawn([...command, file], { stderr: 'inherit' })
      expect(await stdout.text()).toContain('Hello back')
    }
    await page.click('.me-apps label:text-is("curl")')
    await page.getByLabel('Model').selectOption('local/small')
    await page.waitForURL('**/app/me?app=curl&model=local%2Fsmall')
    await expectText(page.locator('.snippet'), '"model": "local/small"')
    await page.reload()
    await eventually(async () =>
      expect(await page.isChecked('.me-apps label:text-is("curl") input')).toBe(true),
    )
    await expectAccessible(page)
    await tab.expectClean()
  },
)
