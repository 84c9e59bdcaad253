import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { poolEngine } from '../support/accounts.ts'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { eventually, expectCount, expectText, expectTitle } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)
const DESK = { viewport: { width: 1280, height: 800 } }
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  colorScheme: 'dark' as const,
}
const DAY_MS = 86_400_000
const PROBE = '/admin/engines/pool/accounts/home/probe'

testPage('what needs the owner is first, and can be settled at once', async () => {
  const { engine, failures } = poolEngine(['home', 'work'], { label: 'Claude' })
  failures.set('home', new EngineFailure('signed_out', 'Please log in'))
  await using service = startService({ engines: [engine] })
  const { services } = service
  makeUser(services, { role: 'pending', email: 'guest@example.org' })
  makeUser(services, { role: 'pending', email: 'stranger@example.org' })
  await service.asOwner('POST', PROBE)
  services.alerts.raise({ kind: 'disk', subject: 'The disk is full', message: 'No room' })
  await using tab = await openApp(service, '/admin', DESK)
  const { page } = tab

  const rail = page.getByRole('navigation').first()
  await rail.getByRole('link', { name: 'Engines 1 waiting' }).waitFor()
  const waiting = page.getByRole('region', { name: 'Needs you' })
  await waiting.getByText('Claude, account home is signed out').waitFor()
  await expectText(waiting, '“Please log in”')
  await expectTitle(page, '(7) Overview · Hearth admin')
  await waiting.getByRole('button', { name: 'Approve: guest@example.org' }).click()
  await waiting.getByText('guest@example.org').waitFor({ state: 'detached' })
  const users = await (await service.asOwner('GET', '/admin/users')).json()
  expect(users).toMatchObject({ items: [{ role: 'pending' }, { role: 'user' }] })

  await waiting.getByRole('button', { name: 'Turn away: stranger@example.org' }).click()
  await waiting.getByText('stranger@example.org').waitFor({ state: 'detached' })

  failures.clear()
  await waiting.getByRole('button', { name: 'Check now: Claude, account home' }).click()
  await page.getByText('Claude, account home is ready.').waitFor()
  await waiting.getByRole('button', { name: 'Seen: The disk is full' }).click()
  await waiting.getByText('The disk is full').waitFor({ state: 'detached' })
  await expectAccessible(page)
  await tab.expectClean()
})

testPage(
  'journey: a new service says what is there, what is missing and what to do next',
  async () => {
    await using service = startService()
    await using tab = await openApp(service, '/admin', PHONE)
    const { page } = tab
    const steps = page.getByRole('region', { name: 'First steps, 0 of 5 done' })
    await steps.waitFor()
    await expectText(steps, 'OIDC_ISSUER')
    await expectText(steps, 'Recordings cannot be transcribed yet')
    expect(await steps.getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toBe(
      '/app/',
    )
    await page.getByText('Nothing needs you.').waitFor()
    await expectAccessible(page)
    await tab.expectClean()
    await steps.getByRole('link', { name: 'Create key' }).click()
    await page.waitForURL(`${service.url}/admin/keys`)
    expect((await service.asOwner('POST', '/admin/api-keys', { label: 'kitchen' })).ok).toBe(true)
    await page.goBack()
    await page.getByRole('region', { name: 'First steps, 1 of 5 done' }).waitFor()
    await page.getByText('Apps and scripts have keys').waitFor()
    await page.getByRole('button', { name: 'Hide this list' }).click()
    await page.reload()
    await page.getByText('Nothing needs you.').waitFor()
    await expectCount(page.getByText('First steps'), 0)
  },
)

testPage('nothing is said of needs before the doctor has answered, nor when it fails', async () => {
  await using service = startService()
  await using tab = await openApp(service, '/admin/engines', DESK)
  const { page } = tab
  const failed = Promise.withResolvers<void>()
  await page.route('**/admin/doctor', async (route) => {
    await failed.promise
    await route.fulfill({ status: 500, json: { detail: 'It broke', code: 'internal' } })
  })
  await page.getByRole('link', { name: 'Overview' }).first().click()
  const needs = page.getByRole('region', { name: 'Needs you', exact: true })
  await needs.getByText('Checking …').waitFor()
  failed.resolve()
  await needs.getByText('This service cannot be checked now: It broke.').waitFor()
  await expectCount(needs.getByText('Nothing needs you.'), 0)
})

testPage('today is beside the last weeks, in numbers, words and bars', async () => {
  let now = Date.now() - DAY_MS
  await using service = startService({
    engines: [fakeEngine('local', saying('Hello'))],
    now: () => now,
  })
  const ask = () => service.asOwner('POST', '/api/ai/generate', { prompt: 'x', engine: 'local' })
  for (let index = 0; index < 3; index += 1) expect((await ask()).status).toBe(200)
  now = Date.now()
  expect((await ask()).status).toBe(200)
  await using tab = await openApp(service, '/admin/overview', DESK)
  const { page } = tab
  const today = page.getByRole('region', { name: 'Today' })
  const answers = today.getByRole('img', { name: /^Answers, 28 days: at most 3 on / })
  await answers.waitFor()
  await eventually(async () =>
    expect(await today.locator('strong').allTextContents()).toEqual(['1', expect.any(String), '0']),
  )
  await expectCount(answers.locator('i'), 28)
  expect(await answers.locator('i').last().getAttribute('title')).toEndWith(': 1')
  const engines = page.getByRole('region', { name: 'Engines' })
  await engines.getByText('1 today').waitFor()
  await engines.getByRole('link', { name: 'local' }).click()
  await page.waitForURL(/engines\?engine=local$/)
  await tab.expectClean()
})
