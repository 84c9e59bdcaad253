// Makes the pictures of the README from a running service: bun run docs:pictures
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openPage } from './chromium.ts'
import { fakeEngine } from './engines.ts'
import { tempFolder } from './process.ts'
import { jsonInit, startService } from './service.ts'
import { makeUser } from './users.ts'

const FOLDER = join(import.meta.dir, '../../.github')
const VIEWPORT = { width: 1200, height: 720 }

const ANSWER = `Bread rises because **yeast** eats the sugars in the dough and gives off carbon dioxide.

1. **Kneading** forms gluten, an elastic net.
2. **Proofing** lets the yeast fill that net with gas. An hour at 26 °C is enough for most doughs.
3. **Baking** makes the gas expand once more, until the crust sets.

| Dough | Proof at 26 °C |
|---|---|
| White bread | 1 h |
| Sourdough | 4 to 6 h |
`

const QUESTIONS = [
  'Birthday ideas for a nine-year-old',
  'Summarize the letter of the school',
  'How do I prune an apple tree?',
  'Why does bread rise?',
]

async function main(): Promise<void> {
  const answering = async function* answering() {
    yield [{ type: 'text' as const, text: ANSWER }]
    yield [{ type: 'finish' as const, reason: 'stop' as const }]
  }
  using folder = tempFolder()
  await using service = startService({
    env: { DATA_DIR: folder.path },
    engines: [
      fakeEngine('local', answering, { label: 'Qwen on this machine', models: ['qwen3-8b'] }),
    ],
  })
  await using tab = await openPage(
    { base: service.url },
    { viewport: VIEWPORT, deviceScaleFactor: 1.5 },
  )
  const { page } = tab
  const owner = makeUser(service.services, { role: 'admin', email: 'anna@example.org' })
  await page.context().addCookies([{ name: 'hearth', value: owner.token, url: service.url }])
  for (const email of ['ben@example.org', 'clara@example.org'])
    makeUser(service.services, { email })
  makeUser(service.services, { email: 'grandma@example.org', role: 'pending' })
  const profile = { generate: true, agent_engines: ['*'], agent_tasks: ['*'] }
  for (const label of ['Home Assistant', 'Kitchen tablet']) {
    const { key } = service.makeKey(profile, label)
    const message = { role: 'user', content: 'Hello' }
    const headers = { authorization: `Bearer ${key}` }
    for (let call = 0; call < 4; call++) {
      const body = { model: 'auto', messages: [message] }
      await fetch(`${service.url}/v1/chat/completions`, jsonInit('POST', body, headers))
    }
  }
  for (const question of QUESTIONS) {
    await page.goto(`${service.url}/app/`)
    await page.fill('textarea', question)
    await page.keyboard.press('Enter')
    await page.waitForSelector('article.answer table')
  }
  await picture(page, 'chat')
  await page.goto(`${service.url}/admin/`)
  await page.waitForSelector('h1, h2')
  await page.click('text=Hide this list')
  await page.waitForLoadState('networkidle')
  await picture(page, 'admin')
}

/** Light, and dark as `NAME-dark`. */
async function picture(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.mouse.move(0, 0)
    await Bun.sleep(500)
    const bytes = await page.screenshot()
    const file = `${name}${scheme === 'dark' ? '-dark' : ''}.png`
    await sharp(bytes)
      .resize(1440)
      .png({ palette: true, colours: 96, effort: 10 })
      .toFile(join(FOLDER, file))
  }
}

await main()
process.exit(0)
