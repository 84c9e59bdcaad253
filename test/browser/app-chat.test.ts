import { expect, test } from 'bun:test'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { gatedEngine, until } from '../support/gates.ts'
import {
  eventually,
  expectCount,
  expectText,
  expectTitle,
  expectValue,
} from '../support/page-waits.ts'
import { pickFrom } from '../support/pick.ts'
import { startService } from '../support/service.ts'
import { steppedEngine } from '../support/stepped-engine.ts'

const testPage = test.skipIf(CHROMIUM === null)

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true }
const DESK = { viewport: { width: 1280, height: 800 } }

testPage('journey: a person chats, finds it again, renames, pins and deletes it', async () => {
  await using service = startService({
    engines: [fakeEngine('local', saying('Yeast eats **sugar**.\n\n```sh\nbake --at 230\n```'))],
  })
  await using tab = await openApp(service, '/app/', DESK)
  const { page } = tab
  await page.fill('textarea', 'Why does bread rise?')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/c\/cnv_/)
  await page.waitForSelector('article.answer strong:has-text("sugar")')
  await page.waitForSelector('figure.code-block:has-text("bake --at 230")')
  await expectTitle(page, 'Why does bread rise? · Hearth')
  await page.waitForSelector('.list a[aria-current]:has-text("Why does bread rise?")')
  await expectValue(page.locator('textarea'), '')

  await page.reload()
  await page.waitForSelector('article.answer:has-text("Yeast eats sugar.")')

  await page.click('[aria-label="More about this conversation"]')
  await page.click('button:has-text("Rename")')
  await page.fill('dialog input', 'Bread')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.list a:has-text("Bread")')
  await page.click('[aria-label="More about this conversation"]')
  await page.click('button:has-text("Pin")')
  await page.waitForSelector('.list h2:has-text("Pinned")')

  await page.fill('.list input[type=search]', 'yeast sug')
  await page.waitForSelector('.list a:has-text("Yeast eats")')
  await page.fill('.list input[type=search]', 'parcel')
  await page.waitForSelector('text=No conversation has all these words.')
  await page.fill('.list input[type=search]', '')

  await page.click('[aria-label="More about this conversation"]')
  await page.click('button:has-text("Delete")')
  await page.waitForURL((url) => url.pathname === '/app/')
  await page.waitForSelector('text=Your conversations will be here.')
  await page.click('.toast:has-text("The conversation is deleted") button:has-text("Undo")')
  await page.waitForSelector('.list a:has-text("Bread")')

  await page.hover('.list a:has-text("Bread")')
  await page.click('[aria-label="More about Bread"]')
  await page.click('button:has-text("Select several")')
  await page.getByRole('checkbox', { name: 'Bread', checked: true }).waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.waitForSelector('text=Your conversations will be here.')
  await page.waitForSelector('.toast', { state: 'detached' })
  await eventually(async () =>
    expect(await pickFrom(await service.asOwner('GET', '/api/conversations'), 'items')).toEqual([]),
  )
  await tab.expectClean()
})

testPage('below an answer stand its model and the label of its engine', async () => {
  const engine = fakeEngine('local', saying('Hello.'), { label: 'Cellar', models: ['small'] })
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/', DESK)
  await tab.page.fill('textarea', 'Hello?')
  await tab.page.keyboard.press('Enter')
  await tab.page.locator('article.answer').getByText('small (Cellar) · ').waitFor()
  await tab.expectClean()
})

testPage('when a message was written is there for who hears the page, and on a press', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('604 km'))] })
  await using tab = await openApp(service, '/app/', PHONE)
  const { page } = tab
  await page.fill('textarea', 'How long is it?')
  await page.click('[aria-label=Send]')
  const times = page.locator('article time:not(:empty)')
  await expectCount(times, 2)
  await expectCount(page.locator('article time:visible:not(.hidden-text)'), 0)
  const facts = page.locator('.answer-facts')
  await facts.tap()
  await page.waitForSelector('.answer-facts[aria-expanded=true] time:not(.hidden-text)')
  await facts.tap()
  await page.waitForSelector('.answer-facts[aria-expanded=false]')
  await expectCount(times, 2)
  await tab.expectClean()
})

testPage('an answer goes on without its tab, and another tab shows the same', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/', DESK)
  const { page } = tab
  await page.fill('textarea', 'Count')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/c\//)
  say('One')
  await page.waitForSelector('article.answer:has-text("One")')
  const address = page.url()
  const other = await page.context().newPage()
  await other.goto(address)
  await other.waitForSelector('article.answer:has-text("One")')
  await page.goto('about:blank')
  say(' two')
  await other.waitForSelector('article.answer:has-text("One two")')
  await page.goto(address)
  await page.waitForSelector('article.answer:has-text("One two")')
  say(' three')
  end()
  for (const one of [page, other]) {
    await one.waitForSelector('article.answer[aria-busy=false]:has-text("One two three")')
    await expectCount(one.locator('article'), 2)
  }
  await tab.expectClean()
})

testPage('the line is told in words, an answer is stopped, tried again and edited', async () => {
  const gate = gatedEngine('local')
  await using service = startService({ engines: [gate.engine] })
  const before = service.asOwner('POST', '/api/ai/generate', { prompt: 'before' })
  await until(() => gate.prompts.length === 1)
  await using tab = await openApp(service, '/app/', DESK)
  const { page } = tab
  await page.fill('textarea', 'First')
  await page.click('[aria-label=Send]')
  await page.waitForSelector('[role=status]:has-text("Next in line")')
  await page.click('[aria-label="Stop the answer"]')
  await page.waitForSelector('text=Stopped before the answer started.')
  gate.release('before')
  await before
  gate.release('First')
  await page.click('button:has-text("Try again")')
  await page.waitForSelector('article.answer:has-text("First!")')
  await page.waitForSelector('text=2/2')
  await page.click('[aria-label="Earlier version"]')
  await page.waitForSelector('text=Stopped before the answer started.')
  await page.hover('article.own')
  await page.click('[aria-label="Edit and send again"]')
  await page.fill('form.edit textarea', 'Second')
  gate.release('Second')
  await page.click('form.edit button:has-text("Send")')
  await page.waitForSelector('article.answer:has-text("Second!")')
  await tab.expectClean()
})

testPage('anyone who leaves the page while a message is sent stays where they went', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('Yes'))] })
  await using tab = await openApp(service, '/app/', DESK)
  const { page } = tab
  const left = Promise.withResolvers<void>()
  await page.route('**/messages', async (route) => {
    await left.promise
    await route.continue()
  })
  await page.fill('textarea', 'Hello')
  const sent = page.waitForResponse('**/messages')
  await page.click('[aria-label=Send]')
  await page.click('.rail a:has-text("Tasks")')
  await page.waitForURL('**/app/tasks')
  left.resolve()
  await sent
  await page.click('.rail a:has-text("Jobs")')
  await page.waitForSelector('h1:has-text("Jobs")')
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe('/app/tasks')
  await tab.expectClean()
})

testPage('a failure keeps what was typed, and says why', async () => {
  await using service = startService({
    engines: [fakeEngine('local', failing(new Error('broken')))],
  })
  await using tab = await openApp(service, '/app/', PHONE)
  const { page } = tab
  await page.fill('textarea', 'x'.repeat(100_001))
  await page.click('[aria-label=Send]')
  await page.waitForSelector('[role=alert]:has-text("too long")')
  expect((await page.inputValue('textarea')).length).toBe(100_001)
  await page.fill('textarea', 'Draft that stays')
  await page.reload()
  await expectValue(page.locator('textarea'), 'Draft that stays')
  await page.click('[aria-label=Send]')
  await page.waitForSelector('article.answer .notice.bad:has-text("local failed")')
  await page.waitForSelector('button:has-text("Try again")')
  await tab.expectClean((fault) => fault.includes('422'))
})

testPage(
  'Escape in a dialog that the list of a phone has opened closes the dialog alone',
  async () => {
    await using service = startService()
    await using tab = await openApp(service, '/app/', PHONE)
    const { page } = tab
    await page.click('.bar .only-phone')
    await page.click('.list [aria-label="More about the list"]')
    await page.click('button:has-text("Import")')
    const dialog = page.locator('dialog[open]:has-text("Import conversations")')
    await dialog.locator('button').first().focus()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.chat.list-open').waitFor()
    await page.locator('.list input[type=search]').focus()
    await page.keyboard.press('Escape')
    await page.locator('.chat.list-open').waitFor({ state: 'detached' })
    await tab.expectClean()
  },
)

const HOSTILE = [
  '<script>document.title="owned"</script><img src=x onerror="document.title=1">',
  '<svg onload=alert(1)></svg>',
  '[click](javascript:alert(1)) [data](data:text/html,x) [ok](https://example.org/a)',
  '![remote](https://example.org/pixel.png)',
  '\u001b[31mred\u001b[0m \u202etxet\u202c zero\u200bwidth',
  '| a | b |\n|---|---|\n| 1 | **2** |',
  '# [unfinished *and `broken',
].join('\n\n')

testPage('journey: hostile output shows as text and reaches nothing', async () => {
  const long = 'y'.repeat(1_000_000)
  const rows = `| n |\n|---|\n${'| 1 |\n'.repeat(5_000)}`
  const answers = [HOSTILE, rows, long]
  await using service = startService({
    engines: [
      fakeEngine('local', (turn, signal) => {
        const index = turn.messages.filter(({ role }) => role === 'user').length - 1
        return saying(answers[index] ?? '')(turn, signal)
      }),
    ],
  })
  await using tab = await openApp(service, '/app/', PHONE)
  const { page } = tab
  await page.fill('textarea', '\u202e<b>not bold</b><img src=x onerror=alert(1)>')
  await page.click('[aria-label=Send]')
  await page.waitForSelector('article.answer[aria-busy=false]')
  await expectText(page.locator('article.own'), '<b>not bold</b>')
  // Its title too is text, in the order in which it was written.
  const title = '<b>not bold</b><img src=x onerror=alert(1)>'
  await expectTitle(page, `${title} · Hearth`)
  await expectText(page.locator('h1'), title)
  const entry = page.locator('.list .entry')
  await page.click('button[aria-label=Conversations]')
  await entry.waitFor()
  await expectText(entry, title)
  await page.fill('.list input[type=search]', 'onerror')
  await entry.locator('mark').first().waitFor()
  await expectText(entry.first(), '<svg onload')
  await expectCount(page.locator('.list :is(b, img, script)'), 0)
  await page.click('[aria-label="Close the list"]')
  const text = await page.locator('article.answer').textContent()
  for (const part of ['<script>', 'onerror', '<svg onload', 'Image: remote', '␛[31mred'])
    expect(text).toContain(part)
  await expectCount(page.locator('article.answer :is(script, svg[onload], img, iframe)'), 0)
  const links = await page.evaluate(
    '[...document.querySelectorAll("article.answer .markdown a")].map((a) => a.href + " " + a.rel)',
  )
  expect(links).toEqual([
    'https://example.org/a noopener noreferrer nofollow',
    'https://example.org/pixel.png noopener noreferrer nofollow',
  ])
  for (const count of [2, 3]) {
    await page.fill('textarea', `More ${count}`)
    await page.click('[aria-label=Send]')
    await page
      .locator('article.answer[aria-busy=false]')
      .nth(count - 1)
      .waitFor()
  }
  await expectCount(page.locator('article.answer tbody tr'), 5_001)
  await tab.expectClean()
})
