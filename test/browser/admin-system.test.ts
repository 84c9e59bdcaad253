import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { expectCount } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)

testPage('/admin/system says what is wrong, and downloads a backup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-system-'))
  try {
    await using service = startService({ env: { DATA_DIR: folder } })
    await using tab = await openApp(service, '/admin/system')
    const { page } = tab
    await page.getByText('No engine is configured').waitFor()
    await page.getByText('There is no backup on this machine yet.').waitFor()
    await page.route('**/admin/backups', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 507, json: { detail: 'There is no room', code: 'storage_full' } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('alert').getByText('There is no room.').waitFor()
    await page.unroute('**/admin/backups')
    for (const name of [/^Back up now/, /^Download hearth-/]) {
      const download = page.waitForEvent('download')
      await page.getByRole(name.source.includes('Back') ? 'button' : 'link', { name }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/\.tar$/)
      const bytes = await Bun.file(await file.path())
        .slice(0, 600)
        .text()
      expect(bytes).toStartWith('backup.json')
      await page.getByText('Backup made:').waitFor()
      const kept = page.getByText('All that are kept (1)')
      await kept.waitFor()
      if (name.source.includes('Back')) await kept.click()
    }
    await page.getByText('no bytes of stored files').waitFor()
    await page.getByRole('button', { name: 'Restore drill' }).click()
    await page.getByText('all checksums right, the database sound').waitFor()
    await expectCount(page.getByRole('main').getByRole('alert'), 0)
    await tab.expectClean((fault) => fault.includes('507'))
  } finally {
    await rm(folder, { recursive: true })
  }
})

testPage('/admin/system tells that data in memory has no backup', async () => {
  await using service = startService()
  await using tab = await openApp(service, '/admin/system')
  await tab.page.getByText('there is nothing to back up').waitFor()
  await tab.expectClean((fault) => fault.includes('409'))
})
