import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { NewHistoryEntry } from '../../src/features/history/history-entry.ts'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { expectCount } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const [DESK, PHONE] = LOOKS
/** A title that would be markup, that turns the direction, and that has no place to break. */
const HOSTILE = `<b>\u202Egpj.${'x'.repeat(200)}`
const SRT =
  '1\n00:00:00,500 --> 00:00:02,000\nGuten Morgen\n\n2\n00:00:02,000 --> 00:00:03,000\nWelt\n'

const TRANSCRIPT: NewHistoryEntry = {
  ...{ owner: 'primary', kind: 'transcript', title: 'Lecture on lighthouses', language: 'en' },
  ...{ text: 'The lighthouse keeper trims the lamp', seconds: 125 },
  data: { segments: [{ start: 0, end: 2, text: 'The lighthouse keeper' }], engine: 'whisper' },
}
const TRANSLATION: NewHistoryEntry = {
  ...{ owner: 'primary', kind: 'translation', title: 'Greeting', text: 'Guten Morgen Welt' },
  data: { srt: SRT, target: 'de', source: 'en' },
}
const CLIP: NewHistoryEntry = {
  ...{ owner: 'primary', kind: 'speech', title: HOSTILE, text: 'Say it again', seconds: 3 },
  data: {
    clip: 'AAAAAAAAAAAAAAAAAAAAAA.wav',
    engine: 'flite',
    format: 'wav',
    mediaType: 'audio/wav',
  },
}

testPage('journey: the history is filtered, searched, renamed, kept and deleted', async () => {
  await using service = startService()
  await using tab = await openApp(service, '/app/history', DESK)
  const { page } = tab
  await page.waitForSelector('h2:has-text("Nothing here yet")')
  await expectAccessible(page)
  const { keepInHistory, history } = service.services
  for (const entry of [TRANSCRIPT, TRANSLATION, CLIP]) keepInHistory(entry)
  await page.reload()
  await page.waitForSelector('.history-item:nth-child(3)')
  await expectCount(page.locator('.history-item b'), 0)
  await page.waitForSelector('.history-item:has-text("Transcript · 2:05 · English · ")')
  await page.waitForSelector('.history-item:has-text("expires in 30 days")')
  await expectAccessible(page)
  await expectFits(page)

  await page.getByLabel('Search titles and texts').fill('keeper tri')
  await page.waitForSelector('.history-item:has-text("trims the lamp")')
  await page.waitForURL(/\?q=keeper\+tri$/)
  await expectCount(page.locator('.history-item'), 1)
  await page.click('nav.history-filters >> text=Clips')
  await page.waitForSelector('h2:has-text("Nothing has these words")')
  await page.click('text=Show everything')
  await page.click('nav.history-filters >> text=Clips')
  await page.waitForURL(/\?kind=speech$/)
  await page.waitForSelector('.history-item')
  await expectCount(page.locator('.history-item'), 1)

  await page.getByRole('button', { name: /^Keep / }).click()
  await page.waitForSelector('.history-item:has-text("kept") [aria-pressed=true]')
  await page.getByRole('button', { name: /^Rename / }).click()
  await page.getByLabel('Title', { exact: true }).fill('Puppets')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.history-item:has-text("Puppets")')
  expect((await history.list('primary', { query: 'puppets' }, 5, undefined)).items).toMatchObject([
    { title: 'Puppets', expiresAt: undefined },
  ])
  await page.click('[aria-label="Delete Puppets"]')
  await page.click('dialog button:has-text("Delete")')
  await page.waitForSelector('h2:has-text("No clips yet")')
  expect((await history.list('primary', {}, 5, undefined)).items).toHaveLength(2)
  await tab.expectClean()
})

testPage('an entry is opened: a translation to save, a transcript in its editor', async () => {
  await using service = startService()
  const { keepInHistory } = service.services
  const [transcript, translation] = [TRANSCRIPT, TRANSLATION].map((entry) => keepInHistory(entry))
  const clip = keepInHistory(CLIP)
  await using tab = await openApp(service, '/app/history', PHONE)
  const { page } = tab
  await page.click('.history-item a:has-text("Greeting")')
  await page.waitForURL(new RegExp(`/app/history/${translation}$`))
  await page.waitForSelector('.entry-text:has-text("Guten Morgen")')
  await expectAccessible(page)
  await expectFits(page)
  const saved = page.waitForEvent('download')
  await page.click('[aria-label="Download as VTT"]')
  const download = await saved
  expect(download.suggestedFilename()).toBe('Greeting.de.vtt')
  expect(readFileSync(await download.path(), 'utf8')).toContain(
    '00:00:00.500 --> 00:00:02.000\nGuten Morgen',
  )
  await page.click('header a:has-text("History")')
  await page.waitForSelector('.history-item:nth-child(3)')
  await expectFits(page)
  await page.goto(`${service.url}/app/history/${transcript}`)
  await page.waitForURL(new RegExp(`/app/transcribe/${transcript}$`))
  await page.goto(`${service.url}/app/history/${clip}`)
  await page.waitForSelector('text=Say it again')
  await expectFits(page)
  await page.goto(`${service.url}/app/history/his_none`)
  await page.waitForSelector('h2:has-text("There is no such entry")')
})
