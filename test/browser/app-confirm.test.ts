import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fixtureTool } from '../support/mcp.ts'
import { expectCount } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { calling } from '../support/tool-calls.ts'
import { startUpstream, streamText } from '../support/upstream.ts'

const testPage = test.skipIf(CHROMIUM === null)

testPage(
  'a call that changes something is shown, survives a reload, and is allowed by keys or refused',
  async () => {
    await using upstream = startUpstream()
    const orders: number[] = []
    const order = fixtureTool('order', async ({ n = 0 }) => {
      orders.push(n)
      return 'Ordered'
    })
    const more = () => ({ name: 'fixtures', tools: [{ ...order, effects: 'changes' as const }] })
    await using service = startService({ upstream: upstream.url, more })
    await using tab = await openApp(service, '/app/', LOOKS[0])
    const { page } = tab
    const call = (n: number) => calling([{ name: 'order', values: { n } }], 'I will order.')
    let asked = 0
    upstream.script(() => {
      asked += 1
      return asked % 2 === 1 ? call(asked) : streamText(['That is all.'])
    })
    await page.click('button:has-text("Tools")')
    await page.fill('textarea', 'Order one')
    await page.keyboard.press('Enter')
    const question = page.locator('.confirm-call')
    await question.getByText('order?').waitFor()
    expect(await question.locator('dl').textContent()).toBe('n1')
    await page
      .locator('[role=status]:has-text("Your decision is needed: order")')
      .waitFor({ state: 'attached' })
    for (const look of LOOKS) {
      await page.setViewportSize(look.viewport)
      await page.emulateMedia({ colorScheme: look.colorScheme })
      await expectAccessible(page)
      await expectFits(page)
      const folder = process.env['SCREENSHOTS']
      if (folder) await page.screenshot({ path: `${folder}/confirm-${look.colorScheme}.png` })
    }
    await page.setViewportSize(LOOKS[0].viewport)
    await page.reload()
    await question.waitFor()
    expect(orders).toEqual([])
    await page.locator('.confirm-call button >> nth=0').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.answer p', { hasText: 'That is all.' }).waitFor()
    expect(orders).toEqual([1])
    await expectCount(question, 0)
    await page.locator('.compose textarea:focus').waitFor()
    // It was allowed for the conversation, until that is taken back.
    await page.keyboard.type('Once more')
    await page.keyboard.press('Enter')
    await page.locator('.answer p', { hasText: 'That is all.' }).nth(1).waitFor()
    expect(orders).toEqual([1, 3])
    await page.click('[aria-label="More about this conversation"]')
    await page.click('button:has-text("Ask again before order")')
    await page.fill('.compose textarea', 'And now?')
    await page.keyboard.press('Enter')
    await question.getByText('Don’t allow').click()
    await page.getByText('order (not allowed)').waitFor()
    expect(orders).toEqual([1, 3])
    await tab.expectClean()
  },
)
