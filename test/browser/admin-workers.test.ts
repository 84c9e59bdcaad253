import { test } from 'bun:test'
import { expectAccessible, expectFits, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, hanging } from '../support/engines.ts'
import { expectCount } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { fakeSandbox } from '../support/workers.ts'

const testPage = test.skipIf(CHROMIUM === null)
const DESK = { viewport: { width: 1280, height: 800 } }

testPage(
  'why no worker can run is in the language of the owner, and so is what helps',
  async () => {
    const texts = {
      reason: { code: 'sandbox_missing', params: { command: 'bwrap' } },
      fix: { code: 'sandbox_as_root', params: { command: 'apt install bubblewrap' } },
    }
    const state = { ok: false, reason: 'bwrap is not installed', fix: 'As root', texts } as const
    const sandbox = { ...fakeSandbox(), state: async () => state }
    await using service = startService({ sandbox })
    await using tab = await openApp(service, '/admin/workers', { ...DESK, locale: 'de-DE' })
    const { page } = tab
    const words = 'bwrap ist nicht installiert. Als root: apt install bubblewrap'
    await page.waitForSelector(`.worker-sandbox:has-text("${words}")`)
    await expectAccessible(page)
  },
)

testPage('the owner sees what workers do and what is left of today, and cancels one', async () => {
  const called = fakeEngine('local', async function* (turn, signal) {
    if (turn.messages.some(({ role }) => role === 'assistant')) yield* hanging()(turn, signal)
    const call = { index: 0, id: 'call_1', type: 'function' }
    const list = { ...call, function: { name: 'list_files', arguments: '{}' } }
    yield [{ type: 'delta', delta: { tool_calls: [list] } }]
    yield [{ type: 'finish', reason: 'tool_calls' }]
  })
  await using service = startService({ engines: [called], sandbox: fakeSandbox() })
  await using tab = await openApp(service, '/admin/workers', DESK)
  const { page } = tab
  await page.waitForSelector('text=No worker was started within the last hour')
  await page.waitForSelector('.row:has-text("read_docs"):has-text("At most 40 steps and 15 min")')
  await expectAccessible(page)
  await service.asOwner('POST', '/api/ai/worker', { profile: 'read_docs', brief: 'Count all' })
  await page.reload()
  const row = page.locator('[data-job]')
  await page.waitForSelector('text=1 of 20 jobs started, 19 left')
  await row.getByRole('button', { name: /^1 step of/ }).click()
  await page.waitForSelector('.worker-step:has-text("Looked at the files")')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectFits(page)
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Cancel/ }).click()
  await page.click('dialog button:has-text("Cancel the worker")')
  await page.waitForSelector('[data-job]:has-text("Cancelled")')
  await expectCount(row.getByRole('button', { name: /^Cancel/ }), 0)
  await tab.expectClean()
})
