import { expect, test } from 'bun:test'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { AUDIT_ACTOR } from '../support/audit-actor.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { createDevice } from '../support/devices.ts'
import { expectCount, expectText, expectTitle, expectValue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)
const DESK = { viewport: { width: 1280, height: 800 } }
const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  colorScheme: 'dark' as const,
}
const SHOW_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"

testPage('alerts: the open ones first, seen by a click, and announced on every page', async () => {
  await using service = startService()
  const { alerts } = service.services
  for (let index = 1; index <= 60; index += 1)
    alerts.raise({ kind: 'test', subject: `Old ${index}`, message: 'Long ago' })
  for (const { id } of alerts.list(60, undefined).items) alerts.acknowledge(id, AUDIT_ACTOR)
  alerts.raise({ kind: 'test', subject: 'The backup has failed', message: 'No room' })
  await using tab = await openApp(service, '/admin/alerts', PHONE)
  const { page } = tab
  const open = page.getByRole('region', { name: 'Open' })
  const seen = page.getByRole('region', { name: 'Seen' })
  await open.getByRole('button', { name: 'Seen: The backup has failed' }).click()
  await open.getByText('No alert is open.').waitFor()
  await seen.getByText('The backup has failed').waitFor()
  await expectCount(seen.getByRole('listitem'), 50)
  await seen.getByRole('button', { name: 'Show more' }).click()
  await seen.getByRole('listitem').nth(60).waitFor()
  await expectCount(seen.getByRole('listitem'), 61)
  await expectAccessible(page)

  alerts.raise({ kind: 'test', subject: 'The queue is long', message: 'Nine wait' })
  await page.goto(`${service.url}/admin/devices`)
  await page.getByText('No device is signed in').waitFor()
  // What is there when the page is opened is not announced: it has been loaded.
  await expectTitle(page, '(1) Devices · Hearth admin')
  alerts.raise({ kind: 'test', subject: 'The disk is full', message: 'No room' })
  await page.evaluate(SHOW_AGAIN)
  await page.getByRole('status').getByText('New alert: The disk is full.').waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(`${service.url}/admin/alerts`)
  await open.getByText('The disk is full').waitFor()
  await tab.expectClean()
})

testPage('audit: who did what in words, found by area, name and subject', async () => {
  await using service = startService()
  const made = await service.asOwner('POST', '/admin/api-keys', { label: 'kitchen' })
  const { id } = (await made.json()) as { id: string }
  await service.asOwner('PATCH', `/admin/api-keys/${id}`, { label: 'pantry' })
  const ann = makeUser(service.services, { role: 'pending' })
  await service.asOwner('PATCH', `/admin/users/${ann.id}`, { role: 'user' })
  await using tab = await openApp(service, '/admin/audit', DESK)
  const { page } = tab
  const rows = page.getByRole('main').getByRole('listitem')
  await rows.filter({ hasText: 'Primary Key changed the person ann@example.test' }).waitFor()
  await expectCount(rows.filter({ hasText: 'role: pending → user' }), 1)
  await expectCount(rows.filter({ hasText: 'label: kitchen → pantry' }), 1)
  await page.getByLabel('What').selectOption('Keys')
  await page.waitForURL(/area=key/)
  await rows.filter({ hasText: 'changed the person' }).waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'made the key pantry' }).waitFor()
  await page.getByLabel('Who').fill('nobody')
  await page.getByText('Nothing was found').waitFor()
  await page.reload()
  await page.getByText('Nothing was found').waitFor()
  await expectValue(page.getByLabel('Who'), 'nobody')
  await page.getByRole('link', { name: 'Show everything' }).click()
  await rows.filter({ hasText: 'changed the person' }).waitFor()
  await expectValue(page.getByLabel('Who'), '')
  await rows.getByRole('link', { name: 'ann@example.test', exact: true }).click()
  await rows.filter({ hasText: 'pantry' }).first().waitFor({ state: 'detached' })
  await expectCount(rows, 1)
  await expectAccessible(page)
  await tab.expectClean()
})

testPage('devices: a device with a hostile name is revoked after a question', async () => {
  await using service = startService()
  const ann = makeUser(service.services)
  const name = '<script>alert(1)</script> \u202elaptop'
  const { credential } = createDevice(service, ann, name)
  createDevice(service, ann, 'tablet')
  await using tab = await openApp(service, '/admin/devices', PHONE)
  const { page } = tab
  const row = page
    .getByRole('listitem')
    .filter({ hasText: '<script>alert(1)</script> [U+202E]laptop' })
  await row.getByText('last used').waitFor()
  await expectText(row, 'of ann@example.test')
  await row.getByRole('button', { name: /^Revoke/ }).click()
  const dialog = page.getByRole('dialog')
  await expectText(dialog, 'is signed out at once')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectCount(row, 1)
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await row.waitFor({ state: 'detached' })
  const headers = { authorization: `Bearer ${credential}` }
  expect((await fetch(`${service.url}/api/code/whoami`, { headers })).status).toBe(401)
  await page.getByLabel('Show ended ones').check()
  await row.getByText('revoked').waitFor()
  expect(page.url()).toEndWith('?show=all')
  await page.getByRole('button', { name: 'Revoke: tablet' }).waitFor()
  await tab.expectClean()
})
