import { type Browser, chromium, type Page } from 'playwright-core'
import { CHROMIUM } from '../support/chromium.ts'
import { tempFolder } from '../support/process.ts'
import type { Bench } from './bench.ts'
import { median } from './numbers.ts'
import type { Row } from './report.ts'
import { LONG_PATH, startWebApp } from './web-app-service.ts'

/** Google's bounds of good are 2.5 s and 200 ms. https://web.dev/articles/vitals */
const PAINT_MS = 1_200
const INTERACTION_MS = 100
/** Google's bound of good for what moves by itself. https://web.dev/articles/cls */
const SHIFT = 0.1
/** As Lighthouse emulates a phone: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const SLOWER_PROCESSOR = 4
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638.4 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }
/** Nothing was loaded or drawn in so many milliseconds. */
const SETTLED_MS = 1_000
const SETTLED = `new Promise((done) => {
  const look = () => {
    const loaded = performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd)
    const last = Math.max(window.largest.at, window.acted ?? 0, ...loaded)
    if (performance.now() - last > ${SETTLED_MS}) done()
    else setTimeout(look, 100)
  }
  look()
})`

/** Source text for the page: when its largest part was drawn, how much has moved, and how long interactions took to be seen. */
const OBSERVE = `window.largest = { at: 0, text: '' }; window.interactions = []; window.shifted = 0
new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries())
  if (!hadRecentInput) window.shifted += value })
  .observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver((list) => { for (const { startTime, element } of list.getEntries())
  window.largest = { at: startTime, text: (element?.tagName ?? '') + ' ' + (element?.textContent ?? '').slice(0, 40) } })
  .observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => { for (const { name, duration, interactionId } of list.getEntries())
  if (interactionId > 0) window.interactions.push({ name, duration }) })
  .observe({ type: 'event', durationThreshold: 16, buffered: true })`

type WebApp = Awaited<ReturnType<typeof startWebApp>>
type Visit = 'first' | 'second'

/** When the largest part of a page was drawn and what it is, and how much has moved by itself. */
interface Paint {
  at: number
  text: string
  shifted: number
}

/** Paths, and what each page has when its content is there. */
const PAGES = {
  chat: ['/app/', '.welcome'],
  conversation: [LONG_PATH, '.compose textarea'],
  files: ['/app/files', '.stored'],
  me: ['/app/me', '.me-figures'],
  admin: ['/admin', '[data-step]'],
} as const satisfies Record<string, readonly [path: string, content: string]>

/** What somebody does on a page, each measured until it is seen. */
const INTERACTIONS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'type a word': async (page) => {
    await page.locator('textarea').tap()
    await page.keyboard.type('kettle')
  },
  'open the choice of models': async (page) => {
    await page.locator('.pick').tap()
    await page.locator('[role=listbox], dialog[open]').first().waitFor()
    await page.keyboard.press('Escape')
  },
  'open a conversation': async (page) => {
    const list = page.locator('.bar button').first()
    await list.tap()
    await page.locator('.list .entry a, .list a.entry').first().tap()
    await page.locator('article.answer').first().waitFor()
  },
  'search by Ctrl+K': async (page) => {
    await page.keyboard.press('Control+k')
    await page.locator('dialog[open] input').waitFor()
    await page.keyboard.type('files')
  },
}

/** The web app on a slow phone: when its largest part is drawn, and how soon an interaction is seen. */
export async function webVitals({ upstream, rounds }: Bench): Promise<Row[]> {
  if (CHROMIUM === null) throw new Error('Left out: it needs chromium: apt-get install chromium')
  using folder = tempFolder()
  await using service = await startWebApp(folder.path, upstream.url)
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    // The service builds its pages for the first visit to any, which takes seconds.
    await (await fetch(service.url + PAGES.chat[0], { headers: { cookie: service.cookie } })).text()
    const paints = new Map<string, Paint[]>()
    const shifts = new Map<string, number[]>()
    const seen = new Map<string, number[]>()
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, shown] of Object.entries(PAGES))
        for (const [visit, paint] of Object.entries(await paintsOf(browser, service, shown))) {
          push(paints, `${name}, ${visit} visit`, paint)
          push(shifts, name, paint.shifted)
        }
      for (const [name, ms] of Object.entries(await interactionsOf(browser, service)))
        push(seen, name, ms)
    }
    return [
      ...[...paints].map(([name, all]) =>
        row(
          `largest paint of ${name}`,
          all.map(({ at }) => at),
          PAINT_MS,
          all[0]?.text ?? '',
        ),
      ),
      ...[...shifts].map(
        ([name, all]): Row => ({
          measure: `slow phone: layout shift of ${name}`,
          value: Math.max(...all),
          unit: 'score',
          target: { below: SHIFT },
          detail: `the largest of ${all.length}`,
        }),
      ),
      ...[...seen].map(([name, all]) => row(`slowest event of: ${name}`, all, INTERACTION_MS, '')),
    ]
  } finally {
    await browser.close()
  }
}

function row(measure: string, values: readonly number[], below: number, what: string): Row {
  const least = Math.min(...values).toFixed(0)
  return {
    measure: `slow phone: ${measure}`,
    value: median(values),
    unit: 'ms',
    target: { below },
    detail: `least ${least} of ${values.length}${what === '' ? '' : `: ${what}`}`,
  }
}

function push<value>(map: Map<string, value[]>, key: string, one: value): void {
  map.set(key, [...(map.get(key) ?? []), one])
}

async function paintsOf(
  browser: Browser,
  service: WebApp,
  [path, content]: readonly [path: string, content: string],
) {
  await using tab = await open(browser, service)
  const paint = async (): Promise<Paint> => {
    await tab.page.goto(service.url + path)
    await tab.page.locator(content).first().waitFor()
    await tab.page.evaluate(SETTLED)
    return await tab.page.evaluate('({ ...window.largest, shifted: window.shifted })')
  }
  const visits: Record<Visit, Paint> = {
    first: await paint(),
    second: await paint(),
  }
  return visits
}

async function interactionsOf(browser: Browser, service: WebApp): Promise<Record<string, number>> {
  const all: Record<string, number> = {}
  for (const [name, act] of Object.entries(INTERACTIONS)) {
    await using tab = await open(browser, service)
    await tab.page.goto(`${service.url}/app/`)
    await tab.page.evaluate(SETTLED)
    await tab.page.evaluate('window.interactions.length = 0')
    await act(tab.page)
    await tab.page.evaluate('window.acted = performance.now()')
    await tab.page.evaluate(SETTLED)
    const entries: { duration: number }[] = await tab.page.evaluate('window.interactions')
    all[name] = Math.max(0, ...entries.map(({ duration }) => duration))
  }
  return all
}

/** A page of a slow phone that has nothing in its cache, signed in. */
async function open(browser: Browser, { url, cookie }: WebApp) {
  const context = await browser.newContext(PHONE)
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.addInitScript(OBSERVE)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  return { page, [Symbol.asyncDispose]: () => context.close() }
}
