import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { buildWebApp } from '../../src/features/web-app/build.ts'
import { expectAccessible, expectFits, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { startWithEverything } from '../support/every-page.ts'
import { expectFocused } from '../support/page-waits.ts'
import { pseudo, pseudoSource } from '../support/pseudo-language.ts'
import { startService } from '../support/service.ts'

type Everything = Awaited<ReturnType<typeof startWithEverything>>

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Words of English in what a page shows or has read out; other than names, none may be left. */
const ENGLISH_WORDS = `(() => {
  const plain = (text) => /[A-Za-z]{3}/.test(text) && !/[\\u00c0-\\u024f\\u1e00-\\u1eff]/.test(text)
  const isData = (element) => element.closest('code, kbd, bdi, [translate=no], [lang]:not(html), [data-name], script, style, noscript, title') !== null
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode
    if (!isData(parentElement) && plain(data)) found.push(data.trim())
  }
  for (const element of document.body.querySelectorAll('*'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      if (!isData(element) && plain(element.getAttribute(name) ?? '')) found.push(name + ': ' + element.getAttribute(name))
  return found
})()`

/** Words that a part of the page cuts off, other than titles that people gave. */
const CUT_WORDS = `[...document.querySelectorAll('h1:not([dir]), h2, h3, button, a, label, legend, summary, small, .tag')]
  .filter((element) => element.checkVisibility() && element.closest('[dir=auto]') === null &&
    getComputedStyle(element).overflowX !== 'visible' && element.clientWidth > 1 &&
    element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.outerHTML.slice(0, 120))`

/** What a finger does not hit well; links within a sentence are as high as its line. */
const SMALL_TARGETS = `[...document.querySelectorAll('a, button, select, summary, input:not([type=checkbox], [type=radio])')]
  .filter((element) => element.checkVisibility() && element.closest('p, small, .quiet-link, .skip') === null &&
    ![...element.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter(({ offsetWidth: width, offsetHeight: height }) => width > 1 && height > 1 && height < 44)
  .map((element) => element.outerHTML.slice(0, 120))`

/** Names in the frame and in the composer. */
const NAMES = ['title: Ctrl K', 'Auto']
/** As the browser writes it in English: Nov 28. */
const DATE = /^(?:title: )?[A-Z][a-z]{2} \d/

/** What a person connects, as Me lists it. */
const APPS = [
  ...['hearth', 'curl', 'Python', 'JavaScript', 'AI SDK', 'Anthropic SDK', 'Ollama', 'MCP'],
  ...['opencode', 'Claude Code', 'Codex', 'Continue', 'Qwen Code', 'Cline', 'aider', 'auto'],
  ...['small', 'large'],
]

/** Every page whose words are translated, with the beginnings of what it shows that is a name. */
function pagesOf({ conversation, assistant, knowledge, person }: Everything['paths']) {
  return {
    '/app/nothing': [],
    '/app/': [],
    [conversation]: [],
    '/app/assistants': [],
    [assistant]: ['Top P', 'small', 'large'],
    '/app/assistants/new': ['Top P', 'small', 'large'],
    '/app/files': [],
    '/app/files/shared': [],
    '/app/history': [],
    '/app/jobs': [],
    '/app/knowledge': [],
    [knowledge]: [],
    [`${knowledge}?q=none`]: [],
    '/app/me': ['Primary Key', 'title: Bun/', 'title: Mozilla/', ...APPS],
    '/app/speak': ['Awb', 'Kal', 'Kal16', 'Rms', 'Slt'],
    '/app/tasks': [],
    '/app/tasks/summarize': [],
    // The language of the recording, as the browser names it.
    '/app/transcribe': ['English'],
    '/app/video': [],
    '/app/video?do=list': [],
    // Why the sandbox cannot run, which the service says.
    '/app/workers': ['Workers cannot run'],
    '/admin/overview': [],
    '/admin/queue': [],
    '/admin/engines': ['lócäl', 'small', 'large'],
    '/admin/people': [],
    [person]: ['gäst'],
    '/admin/invite': [],
    '/admin/requests': [],
    '/admin/usage': [],
    '/admin/system': [],
    '/admin/alerts': [],
    '/admin/audit': [],
    '/admin/brands': [],
    '/admin/new-brand': [],
    '/admin/keys': [],
    '/admin/keys/new': [],
    '/admin/skills': [],
    '/admin/new-skill': ['SKILL.md'],
    '/admin/workers': [],
    '/admin/worker-nodes': ['[queue]', 'npm run worker'],
    '/admin/devices': [],
    '/admin/devices?show=all': [],
  } satisfies Record<string, readonly string[]>
}

async function expectTranslated(page: Page, names: readonly string[]): Promise<void> {
  const words = await page.evaluate<string[]>(ENGLISH_WORDS)
  expect(
    words.filter(
      (text) => !DATE.test(text) && ![...NAMES, ...names].some((name) => text.startsWith(name)),
    ),
  ).toEqual([])
}

async function expectRoom(page: Page): Promise<void> {
  await expectFits(page)
  expect(await page.evaluate<string[]>(CUT_WORDS)).toEqual([])
  expect(await page.evaluate<string[]>(SMALL_TARGETS)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
}

let longer: ReturnType<typeof buildWebApp> | undefined
const inLongerLanguage = () =>
  startWithEverything({
    buildWebApp: () => {
      longer ??= buildWebApp('en', pseudoSource)
      return longer
    },
  })

testPage('in a longer language the chat has room on a narrow phone', async () => {
  await using service = await inLongerLanguage()
  const narrow = { ...PHONE, viewport: { width: 320, height: 640 } }
  await using tab = await openApp(service, service.paths.conversation, narrow)
  const { page } = tab
  await page.waitForSelector('.tool-switch')
  await page.waitForSelector('.tabs:has-text("~")')
  await expectTranslated(page, [])
  await expectRoom(page)
  const ends = await page.evaluate<number[]>(
    `[...document.querySelectorAll('.tools > *')].filter((part) => part.checkVisibility()).map((part) => Math.round(part.getBoundingClientRect().right))`,
  )
  expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  expect(new Set(ends).size).toBe(ends.length)
  await tab.expectClean()
})

testPage('in a longer language every word is translated and has room on a phone', async () => {
  await using service = await inLongerLanguage()
  await using tab = await openApp(service, '/app/nothing', PHONE)
  const { page } = tab
  for (const [path, names] of Object.entries(pagesOf(service.paths))) {
    await page.goto(service.url + path)
    await page.waitForSelector('.content h1')
    await page.waitForSelector('.tabs:has-text("~")')
    await page.waitForSelector('.bars', { state: 'detached' })
    await expectTranslated(page, names)
    await expectRoom(page)
  }
  await page.goto(`${service.url}/app/nothing`)
  await page.waitForSelector('h1:has-text("~")')
  await page.keyboard.press('?')
  await page.waitForSelector('dialog dl.keys')
  await expectTranslated(page, [])
  await expectFits(page)
  await page.keyboard.press('Escape')
  await page.click('.tabs button')
  await page.waitForSelector('dialog .more-pages')
  await expectTranslated(page, [])
  await expectFits(page)
  await tab.expectClean()
})

testPage('in a longer language the dialogs of the chat are translated and have room', async () => {
  await using service = await inLongerLanguage()
  await using tab = await openApp(service, service.paths.conversation, PHONE)
  const { page } = tab
  const named = (text: string) => page.getByRole('button', { name: String(pseudo(text)) }).last()
  const expectDialog = async (names: readonly string[] = []) => {
    // The members to whom a share is offered.
    await expectTranslated(page, ['Ann', ...names])
    await expectRoom(page)
  }
  await named('More about this conversation').click()
  await named('Share').click()
  const dialog = page.locator('dialog')
  await dialog.locator('form input').fill('gäst@éxample.org')
  await dialog.locator('form button').click()
  await dialog.locator('.row').waitFor()
  await dialog.locator('select').waitFor()
  await expectDialog()
  await dialog.locator('.share-row > button').last().click()
  await dialog.locator('.share-url').waitFor()
  await expectDialog(['http'])
  await page.goto(`${service.url}/app/`)
  await page.click('.only-phone')
  await named('More about the list').click()
  await named('Import conversations').click()
  await named('Choose a file').waitFor()
  await expectDialog()
  await page.setInputFiles('dialog input[type=file]', [
    {
      name: 'conversations.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify([{ title: 'Ödd' }])),
    },
  ])
  await dialog.locator('summary').click()
  // Why it was left out, which the service says.
  await expectDialog(['it is no conversation'])
  await tab.expectClean()
})

testPage('in German and Japanese the admin area has room on a phone', async () => {
  await using service = await startWithEverything()
  for (const [locale, title, finding] of [
    ['de-DE', 'Schlüssel', 'In die Datenbank kann geschrieben werden'],
    ['ja-JP', 'キー', 'データベースに書き込めます'],
  ] as const) {
    await using tab = await openApp(service, '/admin/keys', { ...PHONE, locale })
    const { page } = tab
    await page.waitForSelector(`h1:has-text("${title}")`)
    for (const path of Object.keys(pagesOf(service.paths))) {
      if (!path.startsWith('/admin/')) continue
      await page.goto(service.url + path)
      await page.waitForSelector('.content h1')
      await page.waitForSelector('.bars', { state: 'detached' })
      await expectRoom(page)
      if (path !== '/admin/system') continue
      await page.waitForSelector(`.finding:has-text("${finding}")`, { state: 'attached' })
    }
    await tab.expectClean()
  }
})

testPage('a person chooses a language, which the browser decided before', async () => {
  await using service = startService()
  await using tab = await openApp(service, '/app/me', { locale: 'de-AT' })
  const { page } = tab
  await page.waitForSelector('.rail .item:has-text("Dateien")')
  expect(await page.getAttribute('html', 'lang')).toBe('de')
  await page.selectOption('select:has(option[lang="ja"])', 'ja')
  await page.waitForSelector('.rail .item:has-text("ファイル")')
  expect(await page.getAttribute('html', 'lang')).toBe('ja')
  await expectAccessible(page)
  await page.keyboard.press('Control+K')
  await expectFocused(page.getByRole('combobox'))
  await page.keyboard.type('ファ')
  await page.waitForSelector('[role=option]:has-text("ファイル")')
  await page.goto(`${service.url}/admin`)
  await page.waitForSelector('h1:has-text("概要")')
  expect(await page.getAttribute('html', 'lang')).toBe('ja')
  await tab.expectClean()
})
