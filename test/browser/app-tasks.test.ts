import { expect, test } from 'bun:test'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import {
  eventually,
  expectCount,
  expectText,
  expectTitle,
  expectValue,
} from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { steppedEngine } from '../support/stepped-engine.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  colorScheme: 'dark',
} as const
const DESK = { viewport: { width: 1280, height: 800 } }
const RUN = 'button[type=submit]'

/** A skill whose form has a field of each kind. */
const EVERY_FIELD = `---
name: every_field
description: Takes a field of each kind.
input:
  type: object
  required: [letter, places, people]
  properties:
    letter: { type: string, minLength: 1 }
    places: { type: array, minItems: 2, items: { type: string } }
    people: { type: array, minItems: 1, items: { $ref: '#/$defs/person' } }
    pages: { type: integer, minimum: 1, maximum: 9, default: 3 }
    scores: { type: array, items: { type: number, exclusiveMinimum: 0 } }
    moods: { type: array, items: { enum: [glad, sad, angry] } }
    urgent: { type: boolean }
    due: { type: string, format: date }
    code: { type: string, maxLength: 9, pattern: '^[A-Z]+$' }
    sender:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 50 }
        town: { type: string, maxLength: 50 }
  $defs:
    person:
      type: object
      required: [first_name]
      properties:
        first_name: { type: string, maxLength: 50 }
        years: { anyOf: [{ type: integer, minimum: 0 }, { type: 'null' }] }
options:
  type: object
  properties:
    tone: { enum: [plain, formal], default: formal }
    words: { type: object, additionalProperties: { type: string } }
    extra: { description: Anything. }
---
Read it.
`

testPage(
  'journey: a person runs a task, sees it wait and grow old, and finds it again',
  async () => {
    const { engine, say, end } = steppedEngine()
    await using service = startService({ engines: [engine] })
    await service.asOwner('PUT', '/api/brands/acme', { name: 'Acme Skates' })
    await using tab = await openApp(service, '/app/', DESK)
    const { page } = tab
    await page.click('nav.rail a:has-text("Tasks")')
    await page.click('a:has-text("Summarize")')
    await page.waitForURL('**/app/tasks/summarize')
    await expectTitle(page, 'Summarize · Hearth')
    await page.click(RUN)
    await page.waitForSelector('.error:has-text("Fill this in")')
    await page.waitForSelector('textarea:focus')

    const text = 'The parcel never came. I wrote twice.'
    await page.getByLabel('Text', { exact: true }).fill(text)
    await page.getByLabel('Length').selectOption('Short')
    await page.getByLabel('Brand').selectOption('Acme Skates')
    await page.reload()
    await page.getByLabel('Brand').and(page.locator('[data-path="options/brand"]')).waitFor()
    await expectValue(page.getByLabel('Brand'), 'acme')
    await expectValue(page.getByLabel('Text', { exact: true }), text)

    await page.click(RUN)
    await page.waitForURL(/summarize\?job=agt_/)
    await page.waitForSelector('.wait:has-text("Running")')
    await page.waitForSelector('text=You can close this page')
    // The tab is closed and opened again.
    const address = page.url()
    await page.goto('about:blank')
    say('The parcel is **lost**.\n\n<img src=x onerror=alert(1)>')
    end()
    await page.goto(address)
    await page.waitForSelector('.result strong:has-text("lost")')
    await expectText(page.locator('.result'), '<img src=x onerror=alert(1)>')
    await page.waitForSelector('section:has-text("Recent runs") a:has-text("Done in")')
    const saved = page.waitForEvent('download')
    await page.click('[aria-label="Save the result"]')
    expect((await saved).suggestedFilename()).toBe('summarize.md')
    const turn = JSON.stringify(engine.turns.map(({ messages }) => messages))
    expect(turn).toContain(text)
    expect(turn).toContain('short')
    expect(turn).toContain('Acme Skates')
    await page.click('button:has-text("Clear")')
    await page.reload()
    await expectValue(page.getByLabel('Text', { exact: true }), '')
    await tab.expectClean()
  },
)

testPage('a run that waits says its place, is cancelled, and may be run again', async () => {
  const { engine } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/tasks/title', DESK)
  const { page } = tab
  const run = async (text: string) => {
    await page.getByLabel('Text', { exact: true }).fill(text)
    await page.click(RUN)
  }
  await run('First')
  await page.waitForSelector('.wait:has-text("Running")')
  await run('Second')
  await page.waitForSelector('.wait:has-text("Next in line")')
  await expectAccessible(page)
  await page.click('.run button:has-text("Cancel")')
  await page.waitForSelector('.run .notice:has-text("Cancelled.")')
  await page.click('button:has-text("Run again")')
  await page.waitForSelector('.wait:has-text("Next in line")')
  // The third at once is refused; what was typed stays, and the words say what to do.
  await run('Third')
  await page.waitForSelector('form [role=alert]:has-text("again")')
  await expectValue(page.getByLabel('Text', { exact: true }), 'Third')
  await tab.expectClean((fault) => fault.includes('429'))
})

testPage('a run that fails says why; the list fits a phone; unknown ones say so', async () => {
  const engine = fakeEngine('local', failing(new Error('secret words')))
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/tasks', PHONE)
  const { page } = tab
  await page.waitForSelector('a:has-text("Answer from text")')
  await expectAccessible(page)
  await page.click('a:has-text("Title")')
  await page.getByLabel('Text', { exact: true }).fill('x')
  await page.click(RUN)
  const notice = await page.waitForSelector('.run .notice.bad')
  expect(await notice.textContent()).toStartWith('Failed: ')
  expect(await notice.textContent()).not.toContain('secret')
  await expectAccessible(page)
  await page.click('button:has-text("Try again")')
  await page.waitForSelector('section:has-text("Recent runs") li:nth-child(2)')
  await page.goto(`${service.url}/app/tasks/no_such`)
  await page.waitForSelector('h2:has-text("There is no such task")')
  await page.goto(`${service.url}/app/tasks/title?job=agt_aaaaaaaaaaaaaaaaaaaaaa`)
  await page.waitForSelector('.run [role=alert]:has-text("There is no such job")')
  await tab.expectClean((fault) => fault.includes('404'))
})

testPage('results are shown as a table, and as named values', async () => {
  const rows = [
    { start_seconds: 0, title: 'Begin' },
    { start_seconds: 61.5, title: '=1+1' },
  ]
  const engine = fakeEngine('local', saying(JSON.stringify(rows)))
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/tasks/chapters', DESK)
  const { page } = tab
  await page.getByLabel('Text', { exact: true }).fill('1\n00:00 Hello')
  await page.click(RUN)
  await page.waitForSelector('.result th:has-text("Start seconds")')
  await eventually(async () =>
    expect(await page.locator('.result tbody td').allTextContents()).toEqual([
      '0',
      'Begin',
      '61.5',
      '=1+1',
    ]),
  )
  const saving = page.waitForEvent('download')
  await page.click('[aria-label="Save the result"]')
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('chapters.csv')
  // No spreadsheet runs it as a formula.
  expect(await Bun.file(await saved.path()).text()).toBe(
    "start_seconds,title\r\n0,Begin\r\n61.5,'=1+1\r\n",
  )
  await expectAccessible(page)
})

testPage('a form has a field for each part of a schema', async () => {
  const engine = fakeEngine('local', saying('Done'))
  await using service = startService({ engines: [engine] })
  await service.asOwner('PUT', '/admin/skills/every_field', { content: EVERY_FIELD })
  await using tab = await openApp(service, '/app/tasks/every_field', PHONE)
  const { page } = tab
  const field = (label: string) => page.getByLabel(label)
  await field('Letter').fill('Dear all')
  await field('Places').fill('Bonn')
  await field('First name').fill('Ada')
  await field('Scores').fill('1\n0')
  await field('Extra').fill('{')
  await field('Words').fill('house')
  await page.click(RUN)
  await eventually(async () => {
    const faults = await page.locator('.error').allTextContents()
    expect(faults.map((fault) => fault.split(/[:;]/, 1)[0])).toEqual([
      'At least 2 lines, one for each',
      'More than 0',
      'Each line needs an equals sign between two texts',
      'This is not JSON',
    ])
  })
  await expectAccessible(page)
  await field('Places').fill('Bonn\n\n Köln ')
  await field('Extra').fill('7')
  await field('Words').fill('house = Haus\nrent = Miete = kalt')
  await field('Scores').fill('1.5\n7')
  await field('Glad').check()
  await field('Angry').check()
  await field('Urgent').check()
  await field('Due').fill('2026-12-24')
  // Rows are added and taken away; those after it take its place.
  for (const name of ['Bob', 'Cy']) {
    await page.click('button:has-text("Add another")')
    await field('First name').last().fill(name)
  }
  await field('Years').last().fill('7')
  await page.click('[aria-label="Remove People 2"]')
  // What only the service knows is shown at its field as well.
  await field('Code').fill('abc')
  await page.click(RUN)
  await page.waitForSelector('.error:text-is(\'Must match pattern "^[A-Z]+$"\')')
  await expectCount(page.locator('.error'), 1)
  await page.waitForSelector('[data-path="input/code"]:focus')
  await expectAccessible(page)
  await field('Code').fill('ABC')
  await page.reload()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.click(RUN)
  expect((await sent).postDataJSON()).toEqual({
    task: 'every_field',
    async: true,
    input: {
      letter: 'Dear all',
      places: ['Bonn', 'Köln'],
      people: [{ first_name: 'Ada' }, { first_name: 'Cy', years: 7 }],
      pages: 3,
      scores: [1.5, 7],
      moods: ['glad', 'angry'],
      urgent: true,
      due: '2026-12-24',
      code: 'ABC',
    },
    options: { tone: 'formal', words: { house: 'Haus', rent: 'Miete = kalt' }, extra: 7 },
  })
  await page.waitForSelector('.result:has-text("Done")')
  // An object that is not required must be whole once it is started.
  await field('Town').fill('Bonn')
  await page.click(RUN)
  await page.waitForSelector('.error:has-text("Fill this in")')
  await tab.expectClean((fault) => fault.includes('422'))
})
