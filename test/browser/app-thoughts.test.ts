import { expect, test } from 'bun:test'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine } from '../support/engines.ts'
import { eventually } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'
import { steppedEngine } from '../support/stepped-engine.ts'

const testPage = test.skipIf(CHROMIUM === null)

testPage('thoughts are shown while they come, then folded, and are not copied', async () => {
  const { engine, say, end } = steppedEngine()
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/', LOOKS[1])
  const { page } = tab
  await page.fill('textarea', 'Two and two?')
  await page.click('[aria-label=Send]')
  await page.waitForURL(/\/app\/c\//)
  say('<think>First I ')
  await page.locator('.thoughts summary', { hasText: 'Thinking…' }).click()
  await page.waitForSelector('.thoughts p:has-text("First I")')
  say('add them.</think>It is ')
  await page.waitForSelector('.thoughts p:has-text("First I add them.")')
  say('four.')
  end()
  await page.locator('.thoughts summary', { hasText: /^Thought for / }).waitFor()
  expect(await page.locator('.answer .markdown').textContent()).toBe('It is four.')
  await page.reload()
  await page.locator('.thoughts summary', { hasText: /^Thought for / }).waitFor()
  expect(await page.locator('.thoughts p').count()).toBe(0)
  await expectAccessible(page)
  await expectFits(page)
  await tab.expectClean()
})

testPage('formulas are drawn without a style, and what is none stays as text', async () => {
  const text = [
    'It costs $5 to $8, and $x^2$ is',
    '$$\\frac{1}{2} \\color{red}{\\sum_{i=1}^n i}$$',
    'but $\\href{javascript:alert(1)}{x}$ is not.',
  ].join('\n\n')
  const engine = fakeEngine('local', async function* say() {
    for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) yield [{ type: 'text', text: piece }]
  })
  await using service = startService({ engines: [engine] })
  await using tab = await openApp(service, '/app/', LOOKS[0])
  const { page } = tab
  await page.fill('textarea', 'Show')
  await page.keyboard.press('Enter')
  await page.waitForSelector('article.answer math msup')
  await page.waitForSelector('article.answer .formula mfrac')
  await page.getByText('but $\\href{javascript:alert(1)}{x}$ is not.').waitFor()
  await eventually(async () => expect(await page.locator('math').count()).toBe(2))
  expect(
    await page.locator('article.answer :is(math, math *):is([style], [class], [href])').count(),
  ).toBe(0)
  expect(await page.evaluate('document.querySelector("math").namespaceURI')).toBe(
    'http://www.w3.org/1998/Math/MathML',
  )
  await page.getByText('It costs $5 to $8, and').waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await tab.expectClean()
})
