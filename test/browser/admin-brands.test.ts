import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { expectCount, expectValue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)

testPage('/admin/brands adds, changes and deletes a brand', async () => {
  await using service = startService()
  await service.asOwner('PUT', '/api/brands/taken', { name: 'Parish' })
  for (const look of LOOKS) {
    await using tab = await openApp(service, '/admin/brands', look)
    const { page } = tab
    await page.getByText('Parish').waitFor()
    await page.getByRole('link', { name: 'Add a brand' }).click()
    await page.getByLabel('Short name').fill('Not Valid')
    await page.getByLabel('Name', { exact: true }).fill('<b>Acme</b>')
    await page.getByLabel('Glossary').fill('cloud = Cloud\nHearth')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('small letters').waitFor()
    await page.getByLabel('Short name').fill('taken')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('There is a brand taken already').waitFor()
    await page.getByLabel('Short name').fill('acme')
    await page.getByLabel('Lines at a time').fill('2')
    await page.getByLabel('Characters a second').fill('17.5')
    await expectFits(page)
    await expectAccessible(page)
    await page.reload()
    await expectValue(page.getByLabel('Lines at a time'), '2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('<b>Acme</b>').click()
    await expectValue(page.getByLabel('Glossary'), 'cloud = Cloud\nHearth = Hearth')
    await expectCount(page.getByLabel('Short name'), 0)
    const stored = await (await service.asOwner('GET', '/api/brands/acme')).json()
    expect(stored).toMatchObject({
      caption_rules: { max_lines: 2, max_characters_per_second: 17.5 },
    })
    await page.getByLabel('Glossary').fill('ok\n = nothing')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Line 2 of the glossary').waitFor()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.locator('button:disabled', { hasText: 'Save' }).waitFor()
    await page.getByRole('button', { name: 'Delete: ' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Parish').waitFor()
    await expectCount(page.getByRole('main').getByRole('listitem'), 1)
    await tab.expectClean((fault) => fault.includes('404'))
  }
})
