import type { Page } from 'playwright-core'
import { expectAccessible, expectFits, openApp } from './app-page.ts'
import { answersOf, byAddress, type PageAnswer } from './page-answers.ts'
import { eventually, expectTrue } from './page-waits.ts'

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** The windows and colours in which each state of a page has to be right; a window is drawn anew after another. */
const LOOKS = [
  { viewport: DESK, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: DESK, colorScheme: 'dark' },
] as const
/** The narrowest and the widest window, and a desk at 200 %. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 2560, height: 1440 },
  { width: 640, height: 400 },
] as const
/** Of the rules, only these can tell a difference when the same state is seen in another window or colour. */
const COLOR_RULES = ['color-contrast']
const WINDOW_RULES = [...COLOR_RULES, 'target-size', 'scrollable-region-focusable']

/** A page has drawn itself in another window after a few frames. */
const SETTLED_MS = 10_000

/**
 * Whether each state is seen in every look, which takes minutes. Otherwise each state is seen in one
 * look and one window, in turn.
 */
const EVERY_LOOK = process.env['EVERY_LOOK'] === '1'
/** All states where each is seen in every look; otherwise one of so many, from the first on. */
export function statesOf<state>(all: readonly state[], oneOf: number): state[] {
  return EVERY_LOOK ? [...all] : all.filter((_, index) => index % oneOf === 0)
}

/** Of a test that goes through all states. */
export const STATES_MS = EVERY_LOOK ? 900_000 : 120_000

/** Collects what is wrong with the states of pages, so that one run names all of it. */
export class LookChecks {
  readonly faults: string[] = []
  readonly #more: Readonly<Record<string, string>>
  #turn = 0

  /** @param more Source text of conditions by what is wrong where they hold */
  constructor(more: Readonly<Record<string, string>> = {}) {
    this.#more = more
  }

  /** Looks at the page as it is, and leaves it as on a desk. */
  async check(page: Page, state: string): Promise<void> {
    const turn = this.#turn
    this.#turn += 1
    const inTurn = <value>(all: readonly value[]) =>
      all.map((_, index) => all[(turn + index) % all.length] as value).slice(0, EVERY_LOOK ? 9 : 1)
    const seen = new Set<object>()
    for (const { viewport, colorScheme } of inTurn(LOOKS)) {
      const repeated = seen.has(viewport) ? COLOR_RULES : WINDOW_RULES
      const rules = seen.size === 0 ? undefined : repeated
      seen.add(viewport)
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const where = `${state}, ${viewport.width} px, ${colorScheme}`
      await this.#note(where, () => expectAccessible(page, rules))
      await this.#fits(page, where)
    }
    for (const size of inTurn(SIZES)) {
      await page.setViewportSize(size)
      await this.#fits(page, `${state}, ${size.width} px`)
    }
    await page.setViewportSize(DESK)
  }

  async #fits(page: Page, where: string): Promise<void> {
    await this.#note(where, () => eventually(() => expectFits(page), SETTLED_MS))
    for (const [words, condition] of Object.entries(this.#more))
      try {
        await expectTrue(page, `!(${condition})`, SETTLED_MS)
      } catch {
        this.faults.push(`${where}: ${words}`)
      }
  }

  async #note(where: string, expectation: () => Promise<void>): Promise<void> {
    try {
      await expectation()
    } catch (error) {
      this.faults.push(`${where}: ${Error(String(error)).message.slice(0, 600)}`)
    }
  }
}

/** A page of the workspace in one state: how it comes about, and what tells that it is there. */
export interface PageState {
  name: string
  path: string
  /** Before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Answers in place of those of the service, by their addresses. */
  answers?: Readonly<Record<string, PageAnswer>>
  /** In the opened page. */
  act?: (page: Page) => Promise<unknown>
  /** A selector of what is seen then. */
  shows: string
}

/** Looks at every state. @returns What is wrong with them */
export async function faultsOf(service: { url: string }, states: readonly PageState[]) {
  await using tab = await openApp(service, '/app/me', { viewport: DESK })
  const { page } = tab
  const looks = new LookChecks()
  const given = await answersOf(page)
  for (const { name, path, before, answers, act, shows } of states) {
    try {
      given.answer(answers === undefined ? undefined : byAddress(answers))
      await before?.(page)
      await page.goto(service.url + path)
      await page.waitForSelector('h1')
      await act?.(page)
      await page.waitForSelector(shows)
      await looks.check(page, name)
    } catch (error) {
      looks.faults.push(`${name}: ${String(error).slice(0, 400)}`)
    }
  }
  return looks.faults
}
