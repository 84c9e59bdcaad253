import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)

/** Source text for the page: what can have the focus, and whose ring would be cut then. */
const CUT_RINGS = `(() => {
  const clips = (style) =>
    [style.overflowX, style.overflowY].some((one) => one !== 'visible') || style.contentVisibility === 'auto'
  const focusable = 'a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex]'
  const cut = []
  for (const element of document.querySelectorAll(focusable)) {
    if (element.matches('.rail *') && location.pathname.startsWith('/admin/')) continue
    // Its label shows the ring.
    if (element.matches('.hidden-text')) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    element.scrollIntoView({ block: 'center', inline: 'center' })
    element.focus({ focusVisible: true, preventScroll: true })
    if (!element.matches(':focus-visible')) continue
    const own = getComputedStyle(element)
    if (own.outlineStyle === 'none') continue
    const ring = parseFloat(own.outlineWidth) + parseFloat(own.outlineOffset)
    const box = element.getBoundingClientRect()
    const isIn = (outer, slack = 0) => box.left - ring >= outer.left - slack - 0.5 && box.right + ring <= outer.right + slack + 0.5 &&
      box.top - ring >= outer.top - slack - 0.5 && box.bottom + ring <= outer.bottom + slack + 0.5
    let isWhole = isIn({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one)
      if (clips(style)) isWhole &&= isIn(one.getBoundingClientRect(), parseFloat(style.overflowClipMargin) || 0)
    }
    if (!isWhole) cut.push(element.outerHTML.slice(0, 90))
  }
  return cut
})()`

testPage('the ring around what has the focus is whole on every page', async () => {
  await using service = startService({
    engines: [fakeEngine('local', saying('| a | b |\n|-|-|\n| 1 | 2 |\n\n```sh\nbake\n```'))],
  })
  await using tab = await openApp(service, '/app/', { viewport: { width: 1280, height: 800 } })
  const { page } = tab
  await page.fill('textarea', 'Show a table')
  await page.keyboard.press('Enter')
  await page.waitForSelector('article.answer footer')
  const faults = await cutRings(page, 'conversation')
  await page.click('.pick')
  await page.waitForSelector('dialog')
  faults.push(...(await cutRings(page, 'model picker')))
  const pages = ['tasks', 'speak', 'transcribe', 'video', 'files', 'history', 'jobs', 'me']
  const admin = ['', 'queue', 'engines', 'people', 'keys', 'usage', 'requests', 'audit', 'system']
  for (const path of [
    ...pages.map((one) => `/app/${one}`),
    ...admin.map((one) => `/admin/${one}`),
  ]) {
    await page.goto(service.url + path)
    await page.waitForSelector('h1')
    await page.waitForSelector('.bars', { state: 'detached' })
    faults.push(...(await cutRings(page, path)))
  }
  expect(faults.join('\n')).toBe('')
})

async function cutRings(page: Page, where: string): Promise<string[]> {
  const cut = await page.evaluate<string[]>(CUT_RINGS)
  return cut.map((element) => `${where}: ${element}`)
}
