import { expect, test } from 'bun:test'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { eventually, expectValue } from '../support/page-waits.ts'
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
  await page.getByText('The numbers of the chart').click()
  const numbers = page.getByRole('region', { name: 'Usage by day' })
  await numbers.getByRole('columnheader').nth(2).waitFor()
  await eventually(async () =>
    expect(await numbers.getByRole('columnheader').allTextContents()).toEqual([
      'Day',
      'kitchen',
      HOSTILE,
    ]),
  )
  await eventually(async () =>
    expect(await numbers.getByRole('row').nth(1).textContent()).toEndWith('21'),
  )
  await page.getByLabel('Group by').selectOption('person')
  await page.getByText('Person: there is nothing in these days.').waitFor()
  await page.getByLabel('Group by').selectOption('engine')
  await page
    .getByRole('region', { name: 'Usage by engine' })
    .getByRole('row', { name: /local 3 / })
    .waitFor()
  await page.getByRole('button', { name: '7 days' }).click()
  await page.waitForURL('**/admin/usage?by=engine&days=7')
  await page.reload()
  await expectValue(page.getByLabel('Group by'), 'engine')
  await page.getByRole('button', { name: '7 days', pressed: true }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Every call as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^usage-.*\.csv$/)
  await page.getByLabel('To (UTC)').fill('2001-01-01')
  await page.getByText('Nothing was used in these days').waitFor()
  await page.waitForURL((url) => url.searchParams.get('from') === '2001-01-01')
  await tab.expectClean()
})
