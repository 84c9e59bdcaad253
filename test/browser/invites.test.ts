import { expect, test } from 'bun:test'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { CHROMIUM, contrasts, openPage } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  colorScheme: 'dark',
} as const

testPage(
  'journey: the owner invites, a phone joins and chats, and the owner sees who',
  async () => {
    await using service = startService({ engines: [fakeEngine('local', saying('Hello, Ann.'))] })
    const { url } = service
    await using desk = await openApp(service, '/admin/people')
    await desk.page.click('a:has-text("Invite")')
    await desk.page.fill('label:has-text("For whom") + input', 'Grandma')
    await desk.page.click('button:has-text("Show the link")')
    await desk.page.waitForSelector('h1:has-text("Scan this with the other phone")')
    // It listens on loopback alone, and says so in place of a code that no phone could use.
    await desk.page.waitForSelector('.notice:has-text("HOST=0.0.0.0")')
    await expectAccessible(desk.page)
    const link = (await desk.page.textContent('.share-url .mono')) ?? ''
    expect(link).toMatch(/\/join\/[\w-]{32}$/)

    const started = performance.now()
    await using phone = await openPage({ base: url }, PHONE)
    const { page } = phone
    await page.goto(link)
    expect(await page.locator('script').count()).toBe(0)
    const [worst] = await contrasts(page)
    expect(worst?.contrast ?? 0, worst?.text ?? '').toBeGreaterThanOrEqual(4.5)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
    await page.fill('#name', 'Grandma Ann')
    await page.click('button:has-text("Join")')
    await page.waitForURL(`${url}/app/`)
    await page.fill('.compose textarea', 'Hi')
    // Enter makes a new line on a phone.
    await page.click('[aria-label="Send"]')
    await page.waitForSelector('text=Hello, Ann.')
    console.log(`from the link to the first words: ${Math.round(performance.now() - started)} ms`)
    expect(phone.faults).toEqual([])

    await desk.page.click('a:has-text("Done")')
    await desk.page.waitForSelector('.row:has-text("Grandma"):has-text("Joined:")')
    await desk.page.waitForSelector('a.row-link:has-text("Grandma Ann")')
    await expectAccessible(desk.page)
    await desk.expectClean()
  },
)

testPage('a member makes a key on Me by what it is for, and revokes it', async () => {
  await using service = startService()
  await using tab = await openPage({ base: service.url })
  const { page } = tab
  const made = await service.asOwner('POST', '/admin/invites', {})
  const { path }: { path: string } = JSON.parse(await made.text())
  await page.goto(service.url + path)
  await page.fill('#name', 'Ann')
  await page.click('button:has-text("Join")')
  await page.waitForURL('**/app/')
  await page.goto(`${service.url}/app/me`)
  await page.click('button:has-text("Create key")')
  await page.fill('dialog input[type=text]', 'phone')
  await page.click('dialog label:has-text("Home Assistant")')
  await expectAccessible(page)
  await page.click('dialog button:has-text("Create key")')
  await page.waitForSelector('dialog pre:has-text("Integration: Ollama")')
  await page.click('dialog [aria-label="Close"]')
  await page.click('[aria-label="Revoke phone"]')
  await page.click('dialog button.primary')
  await page.waitForSelector('[aria-label="Revoke phone"]', { state: 'detached' })
  await expectAccessible(page)
  expect(tab.faults).toEqual([])
})
