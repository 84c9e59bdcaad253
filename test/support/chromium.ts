import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Undefined on a machine without the browser; `npm test` says how to get it. */
export const CHROMIUM = Bun.which('chromium') ?? undefined

/** A real browser without a screen. */
export function openChromium(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('There is no chromium on this machine')
  return chromium.launch({
    executablePath: CHROMIUM,
    // Chromium refuses its sandbox to root, as whom tests may run.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

/** A fresh profile with one page, and all that goes wrong in it. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} at ${page.url()}`)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('requestfailed', (request) => {
    faults.push(`${request.url()}: ${request.failure()?.errorText}`)
  })
  return { page, faults, [Symbol.asyncDispose]: () => context.close() }
}

/** Signs in at the tests' provider, which asks who one is and whether the service may know it. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.fill('input[name=login]', login)
  await page.fill('input[name=password]', 'x')
  await page.click('button[type=submit]')
  await page.click('button[type=submit]:has-text("Continue")')
}
