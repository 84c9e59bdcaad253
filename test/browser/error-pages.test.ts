import { expect, test } from 'bun:test'
import { CHROMIUM, contrasts, openPage } from '../support/chromium.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = { width: 360, height: 640 }

testPage('errors of every kind are pages that fit a phone, in light and in dark', async () => {
  await using service = startService()
  const tabOf = { base: service.url }
  for (const colorScheme of ['light', 'dark'] as const) {
    await using tab = await openPage(tabOf, { viewport: PHONE, colorScheme })
    const { page } = tab
    const look = async (address: string, status: number, title: string) => {
      const response = await page.goto(address)
      expect([response?.status(), await page.textContent('h1')]).toEqual([status, title])
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect([title, colorScheme, width]).toEqual([title, colorScheme, PHONE.width])
      const [worst] = await contrasts(page)
      expect(worst?.contrast ?? 0, `${title}: ${worst?.text}`).toBeGreaterThanOrEqual(4.5)
      // The style has arrived: an unstyled card has no border.
      expect(
        await page.evaluate<string>(
          "getComputedStyle(document.querySelector('main')).borderTopStyle",
        ),
      ).toBe('solid')
    }
    await look(`${service.url}/nowhere`, 404, 'Not found')
    await look(`${service.url}/v1/models`, 401, 'Sign in first')
    await look(`${service.url}/v1/chat/completions`, 405, 'Not a page')
    // Resolves to this machine, as a name of another site may.
    await look(`http://other.localhost:${service.port}/`, 421, 'Unknown address')
    await page.click('main .button')
    await page.waitForURL((url) => url.hostname === 'localhost')
    expect(tab.faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([])
  }
})

testPage('a script of a page gets JSON where a typed address gets a page', async () => {
  await using service = startService()
  await using tab = await openPage({ base: service.url })
  const { page } = tab
  await page.goto(`${service.url}/openapi.json`)
  const types = await page.evaluate<string[]>(`Promise.all(
    ['/nowhere', '/admin/users', '/v1/models'].map((path) =>
      fetch(path, { headers: { accept: 'text/html' } }).then(({ headers }) => headers.get('content-type'))),
  )`)
  expect(types.map((type) => type.split(';')[0])).toEqual(Array(3).fill('application/json'))
})
