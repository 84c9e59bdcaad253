import { expect, test } from 'bun:test'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import {
  eventually,
  expectCount,
  expectFocused,
  expectText,
  expectValue,
} from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const testPage = test.skipIf(CHROMIUM === null)

testPage('/admin/people approves and turns away who waits, and takes it back', async () => {
  await using service = startService()
  const guest = makeUser(service.services, { role: 'pending', email: 'guest@example.test' })
  const other = makeUser(service.services, { role: 'pending', email: 'other@example.test' })
  await using tab = await openApp(service, '/admin/people')
  const { page } = tab
  await page.click('[aria-label="Approve: guest@example.test"]')
  await page.locator('a.row-link', { hasText: 'guest@example.test' }).waitFor()
  // The row in the place of the one that has gone.
  await expectFocused(page.getByRole('link', { name: 'other@example.test' }))
  await page.keyboard.press('Tab')
  await expectFocused(page.getByRole('button', { name: 'Turn away: other@example.test' }))
  await page.keyboard.press('Enter')
  await page.locator('a.row-link', { hasText: 'Turned away' }).waitFor()
  const { users } = service.services
  expect([users.isApproved(guest.id), users.isApproved(other.id)]).toEqual([true, false])
  await page.click('text=Undo')
  await page.locator('[aria-label="Approve: other@example.test"]').waitFor()
  await tab.expectClean()
})

testPage('/admin/people/ID makes an admin, suspends and deletes, and asks before', async () => {
  await using service = startService()
  const ann = makeUser(service.services)
  await using tab = await openApp(service, '/admin/people')
  const { page } = tab
  await page.click('text=ann@example.test')
  await page.waitForURL(`**/admin/people/${ann.id}`)
  const choose = async (label: string, isAsked = true) => {
    await page.getByRole('button', { name: label, exact: true }).click()
    if (isAsked) await page.locator('dialog').getByRole('button', { name: label }).click()
  }
  const shown = (text: string) => page.locator('dl .tag', { hasText: text }).waitFor()
  await choose('Suspend')
  await shown('Suspended')
  await choose('End the suspension', false)
  await shown('User')
  await choose('Make admin')
  await shown('Admin')
  await choose('Make user')
  await page.getByText('The last admin cannot be demoted, suspended or deleted.').waitFor()
  makeUser(service.services, { role: 'admin', email: 'ben@example.test' })
  await page.getByRole('button', { name: 'Delete' }).click()
  await expectText(page.locator('dialog[open] p'), 'signed out everywhere')
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog', { state: 'detached' })
  expect(service.services.users.isAdmin(ann.id)).toBe(true)
  await choose('Delete')
  await shown('Deleted')
  expect(service.services.users.isApproved(ann.id)).toBe(false)
  await page.goto(`${service.url}/admin/people/usr_nobody`)
  await page.waitForSelector('text=There is no such user')
  await tab.expectClean((fault) => /404|409/.test(fault))
})

testPage('/admin/people shows hostile names as text, and finds them', async () => {
  await using service = startService()
  const email = `${'x'.repeat(120)}"><img/src=x>\u202Egnp@example.test`
  makeUser(service.services, { role: 'pending', email })
  makeUser(service.services, { email: '<script>alert(1)</script>@example.test' })
  await using tab = await openApp(service, '/admin/people')
  const { page } = tab
  const script = page.locator('a.row-link', { hasText: '<script>alert(1)</script>@example.test' })
  await script.waitFor()
  expect(await page.textContent('.row bdi')).toBe(email.replace('\u202E', '[U+202E]'))
  await expectCount(page.locator('main img'), 0)
  await page.getByLabel('Name or e-mail').fill('<SCRIPT>')
  await page.getByRole('heading', { name: 'for you' }).waitFor({ state: 'detached' })
  await script.waitFor()
  await eventually(async () => expect(new URL(page.url()).searchParams.get('q')).toBe('<SCRIPT>'))
  await page.getByLabel('Role').selectOption('admin')
  await page.getByText('Nobody was found').waitFor()
  await page.getByRole('link', { name: 'Show everybody' }).click()
  await page.getByRole('heading', { name: '1 person waits for you' }).waitFor()
  await expectValue(page.getByLabel('Name or e-mail'), '')
  await tab.expectClean()
})

testPage('/admin/people/ID grants extras and ends a session', async () => {
  await using service = startService()
  const { id, token } = makeUser(service.services)
  await using tab = await openApp(service, `/admin/people/${id}`)
  const { page } = tab
  await page.getByLabel('research').check()
  await page.reload()
  await eventually(async () => expect(await page.getByLabel('research').isChecked()).toBe(true))
  await page.getByRole('button', { name: 'Discard the changes' }).click()
  await eventually(async () => expect(await page.getByLabel('research').isChecked()).toBe(false))
  await page.getByLabel('research').check()
  const room = page.getByLabel('Room for files, in GiB')
  await room.fill('much')
  await page.getByRole('button', { name: 'Save the extras' }).click()
  await page.locator('[role=alert]', { hasText: 'GiB' }).waitFor()
  await room.fill('2.5')
  await page.getByRole('button', { name: 'Save the extras' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const users = await (await service.asOwner('GET', '/admin/users')).json()
  const extras = { worker_profiles: ['research'], storage_bytes: 2.5 * 1024 ** 3 }
  expect(users).toMatchObject({ items: [{ id, extras }] })
  const { sessions } = service.services
  expect(sessions.identify(token)?.user.id).toBe(id)
  await page.getByRole('button', { name: /^End: / }).click()
  await page.getByText('Signed in nowhere.').waitFor()
  expect(sessions.identify(token)).toBeUndefined()
  await page.getByText('No program was approved.').waitFor()
  await tab.expectClean()
})
