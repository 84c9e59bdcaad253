import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

/** Of one step, on a machine that may be busy; shorter than a test's, so that its failure names the step. */
export const STEP_MS = 60_000
/** A page has drawn what a key or an answer changes after a few frames. */
const POLL_MS = 50

/**
 * Waits until an expectation about a page holds. What is read at once after a key, a click or an
 * answer may be older than what it changes.
 *
 * @param withinMs By default a minute
 * @throws What it has last thrown, when it does not hold in time
 */
export async function eventually(
  expectation: () => Promise<unknown>,
  withinMs = STEP_MS,
): Promise<void> {
  const start = performance.now()
  for (;;) {
    try {
      await expectation()
      return
    } catch (error) {
      if (performance.now() - start > withinMs) throw error
    }
    await Bun.sleep(POLL_MS)
  }
}

/** Waits until an element has the focus. */
export async function expectFocused(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor()
}

/** Waits until a field has a value. */
export const expectValue = (field: Locator, value: string): Promise<void> =>
  eventually(async () => expect(await field.inputValue()).toBe(value))

/** Waits until there are so many elements. */
export const expectCount = (elements: Locator, count: number): Promise<void> =>
  eventually(async () => expect(await elements.count()).toBe(count))

/** Waits until an element has a text in it. */
export const expectText = (element: Locator, part: string): Promise<void> =>
  eventually(async () => expect(await element.textContent()).toContain(part))

/** Waits until a page has a title. */
export const expectTitle = (page: Page, title: string): Promise<void> =>
  eventually(async () => expect(await page.title()).toBe(title))

/**
 * Waits until a condition, source text for the page, is true. `page.waitForFunction` does not
 * wait: unless it is true at once, the page's policy refuses to evaluate the text a second time.
 */
export const expectTrue = (page: Page, condition: string, withinMs = STEP_MS): Promise<void> =>
  eventually(async () => expect(await page.evaluate(condition)).toBe(true), withinMs)
