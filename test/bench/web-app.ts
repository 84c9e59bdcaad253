import { loadavg } from 'node:os'
import { type Browser, chromium, type Page } from 'playwright-core'
import { CHROMIUM } from '../support/chromium.ts'
import { expectTrue } from '../support/page-waits.ts'
import { tempFolder } from '../support/process.ts'
import { ANSWERS } from './answers.ts'
import type { Bench } from './bench.ts'
import { median } from './numbers.ts'
import type { Row } from './report.ts'
import { CONVERSATIONS, LONG_PATH, MESSAGES, startWebApp } from './web-app-service.ts'

const LOADS = 9
const PAINT_MS = 200
const USABLE_MS = 500
/** Google's bound of a good layout shift is 0.1. */
const LAYOUT_SHIFT = 0.05
const FRAME_MS = 50
/** Times of frames are multiples of a screen's, 16.7 ms, rounded to this: three of them are 50 ms. */
const ROUNDED_MS = 0.1
/** Steps of a scroll, one a frame. */
const SCROLL_STEPS = 120
const SCROLL_STEP_PX = 400

/**
 * Source text for the page. `usable` is when the message can be typed; `frames` has the times between
 * frames since it was emptied, `tasks` the times of tasks that blocked the page.
 */
const OBSERVE = `window.frames_ = []; window.tasks = []
let last = performance.now()
const frame = (now) => {
  window.frames_.push(now - last); last = now
  if (!window.usable && document.querySelector('textarea:not(:disabled)')) window.usable = performance.now()
  requestAnimationFrame(frame)
}
requestAnimationFrame(frame)
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.tasks.push(one.duration) }).observe({ type: 'longtask' })
window.shift = 0
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value }).observe({ type: 'layout-shift', buffered: true })`
/** The page's policy lets no `waitForFunction` pass. */
const UNTIL_USABLE = `new Promise((done) => {
  const look = () => (window.usable ? done(window.usable) : requestAnimationFrame(look))
  look()
})`
const FORGET = 'window.frames_.length = 0; window.tasks.length = 0'
const WORST = `({ frame: Math.max(...window.frames_), slow: window.frames_.filter((ms) => ms > ${FRAME_MS + ROUNDED_MS}).length,
  count: window.frames_.length, task: Math.max(0, ...window.tasks) })`

interface Frames {
  /** The longest time between two frames. */
  frame: number
  /** Frames that took too long. */
  slow: number
  count: number
  /** The longest task. */
  task: number
}

type WebApp = Awaited<ReturnType<typeof startWebApp>>

/** The web app in a browser: how soon it is there, and how smoothly it draws. */
export async function webApp({ upstream }: Bench): Promise<Row[]> {
  if (CHROMIUM === null) throw new Error('Left out: it needs chromium: apt-get install chromium')
  using folder = tempFolder()
  await using service = await startWebApp(folder.path, upstream.url)
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    return [
      ...(await firstLoads(browser, service)),
      await deltas(browser, service, 'prose'),
      await deltas(browser, service, 'code'),
      ...(await longConversation(browser, service)),
      await longList(browser, service),
    ]
  } finally {
    await browser.close()
  }
}

/** A page of a browser that has nothing in its cache. */
async function open(browser: Browser, { url, cookie }: WebApp, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.addInitScript(OBSERVE)
  await page.goto(url + path)
  await page.evaluate(UNTIL_USABLE)
  return page
}

async function firstLoads(browser: Browser, service: WebApp): Promise<Row[]> {
  const painted: number[] = []
  const usable: number[] = []
  const shifts: number[] = []
  for (let load = 0; load < LOADS; load += 1) {
    const page = await open(browser, service, '/app/')
    // The entry is written after the frame.
    await expectTrue(page, `performance.getEntriesByName('first-contentful-paint').length > 0`)
    painted.push(
      await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`),
    )
    usable.push(await page.evaluate('window.usable'))
    await page.locator('.list .entry').first().waitFor()
    await page.evaluate('new Promise((done) => requestIdleCallback(done))')
    shifts.push(await page.evaluate('window.shift'))
    await page.context().close()
  }
  const row = (measure: string, values: readonly number[], below: number): Row => ({
    measure: `web app: ${measure}, nothing cached`,
    value: median(values),
    unit: 'ms',
    target: { below },
    detail: `slowest ${Math.max(...values).toFixed(0)} ms of ${LOADS}, ${machineLoad()}`,
  })
  return [
    row('first paint', painted, PAINT_MS),
    row('usable', usable, USABLE_MS),
    {
      measure: 'web app: layout shift of the first load',
      value: Math.max(...shifts),
      unit: 'x',
      target: { below: LAYOUT_SHIFT },
      detail: `the most of ${LOADS}`,
    },
  ]
}

async function deltas(browser: Browser, service: WebApp, answer: 'prose' | 'code'): Promise<Row> {
  const page = await open(browser, service, '/app/')
  await page.evaluate(`localStorage.setItem('model', '${answer}/test-model')`)
  await page.reload()
  await page.evaluate(UNTIL_USABLE)
  await page.waitForSelector('.pick .dot.ok')
  await page.fill('textarea', 'Write a lot')
  await page.evaluate(FORGET)
  await page.keyboard.press('Enter')
  const started = performance.now()
  await page.waitForSelector('article.answer[aria-busy=false]', { timeout: 120_000 })
  const seconds = (performance.now() - started) / 1000
  const row = await frameRow(page, `${ANSWERS[answer].chunks - 2} deltas of ${answer}`)
  await page.context().close()
  return { ...row, detail: `${row.detail}, in ${seconds.toFixed(1)} s` }
}

async function longConversation(browser: Browser, service: WebApp): Promise<Row[]> {
  const page = await open(browser, service, LONG_PATH)
  await page.waitForSelector('article.answer')
  const usable: number = await page.evaluate('window.usable')
  const opened: Row = {
    measure: `web app: open ${MESSAGES} messages, nothing cached`,
    value: usable,
    unit: 'ms',
    target: { below: USABLE_MS },
    detail: machineLoad(),
  }
  const scrolled = await scroll(page, '.talk', -SCROLL_STEP_PX, `scroll ${MESSAGES} messages`)
  await page.context().close()
  return [opened, scrolled]
}

async function longList(browser: Browser, service: WebApp): Promise<Row> {
  const page = await open(browser, service, '/app/')
  await page.waitForSelector('.list .entry')
  for (;;) {
    const count = await page.locator('.list .entry').count()
    if (count >= CONVERSATIONS) break
    await page.locator('.list-body').evaluate(TO_END)
    const more = page.locator('.list button:has-text("Show more")')
    if ((await more.count()) > 0) await more.click()
    await page.locator('.list .entry').nth(count).waitFor({ state: 'attached' })
  }
  await page.locator('.list-body').evaluate('(list) => { list.scrollTop = 0 }')
  const row = await scroll(
    page,
    '.list-body',
    SCROLL_STEP_PX,
    `scroll ${CONVERSATIONS} conversations`,
  )
  await page.context().close()
  return row
}

const TO_END = '(list) => { list.scrollTop = list.scrollHeight }'

/** Scrolls one step a frame. */
async function scroll(page: Page, selector: string, stepPx: number, measure: string): Promise<Row> {
  await page.evaluate(`new Promise((done) => requestIdleCallback(done))`)
  await page.evaluate(FORGET)
  await page.evaluate(`new Promise((done) => {
    const scroller = document.querySelector('${selector}')
    let left = ${SCROLL_STEPS}
    const step = () => {
      if (left-- === 0) return done()
      scroller.scrollTop += ${stepPx}
      requestAnimationFrame(step)
    }
    step()
  })`)
  return frameRow(page, measure)
}

async function frameRow(page: Page, measure: string): Promise<Row> {
  const { frame, slow, count, task }: Frames = await page.evaluate(WORST)
  return {
    measure: `web app: worst frame of ${measure}`,
    value: frame,
    unit: 'ms',
    target: { below: FRAME_MS + ROUNDED_MS },
    detail: `${slow} of ${count} frames over ${FRAME_MS} ms, longest task ${task.toFixed(0)} ms, ${machineLoad()}`,
  }
}

function machineLoad(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`
}
