import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { eventually, expectCount, expectFocused, expectValue } from '../support/page-waits.ts'
import { pickFrom } from '../support/pick.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const [DESK, PHONE] = LOOKS

testPage(
  'journey: a text is spoken, played, kept, downloaded and deleted by the keyboard',
  async () => {
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
    // It is opened by itself. A sound that is still loaded while its clip is deleted is not found.
    await page.waitForSelector('.clip .player')
    await page.getByRole('button', { name: /^Close Good morning/ }).press('Enter')
    await page.waitForSelector('.clip .player', { state: 'detached' })
    await page.getByRole('button', { name: /^Delete Good morning/ }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await page.waitForSelector('h2:has-text("No clips yet")')
    await tab.expectClean()
  },
)

testPage('a clip that is deleted while the list is loaded does not come back', async () => {
  await using service = startService()
  const made = await service.asOwner('POST', '/api/ai/tts', { text: 'Good night.', async: true })
  const job = await pickFrom(made, 'job_id')
  await eventually(async () =>
    expect(await pickFrom(await service.asOwner('GET', `/api/ai/tts/${job}`), 'status')).toBe(
      'succeeded',
    ),
  )
  await using tab = await openApp(service, '/app/', DESK)
  const { page } = tab
  const [jobAsked, listAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const [jobHeld, listHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/api/ai/tts/${job}`, async (route) => {
    jobAsked.resolve()
    await jobHeld.promise
    await route.continue()
  })
  await page.goto(`${service.url}/app/speak?job=${job}`)
  await page.waitForSelector('.clip:has-text("Good night.")')
  await jobAsked.promise
  // The list is loaded once more when the job is known to have ended.
  let lists = 0
  await page.route('**/history?*', async (route) => {
    lists += 1
    if (lists > 1) return route.continue()
    const response = await route.fetch()
    listAsked.resolve()
    await listHeld.promise
    await route.fulfill({ response })
  })
  jobHeld.resolve()
  await listAsked.promise
  await page.getByRole('button', { name: /^Delete Good night/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForSelector('h2:has-text("No clips yet")')
  listHeld.resolve()
  await eventually(async () => expect(lists).toBe(2))
  await page.waitForSelector('h2:has-text("No clips yet")')
  await expectCount(page.locator('.clip'), 0)
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
  await page.waitForSelector('.error:has-text("100,001 of 100,000 characters")')
  await eventually(async () =>
    expect(await page.getByRole('button', { name: 'Speak' }).isDisabled()).toBe(true),
  )
  await tab.expectClean((fault) => /status of 422/.test(fault))
})
