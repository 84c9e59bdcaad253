import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { expectCount, expectTrue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { steppedEngine } from '../support/stepped-engine.ts'

const testPage = test.skipIf(CHROMIUM === null)

/** What the browser itself says of a connection that is gone. */
const isLost = (fault: string) => /net::ERR_|Failed to load resource/.test(fault)

testPage('the network goes and comes back while an answer is written', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/')
  const { page } = tab
  await page.fill('textarea', 'Count')
  await page.click('[aria-label=Send]')
  await page.waitForURL(/\/app\/c\//)
  say('One')
  await page.waitForSelector('article.answer:has-text("One")')
  await page.context().setOffline(true)
  say(' two')
  await page.fill('textarea', 'Typed meanwhile')
  await page.click('[aria-label="Send"]')
  await page.waitForSelector('[role=alert]:has-text("cannot be reached")')
  expect(await page.inputValue('textarea')).toBe('Typed meanwhile')
  await page.context().setOffline(false)
  say(' three')
  end()
  await page.waitForSelector('article.answer[aria-busy=false]:has-text("One two three")')
  // What could not be sent follows by itself.
  await page.waitForSelector('article.own:has-text("Typed meanwhile")')
  expect(await page.inputValue('textarea')).toBe('')
  await tab.expectClean(isLost)
})

testPage('a message whose answer is lost on the way is there once', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('Yes'))] })
  await using tab = await openApp(service, '/app/')
  const { page } = tab
  const loseOnce = (path: string) =>
    page.route(
      path,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  await loseOnce('**/api/conversations')
  await loseOnce('**/messages')
  await page.fill('textarea', 'First')
  await page.click('[aria-label=Send]')
  await page.waitForSelector('[role=alert]:has-text("sent by itself")')
  await page.waitForSelector('[role=alert] button', { state: 'detached' })
  // Sent by itself once; the second loss is told, and the person sends it.
  await page.waitForSelector('[role=alert]:has-text("still here")')
  await page.click('[aria-label=Send]')
  await page.waitForURL(/\/app\/c\//)
  await loseOnce('**/messages')
  await page.fill('textarea', 'Second')
  await page.click('[aria-label=Send]')
  await page.waitForSelector('[role=alert]:has-text("sent by itself")')
  await page.waitForSelector('.compose [role=alert]', { state: 'detached' })
  await page.waitForSelector('[aria-label=Send]:disabled')
  expect(await page.locator('article.own > p').allInnerTexts()).toEqual(['First', 'Second'])
  await expectCount(page.locator('.list .entry'), 1)
  await tab.expectClean(isLost)
})

testPage(
  'the service stops and starts again: the answer says so, and can be tried again',
  async () => {
    const env = { DATA_DIR: mkdtempSync(join(tmpdir(), 'hearth-test-')) }
    const { engine, say } = steppedEngine()
    let service = startService({ engines: [engine], env })
    await using tab = await openApp(service, '/app/')
    const { page } = tab
    await page.fill('textarea', 'Count')
    await page.click('[aria-label=Send]')
    await page.waitForURL(/\/app\/c\//)
    say('One')
    await page.waitForSelector('article.answer:has-text("One")')
    const { port } = service
    await service[Symbol.asyncDispose]()
    await page.waitForSelector('text=Connection lost, trying again')
    service = startService({
      engines: [fakeEngine('local', saying('All of it'))],
      env: { ...env, PORT: String(port) },
    })
    await page.waitForSelector('text=The service was stopped before the answer was whole.')
    expect(await page.textContent('article.answer .markdown')).toContain('One')
    await page.click('button:has-text("Try again")')
    await page.waitForSelector('article.answer:has-text("All of it")')
    await service[Symbol.asyncDispose]()
  },
)

testPage(
  'a session that ends while an answer comes keeps all, and goes on after the sign-in',
  async () => {
    const { engine, say, end } = steppedEngine()
    await using service = startService({ engines: [engine] })
    await using tab = await openApp(service, '/app/')
    const { page } = tab
    const cookies = await page.context().cookies()
    await page.fill('textarea', 'Count')
    await page.click('[aria-label=Send]')
    await page.waitForURL(/\/app\/c\//)
    say('One')
    await page.waitForSelector('article.answer:has-text("One")')
    await page.fill('textarea', 'My long text')
    await page.context().clearCookies()
    await page.click('[aria-label=Send]')
    await page.waitForSelector('[role=alert]:has-text("You are signed out here")')
    expect(await page.inputValue('textarea')).toBe('My long text')
    const { pathname } = new URL(page.url())
    expect(await page.getAttribute('[role=alert] a', 'href')).toBe(
      `/login?return_to=${encodeURIComponent(pathname)}`,
    )
    await page.context().addCookies(cookies)
    await page.reload()
    expect(await page.inputValue('textarea')).toBe('My long text')
    say(' two')
    end()
    await page.waitForSelector('article.answer[aria-busy=false]:has-text("One two")')
    await tab.expectClean((fault) => fault.includes('401'))
  },
)

testPage('a proxy that refuses for a while is waited for, and nothing is lost', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/')
  const { page } = tab
  await page.fill('textarea', 'Count')
  await page.click('[aria-label=Send]')
  await page.waitForURL(/\/app\/c\//)
  say('One')
  await page.waitForSelector('article.answer:has-text("One")')
  await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.reload()
  await page.waitForSelector('text=The service answered 502')
  await page.fill('.list input[type=search]', 'One')
  await page.unroute('**/api/**')
  say(' two')
  end()
  await page.waitForSelector('article.answer[aria-busy=false]:has-text("One two")')
  await tab.expectClean((fault) => fault.includes('502'))
})

testPage(
  'an edit survives a reload, and a quota says which engine and keeps the question',
  async () => {
    const local = fakeEngine('local', failing(new EngineFailure('quota', 'spent')))
    await using service = startService({ engines: [local] })
    await using tab = await openApp(service, '/app/')
    const { page } = tab
    await page.fill('textarea', 'Why?')
    await page.click('[aria-label=Send]')
    await page.waitForSelector('article.answer .notice.bad:has-text("local")')
    await page.click('.pick')
    await page.waitForSelector('.models button:has-text("cannot answer now")')
    await page.keyboard.press('Escape')
    await page.hover('article.own')
    await page.click('[aria-label="Edit and send again"]')
    await page.fill('.edit textarea', 'Why not?')
    await page.reload()
    expect(await page.inputValue('.edit textarea')).toBe('Why not?')
    await page.click('.edit button:has-text("Send")')
    await page.waitForSelector('article.own:has-text("Why not?")')
    await page.waitForSelector('article.answer .notice.bad')
    await page.reload()
    await page.waitForSelector('article.own:has-text("Why not?")')
    expect(await page.locator('.edit').count()).toBe(0)
    await tab.expectClean()
  },
)

testPage('a request over the limit is told in words, and is sent again by itself', async () => {
  const { engine, end } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/')
  const { page } = tab
  // Two answers are made at a time; eight more messages may wait.
  for (let count = 0; count < 10; count += 1) {
    await page.fill('textarea', `Message ${count}`)
    await page.click('[aria-label=Send]')
    await page.waitForURL(/\/app\/c\//)
    await page.waitForSelector('article.own')
    await page.click('a:has-text("New chat")')
    await page.waitForURL((url) => url.pathname === '/app/')
  }
  await page.fill('textarea', 'One too many')
  await page.click('[aria-label=Send]')
  await page.waitForSelector('[role=alert]:has-text("Try again in 5 seconds")')
  expect(await page.inputValue('textarea')).toBe('One too many')
  await expectTrue(page, 'document.querySelectorAll(".list .entry").length === 10')
  await page.click('button:has-text("Do not send")')
  await page.waitForSelector('button:has-text("Do not send")', { state: 'detached' })
  await page.click('[aria-label=Send]')
  await page.waitForSelector('[role=alert]:has-text("sent again by itself in 5 s")')
  end()
  await page.waitForURL(/\/app\/c\//)
  await tab.expectClean((fault) => fault.includes('429'))
})
