import { expect, test } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expectAccessible, expectFits, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { eventually, expectCount, expectValue } from '../support/page-waits.ts'
import { PushReceiver, startPushService } from '../support/push-service.ts'
import { serveLocal } from '../support/serve-local.ts'
import { createTestApp, startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
/** Waits until the worker answers for the page. */
const controlled = (page: Page) =>
  eventually(async () =>
    expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true),
  )
const PHONE = { width: 390, height: 844 }

testPage('journey: the app can be installed, and says where it has no connection', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/', { viewport: PHONE, serviceWorkers: 'allow' })
  const { page } = tab
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await controlled(page)
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toContain('/assets/manifest-')
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Windows of tests are private ones.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  // The files come from the worker, the page does not.
  await page.goto(`${service.url}/app/me`)
  await page.waitForSelector('text=Your browser’s menu can install Hearth')
  const cached: string[] = await page.evaluate(
    'caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname))',
  )
  expect(cached).toContain('/offline')
  expect(cached.some((path) => path.startsWith('/assets/'))).toBe(true)
  expect(cached.some((path) => path.startsWith('/app'))).toBe(false)

  await page.context().setOffline(true)
  await page.reload()
  await page.waitForSelector('h1:has-text("Out of reach")')
  await expectFits(page)
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.click('a:has-text("Try again")')
  await page.waitForSelector('h1:has-text("Me")')
  await tab.expectClean((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))

  // The policy of the pages lets only this worker through.
  const refused = await page.evaluate(
    "navigator.serviceWorker.register('/icon.svg').then(() => 'taken', ({ name }) => name)",
  )
  expect(refused).toBe('TypeError')
})

testPage('another version of the worker keeps the files of the one before', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/app/', { viewport: PHONE, serviceWorkers: 'allow' })
  const { page } = tab
  await controlled(page)
  const kept = await page.evaluate<string>(
    `(async () => {
      const [own] = await caches.keys()
      for (const name of ['hearth-1', 'hearth-2', 'another']) await caches.open(name)
      await (await caches.open('hearth-2')).put('/assets/old.js', new Response('old'))
      const registration = await navigator.serviceWorker.ready
      await caches.delete(own)
      await registration.unregister()
      return own
    })()`,
  )
  await page.reload()
  await controlled(page)
  await eventually(async () =>
    expect(await page.evaluate<string[]>('caches.keys()')).toEqual(['hearth-2', 'another', kept]),
  )
  expect(await page.evaluate("fetch('/assets/old.js').then((answer) => answer.text())")).toBe('old')
})

/** Source text that posts a share as another app does, with so many files. */
const shareForm = (action: string, files: number) => `(() => {
  const form = document.createElement('form')
  Object.assign(form, { method: 'POST', enctype: 'multipart/form-data', action: '${action}' })
  const field = (name) => Object.assign(form.appendChild(document.createElement('input')), { name })
  field('title').value = 'A page'
  field('text').value = 'Look: https://example.org/page'
  const files = Object.assign(field('files'), { type: 'file', multiple: true })
  const transfer = new DataTransfer()
  for (let number = 1; number <= ${files}; number += 1)
    transfer.items.add(new File(['words ' + number], 'note ' + number + '.txt', { type: 'text/plain' }))
  files.files = transfer.files
  document.body.append(form)
  form.submit()
})()`

testPage('what is shared is shown, and nothing happens before a press', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using foreign = serveLocal(
    () => new Response('<!doctype html><p>Foreign', { headers: { 'content-type': 'text/html' } }),
  )
  const target = `${service.url}/app/files/shared`
  await using tab = await openApp(service, '/app/me', { viewport: PHONE, serviceWorkers: 'allow' })
  const { page } = tab
  await controlled(page)
  await page.goto(target)
  await page.waitForSelector('h2:has-text("Nothing was shared")')

  // A page of another site sends the same form.
  const changes: string[] = []
  // The form itself is answered by the worker.
  page.on('response', (response) => {
    const method = response.request().method()
    if (method !== 'GET' && !response.fromServiceWorker())
      changes.push(`${method} ${response.url()}`)
  })
  await page.goto(foreign.origin.replace('127.0.0.1', 'localhost'))
  await page.evaluate(shareForm(target, 12))
  await page.waitForURL(target)
  await page.waitForSelector('text=2 more files not taken')
  await page.waitForSelector('text=Look: https://example.org/page')
  await expectCount(page.locator('.shared .row'), 10)
  await page.waitForSelector('button:has-text("Open in Video & web")')
  await expectFits(page)
  await expectAccessible(page)
  const { files, conversations } = await storedThings(page)
  expect([files, conversations]).toEqual([0, 0])
  expect(changes).toEqual([])
  expect(await page.evaluate('Object.keys(localStorage).join()')).not.toContain('draft')

  await page.click('button:has-text("Ask about it in Chat")')
  await page.waitForURL('**/app/')
  await expectValue(page.locator('.compose textarea'), 'A page\nLook: https://example.org/page')
  await expectCount(page.locator('.compose .box li'), 10)
  await page.goto(target)
  await page.waitForSelector('h2:has-text("Nothing was shared")')

  await page.evaluate(shareForm(target, 1))
  await page.click('button:has-text("Keep in Files")')
  await page.waitForSelector('.stored .row:has-text("note 1.txt")')
  await page.goto(`${service.url}/app/me`)
  await page.evaluate(shareForm(target, 0))
  await page.click('button:has-text("Discard")')
  await page.waitForURL('**/app/')
  expect(await page.evaluate("caches.has('shared')")).toBe(false)
})

/** A keyboard that lies over the page, as on iOS: the page only hears of what is left to be seen. */
const KEYBOARD = `window.keyboard = Object.assign(new EventTarget(), { height: innerHeight, scale: 1 })
Object.defineProperty(window, 'visualViewport', { value: keyboard })
window.openKeyboard = (pixels) => {
  keyboard.height = innerHeight - pixels
  keyboard.dispatchEvent(new Event('resize'))
}`

testPage('on a phone, a keyboard covers no composer, and back closes the list', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true }
  await using tab = await openApp(service, '/app/me', phone)
  const { page } = tab
  await page.addInitScript(KEYBOARD)
  await page.goto(`${service.url}/app/`)
  await page.tap('.compose textarea')
  const bottom = async () => {
    const { y = 0, height = 0 } = (await page.locator('.compose .box').boundingBox()) ?? {}
    return y + height
  }
  expect(await bottom()).toBeGreaterThan(PHONE.height - 300)
  await eventually(async () => {
    await page.evaluate('openKeyboard(300)')
    expect(await bottom()).toBeLessThan(PHONE.height - 300)
  })
  await page.evaluate('openKeyboard(0)')
  await eventually(async () => expect(await bottom()).toBeGreaterThan(PHONE.height - 300))

  // Where something is open, the browser gives "back" to it as it does Escape.
  await page.tap('button[aria-label="Conversations"]')
  await page.waitForSelector('.list-open')
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Escape')
  await page.waitForSelector('.list-open', { state: 'detached' })

  // Speak and Transcribe share a tab: who has opened one finds it there.
  const tabs = () => page.locator('nav.tabs .item').allTextContents()
  expect(await tabs()).toEqual(['Chat', 'Transcribe', 'Files', 'Me', 'More'])
  await page.tap('nav.tabs button:has-text("More")')
  await page.tap('dialog a:has-text("Speak")')
  await page.waitForSelector('nav.tabs [aria-current]:has-text("Speak")')
  await page.tap('nav.tabs a:has-text("Chat")')
  await eventually(async () =>
    expect(await tabs()).toEqual(['Chat', 'Speak', 'Files', 'Me', 'More']),
  )
  await tab.expectClean()
})

/** How many files and conversations the person has. */
function storedThings(page: Page): Promise<{ files: number; conversations: number }> {
  return page.evaluate(`Promise.all(['/api/nas/files', '/api/conversations'].map(async (path) =>
    (await (await fetch(path)).json()).items.length)).then(([files, conversations]) => ({ files, conversations }))`)
}

test('POST /app/files/shared leads to the page that says nothing has come', async () => {
  await using service = createTestApp()
  const body = new FormData()
  body.set('text', 'x')
  const answer = await service.request('/app/files/shared', { method: 'POST', body })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/files/shared'])
})

/** Source text for the service worker: what its handler of a press opens. */
const PRESS_NOTIFICATION = `(async () => {
  const opened = []
  clients.openWindow = async (path) => void opened.push(path)
  const [notification] = await registration.getNotifications()
  const event = new NotificationEvent('notificationclick', { notification })
  const handled = new Promise((resolve) => { event.waitUntil = resolve })
  dispatchEvent(event)
  await handled
  return opened
})()`

/** Long after the worker of a busy machine has shown a message. */
const REPEAT_MS = 10_000

testPage('journey: a browser is notified of what is ready, and opens it', async () => {
  await using push = await startPushService()
  const held = Promise.withResolvers<void>()
  const slow = fakeEngine('local', async function* answer() {
    await held.promise
    yield [{ type: 'text', text: 'The answer' }]
    yield [{ type: 'finish', reason: 'stop' }]
  })
  await using service = startService({
    engines: [slow],
    safeFetch: push.safeFetch,
    file: '[notifications]\nntfy = "https://ntfy.example.org"',
  })
  const browser: BrowserContextOptions = {
    viewport: PHONE,
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  }
  await using tab = await openApp(service, '/app/me', browser)
  const { page } = tab
  const receiver = new PushReceiver()
  // Without the internet, the browser's push service never answers.
  await page.addInitScript(`
    const made = {
      toJSON: () => (${JSON.stringify(receiver.subscription)}),
      unsubscribe: async () => localStorage.removeItem('made'),
    }
    Object.assign(PushManager.prototype, {
      subscribe: async () => (localStorage.setItem('made', '1'), made),
      getSubscription: async () => (localStorage.getItem('made') === null ? null : made),
    })`)
  await controlled(page)
  await page.goto(`${service.url}/app/`)
  await page.fill('.compose textarea', 'Hello')
  await page.click('[aria-label="Send"]')
  await page.click('.wait button:has-text("Notify me when it is ready")')
  await page.waitForSelector('.toast:has-text("You will be notified here")')
  await page.waitForSelector('button:has-text("Notify me when")', { state: 'detached' })
  const conversation = new URL(page.url()).pathname
  await expectFits(page)

  // What is seen is not told; what is not seen any more is.
  // Before the service has heard of it, the answer would still be one that is seen.
  const seen = page.waitForResponse((response) => response.url().endsWith('/notifications/seen'))
  await page.click('nav.tabs a:has-text("Files")')
  await seen
  held.resolve()
  const [message] = await push.received.until(1)
  const { payload } = receiver.read(message)
  expect(payload).toEqual({ kind: 'answer', path: conversation, title: 'Your answer is ready' })

  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one !== undefined) resolve(one.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const deliver = async () => {
    const data = JSON.stringify(payload)
    const { url: origin } = service
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    return performance.now()
  }
  let deliveredAt = await deliver()
  const shown = `navigator.serviceWorker.ready.then(async (registration) =>
    (await registration.getNotifications()).map(({ title, tag }) => title + ' ' + tag))`
  await eventually(async () => {
    const titles = await page.evaluate<string[]>(shown)
    // Unlike a push service, the browser's tools do not repeat what no worker could be started for.
    if (titles.length === 0 && performance.now() - deliveredAt > REPEAT_MS)
      deliveredAt = await deliver()
    expect(titles).toEqual([`Your answer is ready ${conversation}`])
  })

  // A press cannot be made by a program, nor may a window be opened without one.
  const [worker] = page.context().serviceWorkers()
  expect(await worker?.evaluate<string[]>(PRESS_NOTIFICATION)).toEqual([conversation])
  expect(await page.evaluate<string[]>(shown)).toEqual([])

  await page.goto(`${service.url}/app/me`)
  await page.waitForSelector('text=This browser gets notifications.')
  const heights = '[document.documentElement.scrollHeight, innerHeight]'
  const [document, window] = await page.evaluate<[number, number]>(heights)
  expect(document).toBe(window)
  await page.click('label:has-text("My job is done")')
  await page.waitForSelector('label:has-text("My job is done") input:not(:checked)')
  await expectFits(page)
  await expectAccessible(page)
  await page.getByLabel('Topic at https://ntfy.example.org').fill('hearth-ann-7f3k2m')
  await page.click('form:has-text("ntfy.example.org") button:has-text("Save")')
  await page.waitForSelector('.toast:has-text("Notifications come by ntfy")')
  await page.click('.card button:has-text("Test")')
  const messages = await push.received.until(2)
  expect(receiver.read(messages[1]).payload).toMatchObject({ kind: 'test' })
  await page.evaluate("localStorage.setItem('push-refreshed', '1')")
  const again = page.waitForResponse((answer) => answer.url().endsWith('/notifications/browsers'))
  await page.reload()
  expect((await again).status()).toBe(201)
  await page.waitForSelector('text=This browser gets notifications.')
  await page.click('.card button:has-text("Turn off")')
  await page.waitForSelector('button:has-text("Notify me in this browser")')
  await tab.expectClean()
})
