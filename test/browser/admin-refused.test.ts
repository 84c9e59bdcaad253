import { expect, test } from 'bun:test'
import { startEmptyService } from '../support/admin-services.ts'
import { expectAccessible } from '../support/app-page.ts'
import { CHROMIUM, openPage } from '../support/chromium.ts'
import { expectCount } from '../support/page-waits.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)

testPage('who is no admin gets a plain page with a way back, on every admin page', async () => {
  await using service = startEmptyService()
  const { token } = makeUser(service.services)
  await using tab = await openPage({ base: service.url })
  const { page, faults } = tab
  await page.context().addCookies([{ name: 'hearth', value: token, url: service.url }])
  for (const name of ['', '/queue', '/engines', '/people', '/keys/new', '/usage']) {
    await page.goto(`${service.url}/admin${name}`)
    expect(await page.textContent('h1')).toBe('Not allowed')
    await expectCount(page.getByText('Only the owner and admins may do this.'), 1)
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Start page' }).click()
  await page.getByRole('textbox').first().waitFor()
  expect(faults.filter((fault) => !fault.includes('403'))).toEqual([])
})
