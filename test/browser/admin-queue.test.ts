import { expect, test } from 'bun:test'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { expectText } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  colorScheme: 'dark' as const,
}

testPage('what runs and waits is live, and can be cancelled after a question', async () => {
  const gated = gatedEngine('local')
  await using service = startService({ engines: [gated.engine] })
  await using tab = await openApp(service, '/admin/queue', PHONE)
  const { page } = tab
  await page.getByText('Nothing runs and nothing waits').waitFor()
  const key = service.makeKey({ generate: true, agent_engines: ['local'] }, 'kitchen <b>')
  const ask = (prompt: string) =>
    service.request('/api/ai/generate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: key.authorization },
      body: JSON.stringify({ prompt, engine: 'local' }),
    })
  const first = ask('one')
  await until(() => gated.prompts.length === 1)
  const second = ask('two')
  const rows = page.getByRole('main').getByRole('listitem')
  const waiting = rows.filter({ hasText: 'Next in line' })
  await waiting.getByText('Generate, kitchen <b>').waitFor()
  const running = rows.filter({ hasText: 'small on local, running' })
  await running.getByText('Generate, kitchen <b>').waitFor()
  await expectAccessible(page)

  await waiting.getByRole('button', { name: 'Cancel: Generate, kitchen <b>' }).click()
  const dialog = page.getByRole('dialog')
  await expectText(dialog, 'Cancel the request of kitchen <b>?')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.waitFor({ state: 'detached' })
  await waiting.getByRole('button', { name: 'Cancel: Generate, kitchen <b>' }).click()
  await dialog.getByRole('button', { name: 'Cancel the request' }).click()
  await waiting.waitFor({ state: 'detached' })
  expect((await second).ok).toBe(false)

  await page.goto(`${service.url}/admin`)
  const now = page.getByRole('region', { name: 'Now' })
  await now.getByRole('button', { name: /^Cancel: / }).click()
  await dialog.getByRole('button', { name: 'Cancel the request' }).click()
  await now.getByText('Nothing runs and nothing waits').waitFor()
  expect((await first).ok).toBe(false)
  await tab.expectClean()
})
