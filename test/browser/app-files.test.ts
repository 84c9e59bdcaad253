import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { eventually, expectCount } from '../support/page-waits.ts'
import { tempFolder } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'

/** A TCP proxy on loopback that stands for a bad connection to the service. */
async function openBadLine(port: number) {
  const sockets = new Set<Socket>()
  const held = new Set<Socket>()
  let cutAt = Number.POSITIVE_INFINITY
  let holdAt = Number.POSITIVE_INFINITY
  let sent = 0
  let holding = Promise.withResolvers<void>()
  const cutAll = (some: ReadonlySet<Socket>) => {
    for (const socket of some) socket.destroy()
  }
  const server = createServer((client) => {
    if (sent >= cutAt) return void client.destroy()
    const service = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        held.delete(socket)
        other.destroy()
      })
    }
    service.pipe(client)
    let own = 0
    client.on('data', (bytes) => {
      service.write(bytes)
      sent += bytes.length
      own += bytes.length
      if (sent >= cutAt) return cutAll(sockets)
      if (own < holdAt) return
      client.pause()
      held.add(client)
      holding.resolve()
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** After so many bytes in all, every connection breaks and new ones are refused. */
    cutAfter(bytes: number) {
      sent = 0
      cutAt = bytes
    },
    /** Each connection stands still after so many bytes of its own. Resolves when one does. */
    holdAfter(bytes: number): Promise<void> {
      holdAt = bytes
      holding = Promise.withResolvers()
      return holding.promise
    },
    /** Lets everything through; the connections that stood still are broken. */
    restore() {
      sent = 0
      cutAt = Number.POSITIVE_INFINITY
      holdAt = Number.POSITIVE_INFINITY
      cutAll(held)
    },
    async [Symbol.asyncDispose]() {
      cutAll(sockets)
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}

const testPage = test.skipIf(CHROMIUM === null)
const [DESK, PHONE] = LOOKS
const KIB = 1024
const CHOOSE = 'input[type=file][multiple]'
/** A name that would be markup, that turns the direction, and that has no place to break. */
const HOSTILE = `<b>\u202Egpj.${'x'.repeat(200)}`

testPage(
  'journey: files are uploaded, shared by a link, renamed, given an end and deleted',
  async () => {
    await using service = startService({ env: { MIN_FREE_BYTES: '0' } })
    await using tab = await openApp(service, '/app/files', DESK)
    const { page } = tab
    await page.waitForSelector('h2:has-text("No files yet")')
    await page.waitForSelector('text=Up to 95.4 MB each from here')
    await expectAccessible(page)
    await page.setInputFiles(CHOOSE, [textFile('one.txt', 'one'), textFile(HOSTILE, 'hostile')])
    await page.waitForSelector('.toast:has-text("2 files are stored")')
    await page.evaluate(drop('dropped.txt', 'dropped'))
    await page.waitForSelector('.file:nth-child(1):has-text("dropped.txt")')
    await expectCount(page.locator('.file b'), 0)
    await expectAccessible(page)
    await expectFits(page)

    await page.evaluate(`navigator.clipboard.writeText = async (text) => { window.copied = text }`)
    // It says so for a moment only.
    await Promise.all([
      page.waitForSelector('[aria-label="Copied"]'),
      page.click('[aria-label="Copy the link of one.txt"]'),
    ])
    const link = await page.evaluate<string>('window.copied')
    expect(await (await fetch(link)).text()).toBe('one')

    await page.click('[aria-label="More about one.txt"]')
    await page.click('.menu button:has-text("Rename")')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('two.txt')
    await page.click('dialog button:has-text("Save")')
    await page.waitForSelector('.file:has-text("two.txt")')
    expect((await fetch(link)).status).toBe(404)

    // With the keyboard alone.
    const more = page.getByRole('button', { name: 'More about two.txt' })
    await more.press('Enter')
    await page.getByRole('button', { name: 'Set when it expires' }).press('Enter')
    await page.getByRole('radio', { name: 'In a week' }).press('Space')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.file:has-text("expires in 7 days")')
    await page.reload()
    await page.waitForSelector('.file:has-text("two.txt"):has-text("expires in 7 days")')

    await page.getByLabel('Search by name').fill('nothing such')
    await page.waitForSelector('h2:has-text("No file has this in its name")')
    await page.click('text=Show all files')
    await page.click('button:has-text("Select")')
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await page.getByRole('checkbox', { name: /dropped/ }).uncheck()
    await expectAccessible(page)
    await page.click('.file-toolbar button:has-text("Delete")')
    await page.click('dialog button:has-text("Delete")')
    await page.waitForSelector('.toast:has-text("2 files are deleted")')
    await expectCount(page.locator('.file'), 1)
    await tab.expectClean()
  },
)

testPage(
  'an upload goes on after a cut line, and after a reload with the file chosen again',
  async () => {
    using folder = tempFolder()
    await using service = startService({ env: { DATA_DIR: folder.path, MIN_FREE_BYTES: '0' } })
    await using line = await openBadLine(service.port)
    const first = await randomFile(folder.path, 'first.bin')
    const second = await randomFile(folder.path, 'second.bin')
    await using tab = await openApp(line, '/app/files', PHONE)
    const { page } = tab
    page.on('dialog', (dialog) => void dialog.accept())
    let started = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/buffer') started += 1
    })
    await page.waitForSelector('h2:has-text("No files yet")')

    line.cutAfter(400 * KIB)
    await page.setInputFiles(CHOOSE, first.path)
    await page.waitForSelector('.upload:has-text("No connection; resumes by itself")')
    await expectAccessible(page)
    await expectFits(page)
    line.restore()
    await page.waitForSelector('.file:has-text("first.bin")')
    await eventually(async () => expect(await storedHash(service, 'first.bin')).toBe(first.hash))

    const held = line.holdAfter(400 * KIB)
    await page.setInputFiles(CHOOSE, second.path)
    await page.waitForSelector('progress[aria-label="Upload of second.bin"]')
    // It goes on while another page is shown.
    await page.click('nav.tabs a:has-text("Me")')
    await page.getByRole('link', { name: /^Files 1 uploading/ }).click()
    await page.waitForSelector('progress[aria-label="Upload of second.bin"]')
    await held
    await page.reload()
    await page.waitForSelector('.upload:has-text("Choose the file again to go on")')
    await expectAccessible(page)
    line.restore()
    const chooser = page.waitForEvent('filechooser')
    await page.click('[aria-label="Choose file again: second.bin"]')
    await (await chooser).setFiles(second.path)
    await page.waitForSelector('.file:has-text("second.bin")')
    await eventually(async () => expect(await storedHash(service, 'second.bin')).toBe(second.hash))
    // Both went on; none began anew.
    expect(started).toBe(2)
    await tab.expectClean((fault) => /Failed to load resource: net::ERR_/.test(fault))
  },
)

function textFile(name: string, text: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
}

/** Source text for the page that drops a file on it. */
function drop(name: string, text: string): string {
  return `{
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}))
    const options = { dataTransfer, bubbles: true, cancelable: true }
    const target = document.querySelector('.stored')
    target.dispatchEvent(new DragEvent('dragover', options))
    if (document.querySelector('.drop-zone.over') === undefined) throw new Error('Not seen')
    target.dispatchEvent(new DragEvent('drop', options))
  }`
}

async function randomFile(folder: string, name: string) {
  const bytes = randomBytes(1024 * KIB)
  const path = join(folder, name)
  await Bun.write(path, bytes)
  return { path, hash: sha256(bytes) }
}

async function storedHash({ asOwner }: TestService, name: string): Promise<unknown> {
  const { items } = Object(await (await asOwner('GET', `/api/nas/files?q=${name}`)).json())
  return items[0]?.sha256
}
