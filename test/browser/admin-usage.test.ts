import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { jsonInit, startService, type TestService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const start = () => startService({ engines: [fakeEngine('local', saying('Hello'))] })
const HOSTILE = `<img src=x>${'long '.repeat(30).trim()}`

/** Asks for an answer with a key. */
async function chat(service: TestService, authorization: string): Promise<void> {
  const body = { model: 'local', messages: [{ role: 'user', content: 'Hello' }] }
  const init = jsonInit('POST', body, { authorization })
  await (await fetch(`${service.url}/v1/chat/completions`, init)).text()
}

testPage('/admin/usage adds up by what is chosen, and keeps that in the address', async () => {
  await using service = start()
  const profile = { generate: true, agent_engines: ['local'] }
  const kitchen = service.makeKey(profile, 'kitchen')
  const garage = service.makeKey(profile, HOSTILE)
  await chat(service, kitchen.authorization)
  await chat(service, kitchen.authorization)
  await chat(service, garage.authorization)
  await using tab = await openApp(service, '/admin/usage')
  const { page } = tab
  const table = page.getByRole('region', { name: 'Usage by who' })
  await table.getByRole('row', { name: /kitchen 2 / }).waitFor()
  await table.getByRole('row', { name: HOSTILE }).waitFor()
  await page.waitForSelector('.chart canvas')
  await page.getByLabel('Added up by').selectOption('person')
  await page.getByText('By person there is nothing in these days.').waitFor()
  await page.getByLabel('Added up by').selectOption('engine')
  await page
    .getByRole('region', { name: 'Usage by engine' })
    .getByRole('row', { name: /local 3 / })
    .waitFor()
  await page.getByRole('button', { name: '7 days' }).click()
  expect(new URL(page.url()).search).toBe('?by=engine&days=7')
  await page.reload()
  expect(await page.getByLabel('Added up by').inputValue()).toBe('engine')
  expect(await page.getByRole('button', { name: '7 days' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Every call as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^usage-.*\.csv$/)
  await page.getByLabel('To (UTC)').fill('2001-01-01')
  await page.getByText('Nothing was used in these days').waitFor()
  expect(new URL(page.url()).searchParams.get('from')).toBe('2001-01-01')
  await tab.expectClean()
})

testPage('/admin/usage fits every window and is accessible', async () => {
  await using service = start()
  await chat(
    service,
    service.makeKey({ generate: true, agent_engines: ['local'] }, HOSTILE).authorization,
  )
  for (const look of LOOKS) {
    await using tab = await openApp(service, '/admin/usage', look)
    const { page } = tab
    await page.waitForSelector('.chart canvas')
    for (const summary of await page.locator('main summary').all()) await summary.click()
    await expectFits(page)
    await expectAccessible(page)
    await tab.expectClean()
  }
})

testPage(
  '/admin/requests shows how requests went, new ones by themselves, and filters',
  async () => {
    await using service = start()
    const kitchen = service.makeKey({ generate: true, agent_engines: ['local'] }, 'kitchen')
    const garage = service.makeKey({ generate: true }, 'garage')
    await chat(service, garage.authorization)
    await using tab = await openApp(service, '/admin/requests')
    const { page } = tab
    const rows = page.locator('.request')
    await rows.filter({ hasText: 'Not allowed (403)' }).filter({ hasText: 'garage' }).waitFor()
    await chat(service, kitchen.authorization)
    await rows.filter({ hasText: 'kitchen, local' }).filter({ hasText: 'Answered' }).waitFor()
    await page.getByLabel('How it went').selectOption('4xx')
    await rows.filter({ hasText: 'kitchen' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?status=4xx')
    await page.getByLabel('How it went').selectOption('')
    await page.getByLabel('Who').fill('kitchen')
    await page.getByLabel('Who').press('Enter')
    await rows.filter({ hasText: 'garage' }).waitFor({ state: 'detached' })
    await page.getByLabel('Who').fill('nobody')
    await page.getByLabel('Who').press('Enter')
    await page.getByText('None fits what you have chosen above.').waitFor()
    await tab.expectClean()
  },
)
