import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { eventually, expectFocused, expectValue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const [DESK, PHONE] = LOOKS

testPage('a text is spoken, played, kept, downloaded and deleted by the keyboard', async () => {
  await using service = startService()
  await using tab = await openApp(service, '/app/speak', DESK)
  const { page } = tab
  await page.waitForSelector('h2:has-text("No clips yet")')
  await expectAccessible(page)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.focus()
  await page.keyboard.type('Good morning, everybody.')
  await page.waitForSelector('text=24 of 100,000 characters')
  await page.getByLabel('Voice').selectOption({ index: 1 })
  const speed = page.getByRole('slider', { name: /Speed/ })
  await speed.press('Home')
  await eventually(async () =>
    expect(await speed.getAttribute('aria-valuetext')).toBe('0.50 times'),
  )
  await text.press('Control+Enter')
  await page.waitForSelector('.clip .player')
  await page.waitForSelector(
    '[aria-label^="Play Good morning"], [aria-label^="Pause Good morning"]',
  )
  await expectAccessible(page)
  await expectFits(page)
  const position = page.getByRole('slider', { name: /Position in Good morning/ })
  await position.press('ArrowRight')
  await expectFocused(position)
  const seconds = Number(await position.getAttribute('max'))
  expect(seconds).toBeGreaterThan(1)
  await eventually(async () => expect(Number(await position.inputValue())).toBeGreaterThan(1))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download Good morning/ }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('speech.wav')
  expect((await Bun.file(await file.path()).bytes()).byteLength).toBeGreaterThan(10_000)

  await page.getByRole('button', { name: /^Keep Good morning/, pressed: false }).press('Space')
  await page.waitForSelector('.clip:has-text("kept")')
  await page.reload()
  // What was typed and chosen stays.
  await expectValue(text, 'Good morning, everybody.')
  await expectValue(speed, '0.5')
  await page.waitForSelector('.clip:has-text("kept")')
  await page.getByRole('button', { name: /^Delete Good morning/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await page.waitForSelector('h2:has-text("No clips yet")')
  await tab.expectClean()
})

testPage('a language that nothing here can speak is told, and a long text waits', async () => {
  await using service = startService()
  await using tab = await openApp(service, '/app/speak', PHONE)
  const { page } = tab
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Guten Morgen, das Brot ist im Ofen und der Kaffee steht schon auf dem Tisch.')
  await page.getByRole('button', { name: 'Speak' }).click()
  await page.waitForSelector('[role=alert]:has-text("The text seems to be in German")')
  await expectAccessible(page)
  await expectFits(page)
  await text.fill('x'.repeat(100_001))
  await page.waitForSelector('.fault:has-text("100,001 of 100,000 characters")')
  await eventually(async () =>
    expect(await page.getByRole('button', { name: 'Speak' }).isDisabled()).toBe(true),
  )
  await tab.expectClean((fault) => /status of 422/.test(fault))
})
