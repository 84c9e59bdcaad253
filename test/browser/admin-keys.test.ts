import { expect, test } from 'bun:test'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { eventually, expectCount, expectText, expectValue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const start = () => startService({ engines: [fakeEngine('local', saying('Hello'))] })

testPage(
  'journey: /admin/keys makes a key that is shown once, works, and is told what it may do',
  async () => {
    await using service = start()
    await using tab = await openApp(service, '/admin/keys')
    const { page } = tab
    await page.waitForSelector('text=There is no key yet')
    await page.click('text=Create key')
    await page.getByLabel('Label').fill('kitchen')
    await page.getByLabel('Project').fill('house')
    await page.getByLabel('Expires').fill('2099-12-31')
    const can = page.locator('.abilities')
    await can.getByText('Chat and generate text with every engine').waitFor()
    const engines = page.getByRole('group', { name: 'Engines' })
    await eventually(async () => expect(await engines.getByLabel('local').isDisabled()).toBe(true))
    await engines.getByLabel('All, including new ones').uncheck()
    await can.getByText('once you choose an engine').waitFor()
    await engines.getByLabel('local').check()
    await page.getByRole('group', { name: 'Agent tasks' }).getByLabel('summarize').check()
    await can.getByText('Run the agent tasks summarize.').waitFor()
    await page.click('main form button:has-text("Create key")')
    const key = (await page.locator('[aria-label="the key"]').textContent()) ?? ''
    expect(key).toMatch(/^hth_/)
    const access = service.services.keys.accessList(1, undefined).items[0]
    expect(access?.profile).toMatchObject({ agentEngines: ['local'], agentTasks: ['summarize'] })
    await expectText(page.locator('[aria-label="the curl command"]'), key)
    await page.click('text=Test it')
    await page.getByText('It works: the service knows it as kitchen.').waitFor()
    // With the cookie alone the answer would name the Primary Key.
    service.services.keys.revoke(access?.keyId ?? '', { actor: 'test', address: '', requestId: '' })
    await page.click('text=Test it')
    await page.locator('.bad-text', { hasText: 'It does not work.' }).waitFor()
    await expectCount(page.getByText('You are signed out'), 0)
    await page.goto(`${service.url}/admin/keys`)
    await page.locator('.row-link', { hasText: 'Revoked' }).waitFor()
    expect(await page.content()).not.toContain(key)
    await tab.expectClean((fault) => fault.includes('401'))
  },
)

testPage(
  '/admin/keys/ID changes and revokes; what the service refuses is said, and kept',
  async () => {
    await using service = start()
    const { id } = service.makeKey({ generate: true, agent_engines: ['gone'] }, 'garage')
    service.makeKey({}, 'taken')
    await using tab = await openApp(service, '/admin/keys')
    const { page } = tab
    await page.click('text=garage')
    await page.waitForURL(`**/admin/keys/${id}`)
    const label = page.getByLabel('Label')
    await label.fill('taken')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[role=alert]', { hasText: 'Choose another label' }).waitFor()
    await expectValue(label, 'taken')
    await label.fill('gar\u200Bage')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[role=alert]', { hasText: 'label' }).waitFor()
    await label.fill('<b>barn</b>')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('h1', { hasText: '<b>barn</b>' }).waitFor()
    const engines = page.getByRole('group', { name: 'Engines' })
    await engines.getByLabel('gone (not there at present)').click()
    await engines.getByLabel('All, including new ones').check()
    await page.click('text=Save what it may do')
    await page.getByText('it holds from the next request on').waitFor()
    expect(service.services.keys.access(id).profile?.agentEngines).toEqual(['*'])
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Revoke the key' }).click()
    await page.locator('dl .tag', { hasText: 'Revoked' }).waitFor()
    await expectCount(page.getByLabel('Label'), 0)
    await tab.expectClean((fault) => /409|422/.test(fault))
  },
)
