import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { buildWebApp } from '../../src/features/web-app/build.ts'
import { expectAccessible, expectFits, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { pseudoSource } from '../support/pseudo-language.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Words of English in what a page shows or has read out; other than names, none may be left. */
const ENGLISH_WORDS = `(() => {
  const plain = (text) => /[A-Za-z]{3}/.test(text) && !/[\\u00c0-\\u024f\\u1e00-\\u1eff]/.test(text)
  const isData = (element) => element.closest('code, kbd, bdi, [lang]:not(html), [data-name], script, style, noscript, title') !== null
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

/** Pages whose words are all translated, with the beginnings of what they show that is a name. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/app/nothing': [],
  '/app/': [],
  '/app/assistants': [],
  '/app/assistants/new': ['Top P'],
  '/app/files': [],
  '/app/history': [],
  '/app/jobs': [],
  '/app/knowledge': [],
  '/app/speak': ['Awb', 'Kal', 'Kal16', 'Rms', 'Slt'],
  '/app/tasks': [],
  '/app/tasks/summarize': [],
  '/app/transcribe': [],
  '/app/video': [],
  '/app/video?do=list': [],
  // Why the sandbox cannot run, which the service says.
  '/app/workers': ['Workers cannot run'],
}
/** Names in the frame. */
const NAMES = ['title: Ctrl K']

async function expectTranslated(page: Page, names: readonly string[]): Promise<void> {
  const words = await page.evaluate<string[]>(ENGLISH_WORDS)
  expect(
    words.filter((text) => ![...NAMES, ...names].some((name) => text.startsWith(name))),
  ).toEqual([])
}

testPage('in a longer language every word is translated and has room on a phone', async () => {
  await using service = startService({ buildWebApp: () => buildWebApp('en', pseudoSource) })
  await using tab = await openApp(service, '/app/nothing', PHONE)
  const { page } = tab
  for (const [path, names] of Object.entries(PAGES)) {
    await page.goto(service.url + path)
    await page.waitForSelector('h1:has-text("~")')
    await page.waitForSelector('.bars', { state: 'detached' })
    await expectTranslated(page, names)
    await expectFits(page)
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
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
  await page.keyboard.type('ファ')
  await page.waitForSelector('[role=option]:has-text("ファイル")')
  await tab.expectClean()
})
