import { test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { expectCount } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const EXPORT = [
  {
    ...{ title: 'Bread from ChatGPT', create_time: 1_700_000_000, conversation_id: 'c-1' },
    mapping: {
      q: {
        parent: null,
        message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['Why?'] } },
      },
    },
  },
  { title: 'Odd one' },
]

testPage(
  'an export is imported on a phone, stands in the list, and says what was left out',
  async () => {
    await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
    await using tab = await openApp(service, '/app/', LOOKS[1])
    const { page } = tab
    const take = async (name: string, text: string) =>
      page.setInputFiles('dialog input[type=file]', [
        { name, mimeType: 'application/json', buffer: Buffer.from(text) },
      ])
    await page.tap('.only-phone')
    await page.tap('[aria-label="More about the list"]')
    await page.tap('dialog button:has-text("Import conversations")')
    await page.waitForSelector('dialog button:has-text("Choose a file")')
    await expectFits(page)
    await take('notes.json', '{"a": 1}')
    await page.waitForSelector('dialog [role=alert]:has-text("This is no export of conversations")')
    await take('conversations.json', JSON.stringify(EXPORT))
    await page.waitForSelector('dialog [role=status]:has-text("1 conversation imported")')
    await page.tap('dialog summary:has-text("1 conversation left out")')
    await page.waitForSelector('dialog li:has-text("Odd one: it is no conversation")')
    await expectAccessible(page)
    await expectFits(page)
    await page.tap('dialog [aria-label=Close]')
    await page.tap('.list .entry:has-text("Bread from ChatGPT")')
    await page.waitForSelector('article.own:has-text("Why?")')
    await expectCount(page.locator('.list .entry'), 1)
    await tab.expectClean()
  },
)
