import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { eventually, expectFocused } from '../support/page-waits.ts'
import { speechWav } from '../support/recogniser.ts'
import { transcriptService } from '../support/transcripts.ts'

const testPage = test.skipIf(CHROMIUM === null)
const [DESK, PHONE] = LOOKS
const CHOOSE = '.sources input[type=file]'
/** At least, since a busy machine may draw the next one only. */
const A_SECOND = /0:(?:0[1-9]|[1-5]\d)/
/** What is played stays for long where it is. */
const PLAY_SLOWLY = `const { play } = HTMLMediaElement.prototype
HTMLMediaElement.prototype.play = function () {
  this.playbackRate = 0.1
  return play.call(this)
}`

testPage('journey: a recording is uploaded, transcribed, corrected, played and saved', async () => {
  await using service = transcriptService()
  await using tab = await openApp(service, '/app/transcribe', DESK)
  const { page } = tab
  await page.waitForSelector('h2:has-text("No transcripts yet")')
  await expectAccessible(page)
  const { recogniser } = service
  recogniser.hold()
  await page.setInputFiles(CHOOSE, recording('talk.wav', 50))
  await page.waitForURL(/\/app\/transcribe\/trs_/)
  await recogniser.reached(1)
  await page.waitForSelector('text=0:00 of 0:50 transcribed')
  await expectAccessible(page)
  await page.addInitScript(PLAY_SLOWLY)
  // It goes on without the page, and is found again by its address.
  await page.reload()
  await page.waitForSelector('progress[aria-label="Transcribed"]')
  recogniser.release()
  await page.waitForURL(/\/app\/transcribe\/his_/)
  await page.waitForSelector('.segment >> nth=24')
  // The browser may not read the file again after the reload.
  await page.setInputFiles('.editor-sound input[type=file]', recording('talk.wav', 50))
  await page.waitForSelector('.player')
  await expectAccessible(page)
  await expectFits(page)

  await page.click('[aria-label="Play from 0:04"]')
  await page.waitForSelector('.segment[aria-current] [aria-label="Text at 4 s"]')
  await page.click('[aria-label="Pause the recording"]')
  const position = page.getByRole('slider', { name: 'Position in the recording' })
  await position.press('PageUp')
  await page.waitForSelector('.segment[aria-current] [aria-label="Text at 34 s"]')

  const first = page.getByRole('textbox', { name: 'Text at 0 s' })
  await first.press('End')
  await page.keyboard.type(', corrected')
  await page.keyboard.press('ArrowDown')
  await expectFocused(page.getByRole('textbox', { name: 'Text at 2 s' }))
  await page.keyboard.press('Escape')
  await expectFocused(page.getByRole('button', { name: 'Play from 0:02' }))
  await page.waitForSelector('.edited:has-text("kept in this browser")')
  await page.reload()
  await page.waitForSelector('.segment:has-text("word 1, corrected")')
  expect(await download(page, 'SRT')).toStartWith(
    '1\n00:00:00,000 --> 00:00:02,000\nword 1, corrected\n\n2\n',
  )
  expect(await download(page, 'VTT')).toStartWith('WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n')
  expect(await download(page, 'Text')).toStartWith('word 1, corrected\nword 2\n')
  await page.click('text=Undo all of them')
  await page.waitForSelector('.edited', { state: 'detached' })
  await eventually(async () => expect(await first.textContent()).toBe('word 1'))

  await page.click('[aria-label=Rename]')
  await page.getByRole('textbox', { name: 'Title' }).fill('House meeting')
  await page.keyboard.press('Enter')
  await page.waitForSelector('h1:has-text("House meeting")')
  await page.click('text=All transcripts')
  await page.click('[aria-label="Delete House meeting"]')
  await page.click('dialog button:has-text("Delete")')
  await page.waitForSelector('h2:has-text("No transcripts yet")')
  await tab.expectClean()
})

testPage('the microphone is recorded; a refused one and an address inside are told', async () => {
  await using service = transcriptService()
  await using tab = await openApp(service, '/app/transcribe', PHONE)
  const { page } = tab
  await page.getByLabel('Address of a recording').fill('http://127.0.0.1/a.mp3')
  await page.click('button:has-text("Write down")')
  await page.waitForSelector('.notice.bad:has-text("this address is not on the public internet")')
  await page.click('.notice a')
  const record = page.getByRole('button', { name: 'Record', exact: true })
  await record.click()
  await page.waitForSelector('[role=alert]:has-text("did not allow the microphone")')
  await expectAccessible(page)
  await expectFits(page)
  await page.context().grantPermissions(['microphone'], { origin: service.url })
  await record.click()
  const stop = page.getByRole('button', { name: 'Stop and write down' })
  await expectFocused(stop)
  await page.locator('.source .number', { hasText: A_SECOND }).waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await stop.press('Enter')
  await page.waitForURL(/\/app\/transcribe\/his_/)
  await page.waitForSelector('.segment:has-text("word 1")')
  // This browser still has it.
  await page.waitForSelector('.player')
  await expectAccessible(page)
  await expectFits(page)
  // Without ffmpeg the browser's own format is refused, and sent once more as WAV.
  await tab.expectClean((fault) => /status of 503/.test(fault))
})

function recording(name: string, seconds: number) {
  const wav = speechWav(seconds, (index) => Math.round(9_000 * Math.sin(index / 20)))
  return { name, mimeType: 'audio/wav', buffer: Buffer.from(wav) }
}

async function download(page: Page, format: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download as ${format}` }).click(),
  ])
  return await Bun.file(await file.path()).text()
}
