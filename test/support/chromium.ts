import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { NO_ADDRESS_BAR } from '../../src/media/browser/chromium-renderer.ts'
import { STEP_MS } from './page-waits.ts'
import type { startWithProvider } from './signing-in.ts'
import { makeUser, type UserOptions } from './users.ts'

/** Null on a machine without the browser; `npm test` says how to get it. */
export const CHROMIUM = Bun.which('chromium')

type Service = Awaited<ReturnType<typeof startWithProvider>>
/** The address that the pages are opened at. */
type OpenedAt = Pick<Service, 'base'>

/**
 * Opens a page in headless Chromium.
 *
 * @returns The page, and the errors of the service that its console reports
 */
export async function openPage({ base }: OpenedAt, options: BrowserContextOptions = {}) {
  // Most tests answer in place of the service, which a worker would ask by itself.
  const context = await (await launched()).newContext({ serviceWorkers: 'block', ...options })
  context.setDefaultTimeout(STEP_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && url.startsWith(base)) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  return { page, faults, [Symbol.asyncDispose]: () => context.close() }
}

let browser: Promise<Browser> | undefined

/** One browser for all tests of a process, because its start takes longer than most of them. */
function launched(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('There is no chromium on this machine')
  browser ??= chromium.launch({
    executablePath: CHROMIUM,
    args: [
      // Chromium does not start its sandbox as root, and tests may run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      // The scripts of a page that is open for seconds seldom win back the time in which they are optimised.
      '--js-flags=--no-turbofan,--no-maglev',
      // A microphone that beeps; a page still has to be allowed to use it.
      '--use-fake-device-for-media-stream',
      NO_ADDRESS_BAR,
      // The pages of the identity provider load fonts from the internet.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
    ],
  })
  return browser
}

/** Gives the page's browser a session. @returns Its user */
export async function addSession(page: Page, { services, base }: Service, options?: UserOptions) {
  const person = makeUser(services, options)
  await page.context().addCookies([{ name: 'hearth', value: person.token, url: base }])
  return person
}

/** Signs in at the identity provider of the tests: the login form, then the consent form. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.fill('input[name=login]', login)
  await page.fill('input[name=password]', 'x')
  await page.click('button[type=submit]')
  await page.click('button[type=submit]:has-text("Continue")')
}

/** Measures the contrast of a page's texts. @returns Each with its WCAG 2 contrast, the lowest first */
export async function contrasts(page: Page): Promise<{ text: string; contrast: number }[]> {
  // Before its style has come, a page has the colours of the browser.
  await page.waitForLoadState()
  return page.evaluate(MEASURE_CONTRASTS)
}

/** Source text for the page, because the tests are compiled without the DOM types. */
const MEASURE_CONTRASTS = `(() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number)
  const light = (color) => color.slice(0, 3)
    .map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0)
  const ground = (element) => {
    const color = rgb(getComputedStyle(element).backgroundColor)
    return color[3] === 0 && element.parentElement ? ground(element.parentElement) : color
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((element) => {
      const pair = [light(rgb(getComputedStyle(element).color)), light(ground(element))]
      const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)
      return { text: element.textContent.trim(), contrast }
    })
    .sort((left, right) => left.contrast - right.contrast)
})()`
