import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM, openPage } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { expectCount } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)
const CONVERSATION = '[aria-label="More about this conversation"]'

testPage(
  'journey: a conversation is shared with a member and by a link, read by both, and withdrawn',
  async () => {
    const engine = fakeEngine('local', saying('Let it **rise** for an hour.'))
    await using service = startService({ engines: [engine], env: { SHARE_LINKS: 'on' } })
    makeUser(service.services, { email: 'bea@example.test', name: 'Bea' })
    await using tab = await openApp(service, '/app/', LOOKS[0])
    const { page } = tab
    await page.setInputFiles('.compose input[type=file]', [
      { name: 'recipe.txt', mimeType: 'text/plain', buffer: Buffer.from('flour') },
    ])
    await page.waitForSelector('[aria-label=Send]:enabled')
    await page.fill('.compose textarea', 'How do I bake bread?')
    await page.click('[aria-label=Send]')
    await page.waitForSelector('article.answer[aria-busy=false]')
    await page.click(CONVERSATION)
    await page.click('dialog button:has-text("Share")')
    // Names of members are offered.
    await page.waitForSelector('dialog datalist option[value="Bea"]', { state: 'attached' })
    await page.fill('dialog input:not([type=checkbox])', 'BEA@example.test')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog .row:has-text("Bea")')
    await page.click('dialog label:has-text("Attached files can be opened")')
    await page.click('dialog button:has-text("Make a link")')
    await page.waitForSelector('dialog .row:has-text("Anyone with the link")')
    const address = (await page.locator('dialog .share-url .mono').first().textContent()) ?? ''
    expect(address).toContain('/shared#')
    await expectAccessible(page)
    await expectFits(page)

    // Anyone with the link.
    await using stranger = await openPage({ base: service.url }, LOOKS[1])
    const asked: string[] = []
    stranger.page.on('request', (request) => asked.push(request.url()))
    await stranger.page.goto(service.url + new URL(address).pathname + new URL(address).hash)
    await stranger.page.waitForSelector('.shared-answer strong:has-text("rise")')
    const download = stranger.page.waitForEvent('download')
    await stranger.page.tap('button:has-text("recipe.txt")')
    expect((await download).suggestedFilename()).toBe('recipe.txt')
    await expectAccessible(stranger.page)
    expect(await stranger.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(
      false,
    )
    const token = new URL(address).hash.slice(1)
    // The browser sends what is behind the # to nobody.
    expect(asked.filter((url) => url.replace(/#.*/, '').includes(token))).toEqual([])
    expect(stranger.faults).toEqual([])

    // The member.
    await using member = await openPage({ base: service.url }, LOOKS[0])
    const { page: read } = member
    const cem = makeUser(service.services, { email: 'cem@example.test', name: 'Cem' })
    await read.context().addCookies([{ name: 'hearth', value: cem.token, url: service.url }])
    await page.fill('dialog input:not([type=checkbox])', 'cem@example.test')
    await page.click('dialog button.primary:has-text("Share")')
    await page.waitForSelector('dialog .row:has-text("Cem")')
    await read.goto(`${service.url}/app/`)
    await read.click('.list a:has-text("How do I bake bread?")')
    await read.waitForSelector('.shared-answer strong:has-text("rise")')
    await expectCount(read.locator('.compose'), 0)
    await expectAccessible(read)
    await expectFits(read)
    await read.click('button:has-text("Remove from my list")')
    await read.waitForSelector('.welcome')
    await expectCount(read.locator('.list a.entry'), 0)

    await page.click('[aria-label="End the share: Anyone with the link"]')
    await expectCount(page.locator('dialog .row:has-text("Anyone with the link")'), 0)
    await stranger.page.reload()
    await stranger.page.waitForSelector('text=This conversation is not shared any more')
    await expectAccessible(stranger.page)
    await tab.expectClean()
  },
)
