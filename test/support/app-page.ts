import { expect } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openPage } from './chromium.ts'
import { PRIMARY_KEY, type TestService } from './service.ts'

/** Source text for the page, because the tests are compiled without the DOM types. */
const KEEP_VIOLATIONS = `window.violations = []
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI))`

/** Those in a part that scrolls by itself are not wider. */
const WIDER_THAN_THE_WINDOW = `(() => {
  const scrolls = (element) => element !== null && !element.matches('main, dialog') &&
    (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
  return [...document.querySelectorAll('.content *, .content, dialog, dialog *')]
    .filter((element) => element.matches('main, dialog')
      ? element.scrollWidth > element.clientWidth
      : element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element.parentElement))
    .map((element) => element.outerHTML.slice(0, 120))
})()`

/** The windows and colours in which every page has to be right. */
export const LOOKS = [
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true, isMobile: true },
] as const satisfies readonly BrowserContextOptions[]

/** What axe-core finds on a page. */
interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[]
}

const AXE = Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)
/** WCAG 2.2 AA. */
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Opens a page of the web app or of the admin area, signed in with the Primary Key.
 *
 * @param path Path of the page
 */
export async function openApp(
  { url }: Pick<TestService, 'url'>,
  path: string,
  options: BrowserContextOptions = {},
) {
  const tab = await openPage({ base: url }, options)
  const { page, faults } = tab
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.addInitScript(KEEP_VIOLATIONS)
  await signInWithKey(page, url)
  await page.goto(url + path)
  return {
    ...tab,
    /** Expects that nothing went wrong behind the page: no error, no foreign host, no CSP report. */
    async expectClean(allowed: (fault: string) => boolean = () => false): Promise<void> {
      expect(faults.filter((fault) => !allowed(fault))).toEqual([])
      expect(await page.evaluate('violations')).toEqual([])
      expect(requests.filter((one) => /^https?:/.test(one) && !one.startsWith(url))).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    },
  }
}

/** Signs a page in; the session is shared by all pages of its context. */
async function signInWithKey(page: Page, url: string): Promise<void> {
  const { status, headers } = await fetch(`${url}/login/key`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key: PRIMARY_KEY }),
  })
  const cookie = headers.getSetCookie().find((one) => one.includes('hearth='))
  const [name = '', value = ''] = cookie?.split(';', 1)[0]?.split('=') ?? []
  if (value === '') throw new Error(`The sign-in answered ${status}`)
  await page.context().addCookies([{ name, value, url }])
}

/** Expects that no part of the page is outside of its window. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate<string[]>(WIDER_THAN_THE_WINDOW)).toEqual([])
}

/**
 * Expects that axe-core finds nothing against WCAG 2.2 AA in the page as it is.
 *
 * @param rules Ids of the only rules that are looked at
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // Before its style has come, a page has the colours of the browser.
  await page.waitForLoadState()
  // The page's policy allows no script of a test, but one that the browser itself runs.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await Bun.file(AXE).text())
  const only = rules ?? WCAG_TAGS
  const result: AxeResult = await page.evaluate(
    // Of what it loads beforehand, the rules in use look at media only.
    `axe.run(document, { runOnly: ${JSON.stringify(only)}, resultTypes: ['violations'], preload: { assets: ['media'] } })`,
  )
  expect(
    result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
  ).toEqual([])
}
