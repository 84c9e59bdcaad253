import { expect, test } from 'bun:test'
import { abortable } from '../../src/platform/deadline.ts'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { eventually, expectCount, expectFocused, expectValue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { toneEngine } from '../support/speech-engines.ts'
import { transcriptService } from '../support/transcripts.ts'

const testPage = test.skipIf(CHROMIUM === null)
const [, PHONE] = LOOKS
const ANSWER =
  'eats the sugar of the flour and gives off a gas. The dough holds it in small bubbles until it is baked.'
/** Source text for the page. */
const FIELD = 'document.querySelector(".compose textarea")'

testPage('a message is dictated at the caret, and its answer read aloud', async () => {
  const engine = fakeEngine('local', saying(`**Yeast** ${ANSWER}`))
  // It sounds until the rest is spoken, however long a busy machine looks at the page meanwhile.
  const rest = Promise.withResolvers<void>()
  const voice = toneEngine({
    onSpeak: async ({ text }, signal) => {
      if (!text.startsWith('Yeast')) await abortable(rest.promise, signal)
    },
  })
  await using service = transcriptService({ engines: [engine], speechEngines: [voice] })
  await using tab = await openApp(service, '/app/', PHONE)
  const { page } = tab
  const message = page.getByRole('textbox', { name: 'Message' })
  const dictate = page.getByRole('button', { name: 'Dictate' })
  await dictate.click()
  await page.waitForSelector('.toast:has-text("did not allow the microphone")')
  await page.context().grantPermissions(['microphone'], { origin: service.url })

  await message.fill('Say  twice')
  await page.evaluate(`${FIELD}.setSelectionRange(4, 4)`)
  await dictate.click()
  const stop = page.getByRole('button', { name: 'Stop and write it down' })
  await expectFocused(stop)
  await expectAccessible(page)
  await expectFits(page)
  await page.keyboard.press('Escape')
  await expectFocused(message)
  await expectValue(message, 'Say  twice')

  // However long a busy machine records.
  service.recogniser.hear = () => [{ start: 0, end: 2, text: ' word 1' }]
  service.recogniser.hold()
  await page.evaluate(`${FIELD}.setSelectionRange(4, 4)`)
  await dictate.click()
  await page.locator('.dictating', { hasText: /0:(?:0[1-9]|[1-5]\d)/ }).waitFor()
  await stop.press('Enter')
  await page.waitForSelector('.dictating:has-text("Transcribing")')
  await expectFits(page)
  await service.recogniser.reached(1)
  service.recogniser.release()
  await expectFocused(message)
  await expectValue(message, 'Say word 1 twice')
  await eventually(async () =>
    expect(await page.evaluate<number>(`${FIELD}.selectionStart`)).toBe(10),
  )

  await page.click('[aria-label=Send]')
  const spoken = page.waitForRequest((request) => request.url().endsWith('/v1/audio/speech'))
  await page.getByRole('button', { name: 'Read the answer aloud' }).click()
  expect((await spoken).postDataJSON().input).toBe(`Yeast ${ANSWER}`)
  const sounding = page.locator('[aria-label="Stop reading"][aria-busy=false]')
  await sounding.waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop reading' }).click()
  await page.getByRole('button', { name: 'Read the answer aloud' }).click()
  await sounding.waitFor()
  rest.resolve()
  // It ends by itself.
  await page.waitForSelector('[aria-label="Read the answer aloud"]')
  expect(voice.spoken.some(({ text }) => !text.startsWith('Yeast'))).toBe(true)
  // Without ffmpeg the browser's own format is refused, and sent once more as WAV.
  await tab.expectClean((fault) => /status of 503|net::ERR_ABORTED/.test(fault))
})

testPage('without a recogniser and a voice, Chat offers neither', async () => {
  await using service = startService({ transcriptionEngines: [], speechEngines: [] })
  await using tab = await openApp(service, '/app/')
  const { page } = tab
  await page.waitForSelector('.pick:has-text("No engine")')
  await expectCount(page.locator('.dictate'), 0)
  await page.click('nav.rail a:has-text("Transcribe")')
  await page.waitForSelector('h2:has-text("No transcription engine is installed")')
  await expectAccessible(page)
  await page.click('nav.rail a:has-text("Speak")')
  await page.waitForSelector('h2:has-text("No speech engine is there")')
  await expectAccessible(page)
  await tab.expectClean()
})
