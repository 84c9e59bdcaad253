import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { eventually, expectCount, expectText, expectValue } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const HOSTILE = '<script>alert(1)</script>\u202E\u200B<img src=x onerror=alert(1)>'
const SHOWN = '<script>alert(1)</script>[U+202E][U+200B]<img src=x onerror=alert(1)>'
const skillText = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\nWrite about {{input}}\n`

/** A service with a folder for the owner's skills. */
async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-skills-'))
  const service = startService({ env: { DATA_DIR: folder } })
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

testPage(
  '/admin/skills adds, changes and removes a skill; a fault keeps what was typed',
  async () => {
    await using service = await start()
    await using tab = await openApp(service, '/admin/skills')
    const { page } = tab
    await page.click('text=Add a skill')
    await page.getByLabel('Name', { exact: true }).fill('haiku')
    const editor = page.getByLabel('SKILL.md')
    await eventually(async () => expect(await editor.inputValue()).toContain('name: haiku'))
    await page.getByLabel('What the model is to do').fill('Write a haiku.')
    await page.getByRole('button', { name: 'Add a value' }).last().click()
    await page.getByLabel('Name of value 1').fill('Title line')
    await eventually(async () =>
      expect(await editor.inputValue()).toContain('"required":["title_line"]'),
    )
    await page.getByText('The SKILL.md that comes of it').click()
    await editor.fill('no front matter')
    await page.getByRole('button', { name: 'Add the skill' }).click()
    await page.locator('[role=alert]', { hasText: 'Cannot read the skill' }).waitFor()
    await expectValue(editor, 'no front matter')
    await page.reload()
    await expectValue(editor, 'no front matter')
    await page.getByLabel('Name', { exact: true }).fill('summarize')
    await page.getByRole('button', { name: 'Add the skill' }).click()
    await page.locator('[role=alert]', { hasText: 'There is a skill summarize already' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('haiku')
    await editor.fill(skillText('haiku', HOSTILE))
    await page.getByRole('button', { name: 'Add the skill' }).click()
    await page.waitForURL('**/admin/skills/haiku')
    await expectText(page.locator('main .card bdi').first(), SHOWN)
    await editor.fill(skillText('haiku', 'Short'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('main .card bdi', { hasText: 'Short' }).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.waitForURL('**/admin/skills')
    await page.waitForSelector('text=Shipped with Hearth')
    await expectCount(page.getByText('haiku', { exact: true }), 0)
    await tab.expectClean((fault) => /404|422/.test(fault))
  },
)

testPage('/admin/skills replaces a shipped skill and takes it back', async () => {
  await using service = await start()
  await using tab = await openApp(service, '/admin/skills/title')
  const { page } = tab
  const editor = page.getByLabel('SKILL.md')
  await eventually(async () => expect(await editor.inputValue()).toContain('name: title'))
  const shipped = await editor.inputValue()
  await editor.fill(skillText('title', 'Mine'))
  await page.getByRole('button', { name: 'Save as yours' }).click()
  await page.getByText('Yours, in place of a shipped one').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.locator('h2', { hasText: 'Shipped with Hearth' }).waitFor()
  await expectValue(editor, shipped)
  await tab.expectClean()
})
