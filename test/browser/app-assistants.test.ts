import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { expectFocused, expectValue } from '../support/page-waits.ts'
import { pick } from '../support/pick.ts'
import { startService } from '../support/service.ts'
import { startUpstream, streamText, type UpstreamRequest } from '../support/upstream.ts'

const testPage = test.skipIf(CHROMIUM === null)
const FOLDER = process.env['SCREENSHOTS']
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

async function expectRight(page: Page, name: string): Promise<void> {
  for (const look of LOOKS) {
    await page.setViewportSize(look.viewport)
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    await expectFits(page)
    if (FOLDER) await page.screenshot({ path: `${FOLDER}/${name}-${look.colorScheme}.png` })
  }
  await page.setViewportSize(LOOKS[0].viewport)
}

testPage(
  'an assistant is made, chosen by / in a chat, changed, duplicated and deleted',
  async () => {
    await using upstream = startUpstream()
    const asked: UpstreamRequest[] = []
    upstream.script((ask) => {
      asked.push(ask)
      return streamText(['Soup.'])
    })
    await using service = startService({ upstream: upstream.url })
    await using tab = await openApp(service, '/app/assistants', LOOKS[0])
    const { page } = tab
    await page.getByText('No assistants yet').waitFor()
    await page.click('a:has-text("New assistant")')
    await page.fill('input[type=text]', 'Recipes')
    await page.setInputFiles('input[type=file]', {
      name: 'pot.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PICTURE, 'base64'),
    })
    await page.waitForSelector('img.assistant-picture')
    await page.fill('[placeholder="An emoji"]', '🍲')
    await page.fill('textarea', 'You are a patient cook.')
    await page.check('label:has-text("read_page") input')
    await page.click('summary')
    await page.fill('input[type=number] >> nth=0', '0.3')
    await expectRight(page, 'assistant-form')
    await page.click('button:has-text("Save")')
    await page.getByText('You are a patient cook.').waitFor()
    await expectRight(page, 'assistants')
    await page.click('[aria-label="Chat"], .rail a:has-text("Chat")')
    await page.locator('.compose textarea').fill('/rec')
    await page.locator('[role=option][aria-selected=true]', { hasText: 'Recipes' }).waitFor()
    await expectRight(page, 'slash')
    await page.locator('.compose textarea').press('Enter')
    await page.locator('.assistant-chip', { hasText: 'Recipes' }).waitFor()
    await expectValue(page.locator('.compose textarea'), '')
    await expectFocused(page.locator('.compose textarea'))
    await page.keyboard.type('What is for dinner?')
    await page.keyboard.press('Enter')
    await page.locator('.answer p', { hasText: 'Soup.' }).waitFor()
    expect(String(pick(asked[0]?.body, 'messages.0.content'))).toContain('You are a patient cook.')
    expect(asked[0]?.body['temperature']).toBe(0.3)
    // It is kept over a reload, and taken off by its button.
    await page.reload()
    await page.locator('.assistant-chip', { hasText: 'Recipes' }).waitFor()
    await expectRight(page, 'with-assistant')
    await page.click('[aria-label="Continue without Recipes"]')
    await page.locator('.assistant-chip').waitFor({ state: 'detached' })
    await page.goto(`${service.url}/app/assistants`)
    await page.click('[aria-label="More about Recipes"]')
    await page.click('dialog button:has-text("Duplicate")')
    await page.waitForSelector('input[type=text]')
    expect(await page.inputValue('input[type=text]')).toBe('Copy of Recipes')
    await page.check('label:has-text("For everyone here") input')
    await page.click('button:has-text("Save")')
    await page.locator('h2', { hasText: 'For everyone here' }).waitFor()
    await page.click('[aria-label="More about Recipes"]')
    await page.click('dialog button:has-text("Change")')
    await page.locator('code', { hasText: 'assistant/recipes' }).waitFor()
    await page.fill('textarea', 'You are a fast cook.')
    await page.click('button:has-text("Save")')
    await page.getByText('You are a fast cook.').waitFor()
    await page.click('[aria-label="More about Recipes"]')
    await page.click('dialog button:has-text("Delete")')
    await page.locator('dialog button', { hasText: 'Delete' }).click()
    await page.getByText('You are a fast cook.').waitFor({ state: 'detached' })
    await tab.expectClean()
  },
)

testPage(
  'a prompt is saved, chosen by / with its variables, and own instructions are kept',
  async () => {
    await using upstream = startUpstream()
    await using service = startService({ upstream: upstream.url })
    await using tab = await openApp(service, '/app/assistants', LOOKS[0])
    const { page } = tab
    await page.click('button:has-text("New prompt")')
    await page.fill('dialog input[type=text]', 'Explain')
    await page.fill('dialog textarea', 'Explain {{topic}} to {{whom}}, {{topic}} only.')
    await page.getByText('You are asked for: topic, whom.').waitFor()
    await expectRight(page, 'prompt-dialog')
    await page.click('dialog button:has-text("Save")')
    await page.locator('.rows', { hasText: 'Explain' }).waitFor()
    await expectRight(page, 'prompts')
    await page.click('.rail a:has-text("Chat")')
    await page.locator('.compose textarea').fill('/')
    await page.locator('[role=option][aria-selected=true]', { hasText: 'Explain' }).waitFor()
    await page.locator('.compose textarea').press('Enter')
    await page.locator('dialog textarea').nth(0).fill('yeast')
    await page.locator('dialog textarea').nth(1).fill('a child')
    await expectRight(page, 'prompt-variables')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(await page.inputValue('.compose textarea')).toBe('Explain yeast to a child, yeast only.')
    // A slash that is meant as text is left alone once the menu is closed.
    await page.locator('.compose textarea').fill('/none')
    await page.getByText('Nothing has this name.').waitFor()
    await page.locator('.compose textarea').press('Escape')
    await page.locator('.slash-menu').waitFor({ state: 'detached' })
    await page.goto(`${service.url}/app/me`)
    await page.fill('.card textarea', 'I am Ann.')
    await page.check('label:has-text("Use them in every chat") input')
    await page.click('.card button:has-text("Save")')
    await page.getByText('Saved').waitFor()
    await page.reload()
    await page.waitForSelector('.card textarea')
    expect(await page.inputValue('.card textarea')).toBe('I am Ann.')
    await expectRight(page, 'own-instructions')
    await tab.expectClean()
  },
)
