import { expect, test } from 'bun:test'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine } from '../support/engines.ts'
import { eventually, expectCount, expectFocused, expectValue } from '../support/page-waits.ts'
import { pickFrom } from '../support/pick.ts'
import { startService } from '../support/service.ts'
import { fakeSandbox, type ScriptedCall } from '../support/workers.ts'

const testPage = test.skipIf(CHROMIUM === null)
const DESK = { viewport: { width: 1280, height: 800 } }
const START = 'button:has-text("Start")'

/** A model that works by a script; each of its answers waits for the test. */
function scriptedEngine(...script: readonly (readonly ScriptedCall[])[]) {
  const gates = script.map(() => Promise.withResolvers<void>())
  const engine = fakeEngine('local', async function* ({ messages }, signal) {
    const index = messages.filter(({ role }) => role === 'assistant').length
    const aborted = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
    await Promise.race([gates[index]?.promise, aborted.promise])
    const calls = script[index] ?? []
    const tool_calls = calls.map(([name, args], call) => ({
      ...{ index: call, id: `call_${index}_${call}`, type: 'function' },
      function: { name, arguments: JSON.stringify(args) },
    }))
    yield [{ type: 'delta', delta: { tool_calls } }]
    yield [{ type: 'finish', reason: 'tool_calls' }]
  })
  return { engine, answer: (index: number) => gates[index]?.resolve() }
}

testPage(
  'journey: a person gives a task to a worker, sees it work, and reads what it has made',
  async () => {
    const { engine, answer } = scriptedEngine(
      [['list_files', {}]],
      [['run', { command: 'wc -w /inputs/offer.txt' }]],
      [['write_artifact', { name: 'report.md', text: '# Words\n\n<b>Two</b>' }]],
      [['finish', { answer: 'It has **two** words.\n\n![x](https://example.org/x.png)' }]],
    )
    await using service = startService({
      engines: [engine],
      sandbox: fakeSandbox(() => ({ exitCode: 1 })),
    })
    await using tab = await openApp(service, '/app/', DESK)
    const { page } = tab
    // Drawn with what takes the keys.
    await page.waitForSelector('.compose textarea')
    await page.keyboard.press('Control+k')
    await expectFocused(page.getByRole('combobox'))
    await page.keyboard.type('worke')
    await page.waitForSelector('[role=option][aria-selected=true]:has-text("Workers")')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/workers')
    await page.waitForSelector('text=8 of 8 jobs left today; starts again at')

    await page.getByRole('radio', { name: /^Read docs/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('input[value=research]:checked')
    await page.keyboard.press('ArrowUp')
    const brief = page.getByRole('textbox', { name: 'Brief' })
    await brief.fill('How many words does it have?')
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles([
        { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('two words') },
      ])
    await page.waitForSelector(`${START}:not(:disabled)`)
    // What was typed and attached survives a reload.
    await page.reload()
    await page.waitForSelector('.attachment:has-text("offer.txt")')
    await expectValue(brief, 'How many words does it have?')
    await expectAccessible(page)
    await page.dblclick(START)
    await page.waitForURL('**/app/workers/wrk_*')
    await page.waitForSelector('.wait:has-text("Running")')

    answer(0)
    await page.waitForSelector('.worker-step:has-text("Looked at the files")')
    answer(1)
    await page.waitForSelector('.worker-step.bad:has-text("Ran a command failed")')
    await page.waitForSelector('.worker-step bdi:text-is("wc -w /inputs/offer.txt")')
    await page.reload()
    answer(2)
    await page.waitForSelector('.row:has-text("report.md"):has-text("Markdown, 19 B")')
    answer(3)
    await page.waitForSelector('.result strong:has-text("two")')
    await page.waitForSelector('.result a:has-text("Image: x")')
    await page.waitForSelector('.run-foot:has-text("All of this is deleted at")')
    await expectAccessible(page)

    await page.click('button[aria-label="View report.md"]')
    await page.waitForSelector('dialog p:text-is("<b>Two</b>")')
    await page.keyboard.press('Escape')
    await expectFocused(page.locator('button[aria-label="View report.md"]'))
    const saving = page.waitForEvent('download')
    await page.click('a[aria-label="Download report.md"]')
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('report.md')
    expect(await Bun.file(await saved.path()).text()).toBe('# Words\n\n<b>Two</b>')

    await page.click('button[aria-label^="Show the whole output of step 1"]')
    await page.waitForSelector('dialog pre:has-text("/inputs/offer.txt")')
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    // A double click has made one job.
    await page.click('button:has-text("Again")')
    await page.waitForSelector('text=7 of 8 jobs left today')
    await expectValue(brief, 'How many words does it have?')
    await expectCount(page.locator('.task-link'), 1)
    await page.click('nav.rail a:has-text("Jobs")')
    await page.click('.job a:has-text("Worker: Read docs")')
    await page.waitForSelector('.result strong:has-text("two")')
    await tab.expectClean()
  },
)

testPage('a job waits in line, is stopped, and counts for today', async () => {
  const { engine } = scriptedEngine([], [])
  await using service = startService({ engines: [engine], sandbox: fakeSandbox() })
  const start = async (brief: string) =>
    pickFrom(
      await service.asOwner('POST', '/api/ai/worker', { profile: 'read_docs', brief }),
      'job_id',
    )
  await using tab = await openApp(service, '/app/workers', DESK)
  const { page } = tab
  await start('First')
  const id = await start('Second')
  await page.goto(`${service.url}/app/workers/${id}`)
  await page.waitForSelector('.wait:has-text("Next in line")')
  await page.click('button:has-text("Stop")')
  await page.waitForSelector('dialog:has-text("still counts")')
  await page.click('dialog button:has-text("Stop the job")')
  await page.waitForSelector('.notice:has-text("Stopped before it had an answer")')
  for (let made = 2; made < 8; made += 1) {
    const next = await start(`Job ${made}`)
    await service.asOwner('DELETE', `/api/ai/worker/${next}`)
  }
  await page.click('a:has-text("All jobs")')
  await page.waitForSelector('.notice:has-text("All 8 jobs of today are used. Try again")')
  await eventually(async () => expect(await page.locator(START).isDisabled()).toBe(true))
  await page.waitForSelector('.task-link >> nth=7')
  await tab.expectClean()
})

testPage(
  'more jobs than 50 are shown page by page, and stay while the list is loaded again',
  async () => {
    const { engine } = scriptedEngine([])
    const file = '[workers]\njobs_per_day = 60\nattempts_per_day = 60\n'
    await using service = startService({ engines: [engine], sandbox: fakeSandbox(), file })
    const start = async (brief: string) =>
      pickFrom(
        await service.asOwner('POST', '/api/ai/worker', { profile: 'read_docs', brief }),
        'job_id',
      )
    for (let made = 0; made < 52; made += 1) {
      const id = await start(`Job ${made}`)
      // The last one goes on, so that the list is loaded again and again.
      if (made < 51) await service.asOwner('DELETE', `/api/ai/worker/${id}`)
    }
    await using tab = await openApp(service, '/app/workers', DESK)
    const { page } = tab
    await page.waitForSelector('.task-link >> nth=49')
    await expectCount(page.locator('.task-link'), 50)
    await page.click('button:has-text("Show more")')
    await page.waitForSelector('.task-link:has-text("Job 0")')
    await page.waitForSelector('button:has-text("Show more")', { state: 'detached' })
    const loadAgain = () =>
      page.waitForResponse((answer) => /ai\/worker\?limit=100/.test(answer.url()))
    // That of the button, or of the first time after it; then one that nothing but the time asks for.
    await loadAgain()
    await loadAgain()
    await expectCount(page.locator('.task-link'), 52)
    await tab.expectClean()
  },
)
