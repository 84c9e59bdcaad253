import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)

testPage('/admin/brands adds, changes and deletes a brand', async () => {
  await using service = startService()
  for (const look of LOOKS) {
    await using tab = await openApp(service, '/admin/brands', look)
    const { page } = tab
    await page.getByText('There is no brand yet').waitFor()
    await page.getByRole('link', { name: 'Add a brand' }).click()
    await page.getByLabel('Short name').fill('Not Valid')
    await page.getByLabel('Name', { exact: true }).fill('<b>Acme</b>')
    await page.getByLabel('Glossary').fill('cloud = Cloud\nHearth')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('small letters').waitFor()
    await page.getByLabel('Short name').fill('acme')
    await expectFits(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('<b>Acme</b>').click()
    expect(await page.getByLabel('Glossary').inputValue()).toBe('cloud = Cloud\nHearth = Hearth')
    await page.getByRole('button', { name: 'Delete: ' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no brand yet').waitFor()
    await tab.expectClean()
  }
})
