import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { expectCount } from '../support/page-waits.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const CHIP = '.compose .attachment'

async function store({ url }: TestService, name: string, text: string): Promise<string> {
  const response = await fetch(`${url}/api/nas/upload?filename=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'x-api-key': PRIMARY_KEY, 'content-type': 'application/octet-stream' },
    body: text,
  })
  expect(response.status).toBe(201)
  const { token } = Object(await response.json())
  return String(token)
}

const remove = ({ url }: TestService, token: string) =>
  fetch(`${url}/api/nas/files/${token}`, {
    method: 'DELETE',
    headers: { 'x-api-key': PRIMARY_KEY },
  })

testPage(
  'stored files are found by keys, attached without an upload, and one that is gone says so',
  async () => {
    const engine = fakeEngine('local', (turn, signal) =>
      saying(`Glomma is ${JSON.stringify(turn.messages).includes('604 km') ? '604' : 'unknown'}`)(
        turn,
        signal,
      ),
    )
    await using service = startService({ engines: [engine] })
    await store(service, 'rivers.txt', 'Glomma has 604 km')
    const gone = await store(service, 'lakes.txt', 'Mjøsa')
    await store(service, 'film.mp4', 'no film')
    await using tab = await openApp(service, '/app/', LOOKS[0])
    const { page } = tab
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/buffer')) uploads.push('one')
    })
    await page.focus('[aria-label="Attach files"]')
    await page.keyboard.press('Enter')
    await page.focus('button:has-text("From my files")')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.picked-file:has-text("videos are not read") input:disabled')
    await expectAccessible(page)
    await expectFits(page)
    await page.keyboard.type('riv')
    await expectCount(page.locator('.picked-file'), 1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.waitForSelector('button:has-text("Attach 1 file"):enabled')
    // As of a word of Japanese, which it ends.
    await page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))`,
    )
    await page.waitForSelector('button:has-text("Attach 1 file"):enabled')
    await page.keyboard.press('Enter')
    await page.waitForSelector(`${CHIP}:has-text("rivers.txt")`)
    await page.click('[aria-label="Attach files"]')
    await page.click('button:has-text("From my files")')
    await page.waitForSelector('.picked-file:has-text("attached already") input:disabled')
    await page.click('.picked-file:has-text("lakes.txt")')
    await page.click('button:has-text("Attach 1 file")')
    await expectCount(page.locator(CHIP), 2)

    expect((await remove(service, gone)).status).toBe(204)
    await page.reload()
    await expectCount(page.locator(CHIP), 2)
    await page.fill('textarea', 'How long is it?')
    await page.click('[aria-label=Send]')
    await page.waitForSelector(`${CHIP}.bad:has-text("it was deleted or has expired")`)
    await page.click('[aria-label="Remove lakes.txt"]')
    await page.click('[aria-label=Send]')
    await page.waitForSelector('article.answer:has-text("Glomma is 604")')
    await expectCount(page.locator(CHIP), 0)
    expect(uploads).toEqual([])
    await tab.expectClean((fault) => fault.includes('422'))
  },
)

testPage(
  'on a phone the picker is a sheet that fits, and says what to do without files',
  async () => {
    await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
    await using tab = await openApp(service, '/app/', LOOKS[1])
    const { page } = tab
    await page.tap('[aria-label="Attach files"]')
    await expectFits(page)
    await page.tap('button:has-text("From my files")')
    await page.waitForSelector('text=What you store on the page Files can be attached from here.')
    await expectFits(page)
    await expectAccessible(page)
    await tab.expectClean()
  },
)
