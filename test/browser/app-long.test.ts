import { expect, test } from 'bun:test'
import { MAX_PAGE_MESSAGES } from '../../src/features/conversations/conversation-reader.ts'
import type { NewMessageRow } from '../../src/features/conversations/message-store.ts'
import { expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { eventually, expectCount, expectTrue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)

/** More than one page of the service has. */
const COUNT = MAX_PAGE_MESSAGES + 60
/** More lines than are drawn as one piece. */
const CODE = Array.from({ length: 250 }, (_, line) => `line ${line}`).join('\n')
const LONG_CODE = `Message number 1.\n\n\`\`\`\n${CODE}\n\`\`\``

/** A question or an answer, after the one of the index before. */
function insertMessage(
  { services }: ReturnType<typeof startService>,
  conversationId: string,
  index: number,
  given: Partial<NewMessageRow>,
): void {
  services.stores.messages.insert({
    ...{ conversationId, id: `msg_${index}`, parentId: index === 0 ? null : `msg_${index - 1}` },
    ...{ status: 'complete', createdAt: 1, finishedAt: 1, content: `Message number ${index}.` },
    ...(index % 2 === 1
      ? { role: 'assistant', model: 'auto', answeredBy: 'local/small' }
      : { role: 'user', model: null, answeredBy: null }),
    ...{ errorCode: null, errorDetail: null, thoughts: null, thoughtMs: null, note: null },
    ...given,
  })
}

testPage('a long conversation opens at its end, and all of it is found', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('Said again.'))] })
  const made = await service.asOwner('POST', '/api/conversations', { title: 'Long' })
  const { id } = (await made.json()) as { id: string }
  for (let index = 0; index < COUNT; index += 1)
    insertMessage(service, id, index, index === 1 ? { content: LONG_CODE } : {})
  await using tab = await openApp(service, `/app/c/${id}`, {
    viewport: { width: 1280, height: 800 },
  })
  const { page } = tab
  await page.locator(`article:has-text("Message number ${COUNT - 1}.")`).waitFor()
  await expectTrue(page, AT_END)
  // Then all others are drawn above, without moving what is seen: the browser's search finds them.
  await page.locator('article:has-text("Message number 0.")').waitFor({ state: 'attached' })
  await expectCount(page.locator('article'), COUNT)
  await expectCount(page.locator('.earlier'), 0)
  await expectTrue(page, AT_END)
  // Long code is drawn in pieces, and stays the same text, also where it is selected.
  await eventually(async () => expect(await page.locator('pre code').textContent()).toBe(CODE))
  expect(await page.evaluate(SELECTED_CODE)).toBe(CODE)
  expect(await page.evaluate('find("Message number 3.", false, false, true)')).toBe(true)
  // A script's search selects without scrolling.
  await page.evaluate('getSelection().anchorNode.parentElement.scrollIntoView()')
  await page.click('[aria-label="To the end"]')

  // Anyone who sends a message sees it, and the answer.
  await page.fill('textarea', 'Once more')
  await page.keyboard.press('Enter')
  await page.waitForSelector('article.answer[aria-busy=false]:has-text("Said again.")')
  await expectTrue(page, AT_END)

  // A message that was found by the service's search is brought into sight.
  await page.fill('.list input[type=search]', 'number 1041')
  await page.click('.list a:has-text("Message number 1041.")')
  await page.locator('.target:has-text("number 1041.")').waitFor()
  await expectTrue(page, IN_SIGHT)
  await tab.expectClean()
})

testPage(
  'an answer that ended while the connection was lost is whole, also among earlier ones',
  async () => {
    await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
    const made = await service.asOwner('POST', '/api/conversations', { title: 'Lost' })
    const { id } = (await made.json()) as { id: string }
    insertMessage(service, id, 0, {})
    insertMessage(service, id, 1, { status: 'running', finishedAt: null, content: 'Half an' })
    const seen = await service.asOwner('GET', `/api/conversations/${id}`)
    const { messages, ...conversation } = (await seen.json()) as { messages: unknown }
    const event = { type: 'snapshot', conversation, messages, next_cursor: null }
    await using tab = await openApp(service, '/app/me', { viewport: { width: 1280, height: 800 } })
    const { page } = tab
    // The first connection ends behind the snapshot.
    await page.route(
      '**/events?*',
      (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `id: gone.1\ndata: ${JSON.stringify(event)}\n\n`,
        }),
      { times: 1 },
    )
    await page.goto(`${service.url}/app/c/${id}`)
    await page.waitForSelector('article.answer[aria-busy=true]:has-text("Half an")')
    const end = { status: 'complete', content: 'Half an answer is whole.', finishedAt: 2 } as const
    service.services.stores.messages.ended('msg_1', {
      ...{ ...end, answeredBy: 'local/small', thoughts: null, thoughtMs: null, note: null },
      ...{ errorCode: null, errorDetail: null },
    })
    for (let index = 2; index < 40; index += 1) insertMessage(service, id, index, {})
    await page.evaluate("window.dispatchEvent(new Event('signed-in'))")
    await page.locator('article.answer:has-text("Half an answer is whole.")').waitFor()
    await expectCount(page.locator('article'), 40)
    await expectCount(page.locator('article[aria-busy=true]'), 0)
    await tab.expectClean()
  },
)

testPage('nothing moves while the page with a long list comes up', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('Yes.'))] })
  for (let index = 0; index < 60; index += 1)
    await service.asOwner('POST', '/api/conversations', { title: `Number ${index}` })
  await using tab = await openApp(service, '/app/', { viewport: { width: 1280, height: 800 } })
  const { page } = tab
  await page.locator('.list .entry').nth(49).waitFor({ state: 'attached' })
  await page.waitForSelector('.pick .dot.ok')
  expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThan(0.05)
  // What the document shows before the script has come is drawn over, not drawn twice.
  await expectCount(page.locator('.rail'), 1)
  await tab.expectClean()
})

/** Adds up what has moved so far, two frames later, when what is drawn now was reported. */
const LAYOUT_SHIFT = `new Promise((done) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))))
})`

const SELECTED_CODE = `(() => {
  getSelection().selectAllChildren(document.querySelector('pre code'))
  return String(getSelection())
})()`

const IN_SIGHT = `(() => {
  const { top, bottom } = document.querySelector('.target').getBoundingClientRect()
  return top > 0 && bottom < innerHeight && document.querySelector('.target').textContent.includes('number 1041.')
})()`

const AT_END = `(() => {
  const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.message-list')
  return scrollHeight - scrollTop - clientHeight < 80
})()`

testPage('long words stay within the result of a task and within the palette', async () => {
  const word = 'x'.repeat(400)
  const answer = `${word}\n\n\`\`\`\n${word}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${word} | b |`
  await using service = startService({ engines: [fakeEngine('local', saying(answer))] })
  for (const look of LOOKS) {
    await using tab = await openApp(service, '/app/tasks/summarize', look)
    const { page } = tab
    await page.fill('textarea', 'A text')
    await page.click('button[type=submit]')
    await page.waitForSelector('.result pre')
    await expectFits(page)
    await page.evaluate(`fetch('/api/conversations', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: '${'W'.repeat(120)}' }),
    })`)
    await page.keyboard.press('Control+k')
    await page.waitForSelector('dialog [role=option]:has-text("WWW")')
    await expectFits(page)
  }
})
