import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Message } from '../../src/engines/contract/text.ts'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { photo } from '../support/documents/images.ts'
import { pdf } from '../support/documents/pdf.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { until } from '../support/gates.ts'
import { eventually, expectCount, expectValue } from '../support/page-waits.ts'
import { tempFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const RIVER = 'Glomma is the longest river in Norway'
const CHIP = '.compose .attachment'
const SENT = 'article.own .attachment'

interface GivenFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** Pastes or drops files as a browser does. */
function give(page: Page, how: 'paste' | 'drop', files: readonly GivenFile[]): Promise<unknown> {
  const given = files.map(({ name, type, bytes }) => ({ name, type, bytes: [...bytes] }))
  return page.evaluate(`(() => {
    const data = new DataTransfer()
    for (const { name, type, bytes } of ${JSON.stringify(given)})
      data.items.add(new File([new Uint8Array(bytes)], name, { type }))
    const options = { bubbles: true, cancelable: true }
    const event = ${JSON.stringify(how)} === 'paste'
      ? new ClipboardEvent('paste', { ...options, clipboardData: data })
      : new DragEvent('drop', { ...options, dataTransfer: data })
    document.querySelector(${JSON.stringify(how === 'paste' ? 'textarea' : '.message-list')}).dispatchEvent(event)
  })()`)
}

/** Says which files the model was given. */
function namesIn(messages: readonly Message[]): string {
  const text = JSON.stringify(messages)
  const names = [...text.matchAll(/\\nname: \\+"(.*?)\\+"/g)].map(([, name]) => name)
  return `${names.join(' and ')}${text.includes('image_url') ? ', one seen' : ''}`
}

testPage('why a file was not taken is in the language of the person', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('Done'))] })
  await using tab = await openApp(service, '/app/', { ...LOOKS[0], locale: 'de-DE' })
  const { page } = tab
  await page.waitForSelector('[aria-label="Dateien anhängen"]')
  const locked = pdf([RIVER], { isEncrypted: true })
  await give(page, 'drop', [{ name: 'locked.pdf', type: 'application/pdf', bytes: locked }])
  await page.waitForSelector('[aria-label=Senden]:enabled')
  await page.fill('textarea', 'Was ist das?')
  await page.click('[aria-label=Senden]')
  const why = 'die Datei ist mit einem Passwort geschützt'
  await page.waitForSelector(`${CHIP}.bad:has-text("Nicht angenommen: ${why}")`)
  await page.waitForSelector(`[role=alert]:has-text("locked.pdf: ${why}")`)
})

testPage(
  'journey: a person pastes a picture, drops a PDF, sends, finds them again, and deletes them',
  async () => {
    using folder = tempFolder()
    const root = join(folder.path, 'attachments')
    const engine = fakeEngine('local', (turn, signal) =>
      saying(namesIn(turn.messages))(turn, signal),
    )
    await using service = startService({ engines: [engine], env: { DATA_DIR: folder.path } })
    await using tab = await openApp(service, '/app/', LOOKS[0])
    const { page } = tab
    await page.waitForSelector('[aria-label="Attach files"]')
    await give(page, 'paste', [{ name: 'red.png', type: 'image/png', bytes: await photo('png') }])
    const locked = pdf([RIVER], { isEncrypted: true })
    await give(page, 'drop', [
      { name: 'rivers.pdf', type: 'application/pdf', bytes: pdf([`${RIVER}, and ${RIVER}`]) },
      { name: 'locked.pdf', type: 'application/pdf', bytes: locked },
      { name: 'films.zip', type: 'application/zip', bytes: Buffer.from('PK') },
    ])
    await page.waitForSelector(
      '[role=alert]:has-text("films.zip is not attached: archives are not opened")',
    )
    await page
      .locator('[role=status]:has-text("locked.pdf is attached")')
      .waitFor({ state: 'attached' })
    await expectCount(page.locator(CHIP), 3)
    await page.waitForSelector('.limits:has-text("Up to 10 files, 15 MB each, 40 MB in all")')

    // What has come to the service survives a reload.
    await page.waitForSelector('[aria-label=Send]:enabled')
    await page.reload()
    await page.locator(CHIP).nth(2).waitFor()
    await page.fill('textarea', 'What are these?')
    await page.click('[aria-label=Send]')
    await page.waitForSelector(
      `${CHIP}.bad:has-text("Not accepted: it is encrypted with a password")`,
    )
    await expectValue(page.locator('textarea'), 'What are these?')
    await expectAccessible(page)
    await expectFits(page)
    await page.focus('[aria-label="Remove locked.pdf"]')
    await page.keyboard.press('Enter')
    await page.click('[aria-label=Send]')
    await page.waitForSelector('article.answer:has-text("red.png and rivers.pdf, one seen")')
    await expectCount(page.locator(CHIP), 0)
    await expectAccessible(page)

    // The files go along with a later message, an edited one, and over a reload.
    await page.reload()
    await page.waitForSelector(`${SENT}:has-text("PDF · 1 page")`)
    const picture = `document.querySelector('${SENT} img')`
    const width = `${picture}?.decode().then(() => ${picture}.naturalWidth)`
    await eventually(async () => expect(await page.evaluate(width)).toBe(40))
    const download = page.waitForEvent('download')
    await page.click(`${SENT}:has-text("rivers.pdf")`)
    expect((await download).suggestedFilename()).toBe('rivers.pdf')
    await page.hover('article.own')
    await page.click('[aria-label="Edit and send again"]')
    await page.fill('.edit textarea', 'Shorter, please')
    await page.keyboard.press('Enter')
    await page.waitForSelector('article.own:has-text("Shorter, please") >> text=rivers.pdf')
    await page.waitForSelector('article.answer[aria-busy=false]:has-text("one seen")')
    await page.fill('.list input[type=search]', 'rivers.pdf')
    await page.waitForSelector('.list .entry mark')

    expect(readdirSync(root)).toHaveLength(1)
    await page.click('[aria-label="More about this conversation"]')
    await page.click('button:has-text("Delete")')
    await page.waitForURL((url) => url.pathname === '/app/')
    await until(() => !existsSync(root) || readdirSync(root).length === 0)
    await tab.expectClean((fault) => fault.includes('422'))
  },
)

testPage('a file is dropped onto the page in whatever language it is', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/', { locale: 'de-AT' })
  const { page } = tab
  await page.locator('.compose input[type=file]').waitFor({ state: 'attached' })
  await give(page, 'drop', [{ name: 'a.txt', type: 'text/plain', bytes: Buffer.from('River') }])
  await page.waitForSelector(`${CHIP}:has-text("a.txt")`)
  await tab.expectClean()
})

testPage(
  'on a phone the files of a draft fit, and a model without sight is named before',
  async () => {
    const capabilities = { images: false, structured: true, tools: true }
    const blind = fakeEngine('blind', saying('x'), { capabilities })
    await using service = startService({ engines: [blind] })
    await using tab = await openApp(service, '/app/', LOOKS[1])
    const { page } = tab
    const bytes = Buffer.from(await photo('png'))
    await page.setInputFiles('.compose input[type=file]', [
      { name: `${'long name '.repeat(20)}.png`, mimeType: 'image/png', buffer: bytes },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ])
    await page.waitForSelector('[role=alert]:has-text("empty.txt is not attached: it is empty")')
    await page.waitForSelector('[role=status]:has-text("No model here is known to read pictures.")')
    const box = await page.locator('[aria-label="Attach files"]').boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await expectAccessible(page)
    await expectFits(page)
    await tab.expectClean()
  },
)

const NOTE = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Glomma') }
const CHOICE = '.compose input[type=file]'

/** Holds what the page sends to an address. @returns Lets it go on, or fail */
async function hold(page: Page, address: RegExp) {
  const end = Promise.withResolvers<'go on' | 'fail'>()
  const began = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return await route.continue()
    began.resolve()
    if ((await end.promise) === 'fail') await route.abort()
    else await route.continue()
  })
  return { began: began.promise, end: end.resolve }
}

testPage(
  'a file that is on its way stays with its draft over another page, and in a message that is being sent',
  async () => {
    await using service = startService({ engines: [fakeEngine('local', saying('604 km'))] })
    await using tab = await openApp(service, '/app/', LOOKS[0])
    const { page } = tab
    const upload = await hold(page, /\/buffer$/)
    await page.setInputFiles(CHOICE, NOTE)
    await upload.began
    await page.click('.rail a[href="/app/files"]')
    await page.waitForSelector('h1:has-text("Files")')
    await page.click('.rail a[href="/app/"]')
    await page.waitForSelector(`${CHIP}:has-text("note.txt") progress`)
    upload.end('go on')
    await page.waitForSelector(`${CHIP} progress`, { state: 'detached' })
    await expectCount(page.locator(CHIP), 1)
    await page.fill('textarea', 'How long is it?')
    const message = await hold(page, /\/api\/conversations/)
    await page.click('[aria-label=Send]')
    await message.began
    await page.waitForSelector('[aria-label="Remove note.txt"]:disabled')
    message.end('go on')
    await page.waitForSelector('article.answer:has-text("604 km")')
    await page.waitForSelector(SENT)
    await expectCount(page.locator(CHIP), 0)
    await tab.expectClean()
  },
)

testPage('a message that was lost is not sent by itself with what was attached since', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('604 km'))] })
  await using tab = await openApp(service, '/app/', LOOKS[0])
  const { page } = tab
  await page.fill('textarea', 'How long is it?')
  const message = await hold(page, /\/api\/conversations/)
  await page.click('[aria-label=Send]')
  await message.began
  await page.setInputFiles(CHOICE, NOTE)
  await page.waitForSelector(`${CHIP}:has-text("note.txt")`)
  message.end('fail')
  await page.waitForSelector('.compose [role=alert]')
  await expectCount(page.locator('.compose [role=alert] button'), 0)
  await expectValue(page.locator('textarea'), 'How long is it?')
})
