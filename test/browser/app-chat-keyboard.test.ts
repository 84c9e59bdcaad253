import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { eventually, expectTrue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { steppedEngine } from '../support/stepped-engine.ts'

const testPage = test.skipIf(CHROMIUM === null)

const DESK = { width: 1280, height: 800 }
testPage('Chat is used by the keyboard alone, and says each answer once', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/', { viewport: DESK })
  const { page } = tab
  const { keyboard } = page
  const write = async (text: string, key: string) => {
    await keyboard.type(text)
    await keyboard.press(key)
  }
  await page.waitForSelector('.list p')
  await focusComes(page, 'Message')
  await page.evaluate(WATCH_STATUS)
  await write('Why does bread rise?', 'Enter')
  await page.waitForURL(/\/app\/c\//)
  await page.waitForSelector('article.answer')
  say('Yeast **eats**')
  await page.waitForSelector('article.answer:has-text("Yeast eats")')
  say(' sugar.')
  end()
  await page.waitForSelector('article.answer[aria-busy=false]')
  await focusComes(page, 'Message')
  // Not by a function that the page polls: its policy lets no text become one.
  await eventually(async () =>
    expect(await page.evaluate(`said.some((text) => text.includes('sugar'))`)).toBe(true),
  )
  const said: string[] = await page.evaluate('said')
  expect(said.filter((text) => text.includes('sugar'))).toEqual(['Answer: Yeast eats sugar.'])
  expect(new Set(said).size).toBe(said.length)
  const tree = await page.locator('main').ariaSnapshot()
  for (const part of [
    'heading "Why does bread rise?" [level=1]',
    'article "You"',
    'article "Answer"',
    'button "Copy the answer"',
    'button "Answer again"',
    'textbox "Message"',
    'status: "Answer: Yeast eats sugar."',
  ])
    expect(tree).toContain(part)

  await write('And without?', 'Enter')
  await page.waitForSelector('[aria-label="Stop the answer"]')
  await tabTo(page, 'Stop the answer')
  await keyboard.press('Enter')
  await page.waitForSelector('text=Stopped before the answer started.')
  await focusComes(page, 'Message')

  await tabTo(page, 'Edit and send again', 'Shift+Tab')
  await keyboard.press('Enter')
  await focusComes(page, 'Your message')
  await keyboard.press('Escape')
  await focusComes(page, 'Edit and send again')
  await keyboard.press('Enter')
  await keyboard.press('Control+a')
  await write('And with sourdough?', 'Enter')
  await page.waitForSelector('article.own:has-text("sourdough")')
  await focusComes(page, 'Edit and send again')
  await tabTo(page, 'Earlier version', 'Shift+Tab')
  await keyboard.press('Enter')
  await page.waitForSelector('article.own:has-text("And without?")')
  await focusComes(page, 'Earlier version')

  const more = 'More about this conversation'
  await tabTo(page, more, 'Shift+Tab')
  await keyboard.press('Enter')
  await page.waitForSelector('dialog[open]')
  await keyboard.press('Escape')
  await page.waitForSelector('dialog', { state: 'detached' })
  await focusComes(page, more)
  for (const [item, done] of [
    ['Rename', '.list a:has-text("Bread")'],
    ['Pin', '.list h2:has-text("Pinned")'],
  ] as const) {
    await keyboard.press('Enter')
    await page.waitForSelector('dialog[open]')
    await tabTo(page, item)
    await keyboard.press('Enter')
    if (item === 'Rename') await page.waitForSelector('dialog[open] input')
    if (item === 'Rename') await write('Bread', 'Enter')
    await page.waitForSelector(done)
    await page.waitForSelector('dialog', { state: 'detached' })
    await focusComes(page, more)
  }
  await tabTo(page, 'Search in all conversations', 'Shift+Tab')
  await keyboard.type('sugar')
  await page.waitForSelector('.list small')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await page.waitForSelector('.target:has-text("Yeast eats sugar.")')

  await tabTo(page, more)
  await keyboard.press('Enter')
  await page.waitForSelector('dialog[open]')
  await tabTo(page, 'Delete')
  await keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/app/')
  await page.waitForSelector('.welcome')
  await focusComes(page, 'Message')
  await tab.expectClean()
})

/** Moves the focus until it is at what has this name, and sees it at each step. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if ((await page.evaluate(FOCUSED)) === name) return
    await page.keyboard.press(key)
    expect(await page.evaluate(IS_FOCUS_SEEN)).toBe(true)
  }
  throw new Error(`The focus does not come to ${name}`)
}

/** Waits until the focus is where it belongs: a dialog takes and gives it after it is drawn. */
async function focusComes(page: Page, name: string): Promise<void> {
  await expectTrue(page, `${FOCUSED} === ${JSON.stringify(name)}`)
}

const FOCUSED = `(() => {
  const { activeElement } = document
  return activeElement.ariaLabel ?? activeElement.textContent.trim()
})()`
/** Outside of the page, where the focus goes round, nothing is shown in it. */
const IS_FOCUS_SEEN = `(() => {
  const one = document.activeElement
  if (one === document.body) return true
  const style = getComputedStyle(one.closest('.box') === null || one.tagName !== 'TEXTAREA' ? one : one.closest('.box'))
  return style.outlineStyle !== 'none' || style.borderStyle !== 'none'
})()`
/** Keeps what live regions say, each time that it changes. */
const WATCH_STATUS = `window.said = []
new MutationObserver((changes) => {
  const regions = new Set(changes.map(({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest('[role=status], [role=alert]')))
  for (const region of regions) if (region?.textContent) said.push(region.textContent)
}).observe(document.body, { subtree: true, childList: true, characterData: true })`
