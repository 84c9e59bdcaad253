import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { poolEngine } from '../support/accounts.ts'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { expectText, expectTitle } from '../support/page-waits.ts'
import { pick, pickList } from '../support/pick.ts'
import { startService } from '../support/service.ts'
import { listedTool, startToolServer } from '../support/tool-server.ts'

const testPage = test.skipIf(CHROMIUM === null)
const DESK = { viewport: { width: 1280, height: 800 } }
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  colorScheme: 'dark' as const,
}
const HOSTILE = `<img src=x onerror="document.title='hit'"> \u001b[31mred\u001b[0m \u202eexe.png ${'y'.repeat(4_000)}`

testPage('an account is checked, used again, switched off and on', async () => {
  const { engine, failures } = poolEngine(['home', 'work'], { label: 'Claude', kind: 'claude' })
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/admin/engines', DESK)
  const { page } = tab
  const card = page.getByRole('region', { name: 'Claude', exact: true })
  const home = card.getByRole('listitem').first()
  await home.getByText('Account home is ready').waitFor()
  // Not sooner and not longer: the service checks accounts by itself every ten seconds.
  failures.set('home', new EngineFailure('quota', 'usage limit reached'))
  await home.getByRole('button', { name: /^Check now/ }).click()
  await home.getByText('Account home is parked until').waitFor()
  await expectText(home, 'Quota used up, met by your check')
  await expectText(home, '“usage limit reached”')
  await page.getByRole('link', { name: 'Engines 1 waiting' }).first().waitFor()
  await expectText(card, 'claude, 2 models, 2 accounts, 1 parked')

  failures.clear()
  await home.getByRole('button', { name: /^Use again/ }).click()
  await home.getByText('Account home is ready').waitFor()
  await home.getByRole('button', { name: /^Switch off/ }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectText(home, 'is ready')
  await home.getByRole('button', { name: /^Switch off/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await home.getByText('Account home is switched off').waitFor()
  await home.getByRole('button', { name: /^Switch on/ }).click()
  await home.getByText('Account home is ready').waitFor()
  await expectAccessible(page)
  await tab.expectClean()
})

testPage(
  'a model that does not say whether it reads images is unknown, as it gets none in the chat',
  async () => {
    const engine = fakeEngine('local', saying('Hello'), {
      factsOf: (model) => (model === 'small' ? { images: true, tools: false } : undefined),
    })
    await using service = startService({ engines: [engine] })
    await using tab = await openApp(service, '/admin/engines', DESK)
    const row = (model: string) => tab.page.getByRole('row', { name: new RegExp(`^${model} `) })
    await expectText(row('small'), 'yes')
    expect(await row('small').getByRole('cell').allTextContents()).toEqual(['unknown', 'yes', 'no'])
    expect(await row('large').getByRole('cell').allTextContents()).toEqual(Array(3).fill('unknown'))
    const models: unknown = await (await service.asOwner('GET', '/v1/models')).json()
    const capabilities = pickList(models, 'data').map((model) => [
      pick(model, 'id'),
      pickList(model, 'capabilities').includes('vision'),
    ])
    expect(Object.fromEntries(capabilities)).toMatchObject({
      'local/small': true,
      'local/large': false,
    })
  },
)

testPage('hostile evidence and names are text, and break no page', async () => {
  const { engine, failures } = poolEngine(['home'], {
    label: '<b>bold</b>',
    models: [`<svg onload=alert(1)>${'z'.repeat(300)}`],
  })
  failures.set('home', new EngineFailure('signed_out', HOSTILE))
  await using service = startService({ engines: [engine] })
  await service.asOwner('POST', '/admin/engines/pool/accounts/home/probe')
  await using tab = await openApp(service, '/admin/engines', PHONE)
  const { page } = tab
  const card = page.getByRole('region', { name: '<b>bold</b>', exact: true })
  await card.getByText('Signed out, met by your check').waitFor()
  const text = (await card.textContent()) ?? ''
  for (const part of ['<img src=x onerror=', '[U+001B][31mred', '[U+202E]exe.png', '<svg onload='])
    expect(text).toContain(part)
  expect(text).not.toContain('y'.repeat(1_000))
  await card.getByRole('button', { name: 'Show all' }).click()
  await card.getByRole('button', { name: 'Show less' }).waitFor()
  await expectAccessible(page)
  await tab.expectClean()
  await page.goto(`${service.url}/admin`)
  await page
    .getByRole('region', { name: 'Needs you', exact: true })
    .getByText('<b>bold</b> is signed out')
    .waitFor()
  await expectAccessible(page)
  await tab.expectClean()
  await expectTitle(page, '(2) Overview · Hearth admin')
})

testPage('a cut connection is said, what was shown stays, and it goes on by itself', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('x'))] })
  await using tab = await openApp(service, '/admin/engines', DESK)
  const { page } = tab
  await page.getByRole('region', { name: 'local', exact: true }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Not up to date: The service cannot be reached.').waitFor()
  await page.getByRole('region', { name: 'local', exact: true }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Not up to date').waitFor({ state: 'detached' })
  await tab.expectClean((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))
})

testPage('tool servers are listed with their tools, and checked again', async () => {
  using server = startToolServer({ tools: [listedTool('find'), listedTool('drop')] })
  server.answerWith(() => new Response('down', { status: 503 }))
  await using service = startService({ file: server.block('notes', ['find', 'gone']) })
  await service.services.toolServers.refresh('notes')
  await using tab = await openApp(service, '/admin/engines', PHONE)
  const { page } = tab
  const card = page.getByRole('region', { name: 'notes', exact: true })
  await card.getByText('It cannot be used: it answers with the status 503').waitFor()
  server.answerWith(() => undefined)
  await card.getByRole('button', { name: /^Check now/ }).click()
  await card.getByText('1 tool offered').waitFor()
  await card.getByText('gone is not offered: the server has no such tool').waitFor()
  await card.getByText('1 tool not offered').click()
  await card.getByText('drop', { exact: true }).waitFor()
  await expectAccessible(page)
  await tab.expectClean()
})
