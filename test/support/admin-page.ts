import { expect } from 'bun:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { openApp } from './app-page.ts'
import type { TestService } from './service.ts'

/** Shorter than a test's, so that its failure names the step. */
const TIMEOUT_MS = 10_000

/** Those in a part that scrolls by itself are not wider. */
const WIDER_THAN_THE_WINDOW = `[...document.querySelectorAll('.content *, .content')]
  .filter((element) => element.matches('main')
    ? element.scrollWidth > element.clientWidth
    : element.getBoundingClientRect().right > innerWidth + 1 &&
      element.closest('.scroll-x, .text, .hidden-text') === null)
  .map((element) => element.outerHTML.slice(0, 120))`

/** Opens an admin page with the session of the Primary Key. */
export async function openAdmin(
  service: Pick<TestService, 'url'>,
  path: string,
  options: BrowserContextOptions = {},
) {
  const tab = await openApp(service, path, options)
  tab.page.setDefaultTimeout(TIMEOUT_MS)
  return tab
}

/** Fails where a part of the page is outside of its window. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate<string[]>(WIDER_THAN_THE_WINDOW)).toEqual([])
}

/** The windows and colours in which every page has to be right. */
export const LOOKS = [
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true, isMobile: true },
] as const satisfies readonly BrowserContextOptions[]

/** Waits until an element has the focus. */
export async function expectFocused(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor()
}
