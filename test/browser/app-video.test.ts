import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, expectFocused, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeSites } from '../support/fake-sites.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const [DESK] = LOOKS

const SENTENCE = 'The river rose by two metres in the night, said the warden, and more. '
const STORY = `<html lang="en"><head><title>The river</title><meta name="author" content="Ada Warden"></head>
<body><article><h1>The river</h1><p>${SENTENCE.repeat(6)}</p><p>See <a href="/more">more</a>.</p>
<p><img src="/bridge.jpg" alt="The bridge"> and <a href="javascript:alert(1)">a trap</a></p>
<p>&lt;img src=x onerror=alert(1)&gt; ${SENTENCE.repeat(4)}</p></article></body></html>`

testPage('a web page is read by the keyboard alone, and again by its address', async () => {
  const sites = fakeSites({
    'https://news.example/story': { body: STORY },
    'https://slow.example/': new Promise(() => {}),
  })
  await using service = startService({ safeFetch: sites })
  await using tab = await openApp(service, '/app/video', DESK)
  const { page } = tab
  const address = page.getByRole('textbox', { name: 'Address of a page' })
  const read = () => sites.urls.filter((url) => url === 'https://news.example/story').length
  await page.waitForSelector('h2:has-text("Paste an address")')
  await expectAccessible(page)
  await address.focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=alert]:has-text("Type or paste an address first")')
  await page.keyboard.type('nowhere')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=alert]:has-text("This is no web address")')
  await expectFocused(address)
  await address.fill('')
  // The scheme is not needed.
  await page.keyboard.type('news.example/story')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.answer h2:has-text("The river")')
  expect(new URL(page.url()).search).toBe('?url=https%3A%2F%2Fnews.example%2Fstory&do=page')
  await page.waitForSelector('.answer-head:has-text("Ada Warden")')
  await page.waitForSelector('text=without running its scripts')
  expect(await page.locator('.answer-preview img').count()).toBe(0)
  await page.getByRole('link', { name: 'Image: The bridge' }).waitFor()
  expect(await page.locator('.answer-preview a[href^=javascript]').count()).toBe(0)
  await expectAccessible(page)
  await expectFits(page)

  await page.getByRole('button', { name: 'Markdown', exact: true }).press('Enter')
  await page.waitForSelector('.answer-source:has-text("[more](https://news.example/more)")')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as Markdown' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('The river.md')
  expect(await Bun.file(await file.path()).text()).toStartWith(
    '# The river\n\nAda Warden · <https://news.example/story>\n\n',
  )
  await page.getByText('Links found').press('Enter')
  await page.getByRole('link', { name: 'Read more' }).waitFor()

  // A browser is asked for, and there is none; "back" has the answer without another request.
  expect(read()).toBe(1)
  await page.getByRole('link', { name: 'Draw it with a browser' }).press('Enter')
  await page.waitForSelector('h2:has-text("No browser is installed here")')
  await page.waitForSelector('text=Whoever runs this service can install one')
  await expectAccessible(page)
  await page.goBack()
  await page.waitForSelector('.answer h2:has-text("The river")')
  expect(read()).toBe(1)
  await page.reload()
  await page.waitForSelector('.answer h2:has-text("The river")')
  expect(read()).toBe(2)

  await address.fill('https://slow.example/')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.ask-wait:has-text("Reading the page of slow.example")')
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await page.waitForSelector('.notice:has-text("Stopped")')
  await address.fill('http://127.0.0.1/')
  await page.keyboard.press('Enter')
  await page.waitForSelector('h2:has-text("This address is not read")')
  // Pasted beside the field, it goes in there, and says what is likely wanted.
  await page.evaluate(paste('Look: https://www.youtube.com/watch?v=abc123&list=x and this'))
  await expectFocused(address)
  expect(await address.inputValue()).toBe('https://www.youtube.com/watch?v=abc123&list=x')
  await page.getByRole('radio', { name: 'Video details', checked: true }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: 'Transcript', checked: true }).waitFor()
  await page.waitForSelector('text=Costs 1 credit where there are captions')
  await tab.expectClean((fault) => /status of (?:422|503)/.test(fault))
})

/** Source text for the page, because the tests are compiled without the DOM types. */
function paste(text: string): string {
  return `(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.blur()
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`
}
