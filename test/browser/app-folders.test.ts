import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { expectCount, expectFocused } from '../support/page-waits.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const FOLDER = '.folder:has(.folder-name:has-text("Work"))'
const UNFILED = '.list-body > ul .entry'

/** A service with conversations of these titles. */
async function startWith(titles: readonly string[]): Promise<TestService> {
  const service = startService({ engines: [fakeEngine('local', saying('x'))] })
  for (const title of titles) {
    const made = await fetch(`${service.url}/api/conversations`, {
      method: 'POST',
      headers: { 'x-api-key': PRIMARY_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    })
    expect(made.status).toBe(201)
  }
  return service
}

testPage(
  'conversations go into a folder by the mouse and by the keyboard, and stay when it goes',
  async () => {
    await using service = await startWith(['Tax', 'Rent', 'Bread', 'Soup'])
    await using tab = await openApp(service, '/app/', LOOKS[0])
    const { page } = tab
    await expectCount(page.locator(UNFILED), 4)
    await page.click('[aria-label="More about the list"]')
    await page.click('button:has-text("New folder")')
    await expectFocused(page.locator('dialog input'))
    await page.keyboard.type('Works')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.folder-contents:has-text("Drag conversations here")')
    await page.hover('.folder-name')
    await page.click('[aria-label="More about the folder Works"]')
    await page.click('dialog button:has-text("Rename")')
    await expectFocused(page.locator('dialog input'))
    await page.keyboard.type('Work')
    await page.keyboard.press('Enter')
    await page.locator('.entry:has-text("Tax")').dragTo(page.locator('.folder-name'))
    await page.waitForSelector(`${FOLDER} .folder-contents .entry:has-text("Tax")`)
    await expectCount(page.locator(UNFILED), 3)

    // By the keyboard alone.
    await page.focus('[aria-label="More about Rent"]')
    await page.keyboard.press('Enter')
    await page.focus('dialog button:has-text("Move to folder")')
    await page.keyboard.press('Enter')
    await page.focus('dialog button:has-text("Work")')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expectCount(page.locator('.folder-contents .entry'), 2)
    await page.waitForSelector('.folder-name small:text-is("2")')

    // Several at once.
    await page.click('[aria-label="More about the list"]')
    await page.click('button:has-text("Select several")')
    await page.click('.entry.check:has-text("Bread")')
    await page.click('.entry.check:has-text("Soup")')
    await page.click('[role=toolbar] button:has-text("Move")')
    await page.click('dialog button:has-text("Work")')
    await expectCount(page.locator('.folder-contents .entry'), 4)
    await expectCount(page.locator(UNFILED), 0)
    await expectAccessible(page)
    await expectFits(page)

    await page.click('.folder-name')
    await expectCount(page.locator('.folder-contents'), 0)
    await page.reload()
    await page.waitForSelector('.folder-name[aria-expanded=false]')
    await page.click('.folder-name')
    await page.locator('.folder-contents .entry:has-text("Soup")').hover()
    await page.mouse.down()
    await page.mouse.move(20, 400, { steps: 5 })
    await page.locator('.folder-out').hover()
    await page.mouse.up()
    await expectCount(page.locator('.folder-contents .entry'), 3)
    await page.hover('.folder-name')
    await page.click('[aria-label="More about the folder Work"]')
    await page.click('dialog button:has-text("Delete")')
    await page.waitForSelector('dialog:has-text("3 conversations in it will stay")')
    await page.click('dialog button:has-text("Delete the folder")')
    await expectCount(page.locator(UNFILED), 4)
    await tab.expectClean()
  },
)

testPage('on a phone a conversation is moved by its menu into a new folder', async () => {
  await using service = await startWith(['Tax'])
  await using tab = await openApp(service, '/app/', LOOKS[1])
  const { page } = tab
  await page.tap('.only-phone')
  await page.tap('[aria-label="More about Tax"]')
  await page.tap('button:has-text("Move to folder")')
  await expectFits(page)
  await page.tap('dialog button:has-text("New folder")')
  await expectFocused(page.locator('dialog input'))
  await page.keyboard.type('A name of a folder that is longer than the list is wide')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.folder-contents .entry:has-text("Tax")')
  await expectFits(page)
  await expectAccessible(page)
  await tab.expectClean()
})
