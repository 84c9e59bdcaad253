import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Response as PageResponse } from 'playwright-core'
import { abortable, deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { bareHost } from '../../platform/networks.ts'
import { temporaryName } from '../../platform/process-table.ts'
import { findChromium } from '../../platform/programs.ts'
import type { OpenEgressProxy } from '../contract-fetch.ts'
import { MAX_PAGE_BYTES, type PageRenderer, type RenderedPage } from '../contract-web.ts'

/** What one page may load, with all that belongs to it. @limit scrape-browser MiB */
export const MAX_RENDER_BYTES = 30 * 1024 * 1024
/**
 * Memory of the scripts of one page, which is ended above it; by default it is gigabytes.
 * @limit scrape-scripts MiB
 */
export const MAX_SCRIPT_MIB = 512
/** Of the deadline: what is there by then is taken, also of a page that loads for ever. */
const LOADING_SHARE = 0.7
/** How long the browser waits for the next page before its memory is given back. */
const IDLE_MS = 60_000
const CLOSE_MS = 2_000
/** Nothing listens there: what the browser asks for by itself goes nowhere. */
const NOWHERE = 'http://127.0.0.1:9'
/** What would leave the machine beside the proxy: names that are looked up, and UDP. */
const NO_BYPASS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy',
  '--disable-quic',
  '--dns-prefetch-disable',
]
/**
 * Each context gets a window, and each window two pages of its address bar, which nobody sees: they take
 * more than half of what a small page costs. The switch takes the place of Playwright's own, whose
 * features of Linux are therefore here too.
 */
export const NO_ADDRESS_BAR = `--disable-features=${[
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled', 'LensOverlay', 'MediaRouter'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
  'PreconnectToSearch',
]}`
const INSTALL =
  'A page that is made by scripts takes a browser: install Chromium, for example with "apt install chromium"'

interface ChromiumRendererOptions {
  /** Path of the browser; by default it is found on PATH. */
  program?: string | undefined
  env: Readonly<Record<string, string | undefined>>
  openEgressProxy: OpenEgressProxy
}

/**
 * Draws pages in the machine's own Chromium, each in a context of its own without cookies, downloads,
 * pictures and sounds. Every connection goes through a proxy that refuses private addresses.
 */
export class ChromiumRenderer implements PageRenderer, AsyncDisposable {
  readonly #options: ChromiumRendererOptions
  #browser: Promise<Browser> | undefined
  #folder: string | undefined
  #pages = 0
  #timer: Timer | undefined

  constructor(options: ChromiumRendererOptions) {
    this.#options = options
  }

  isInstalled(): boolean {
    return this.#path() !== undefined
  }

  async render(
    url: string,
    { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
  ): Promise<RenderedPage> {
    const path = this.#path()
    if (path === undefined) throw new AppError('not_installed', INSTALL)
    clearTimeout(this.#timer)
    this.#pages += 1
    try {
      const drawn = this.#draw(path, url, deadlineMs, signal)
      return await deadline(abortable(drawn, signal), deadlineMs, {
        onTimeout: () => {
          // A page may hold up its whole process.
          void this.#end()
          throw new AppError('download_timeout', 'The browser did not draw the page in time')
        },
      })
    } finally {
      this.#pages -= 1
      if (this.#pages === 0) {
        this.#timer = setTimeout(() => void this.#end(), IDLE_MS)
        this.#timer.unref()
      }
    }
  }

  /** Ends the browser; the next page starts another. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#end()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end()
  }

  #path(): string | undefined {
    const { program, env } = this.#options
    return findChromium(program, env['PATH'])?.path
  }

  async #draw(
    path: string,
    url: string,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<RenderedPage> {
    const loadUntil = performance.now() + deadlineMs * LOADING_SHARE
    const browser = await this.#start(path)
    const refusals = new Map<string, AppError>()
    await using proxy = await this.#options.openEgressProxy({
      maxBytes: MAX_RENDER_BYTES,
      deadlineMs,
      signal,
      onRefusal: (host, error) => refusals.set(host, error),
    })
    const { server, username, password } = proxy
    const context = await browser.newContext({
      acceptDownloads: false,
      serviceWorkers: 'block',
      proxy: { server, username, password, bypass: '<-loopback>' },
    })
    const close = () => void context.close().catch(() => {})
    signal.addEventListener('abort', close, { once: true })
    try {
      return await drawPage(context, url, { loadUntil, refusals })
    } finally {
      signal.removeEventListener('abort', close)
      await deadline(context.close(), CLOSE_MS, { onTimeout: () => this.#end() }).catch(() => {})
    }
  }

  async #start(path: string): Promise<Browser> {
    this.#browser ??= this.#launch(path)
    try {
      const browser = await this.#browser
      if (browser.isConnected()) return browser
    } catch (error) {
      this.#browser = undefined
      throw new AppError('download_failed', 'The browser could not be started', { cause: error })
    }
    this.#browser = this.#launch(path)
    return this.#browser
  }

  async #launch(path: string): Promise<Browser> {
    // Loaded with the first page that needs it: it takes 100 ms and 20 MB.
    const { chromium } = await import('playwright-core')
    this.#folder ??= mkdtempSync(join(tmpdir(), temporaryName('browser')))
    const { PATH = '' } = this.#options.env
    // Its own profile is never used: each page has a context without one. By default Playwright makes
    // these folders beside that of this process, where no later start would know whose they are.
    const context = await chromium.launchPersistentContext(join(this.#folder, 'profile'), {
      executablePath: path,
      artifactsDir: join(this.#folder, 'artifacts'),
      // Chromium's own sandbox does not work for root.
      chromiumSandbox: process.getuid?.() !== 0,
      proxy: { server: NOWHERE, bypass: '<-loopback>' },
      env: { PATH, HOME: this.#folder, TMPDIR: this.#folder, LANG: 'C.UTF-8' },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: [
        ...['--disable-extensions', '--disable-gpu', '--no-pings', '--mute-audio'],
        ...[`--js-flags=--max-old-space-size=${MAX_SCRIPT_MIB}`, NO_ADDRESS_BAR, ...NO_BYPASS],
      ],
    })
    const browser = context.browser()
    if (browser === null) throw new Error('The context of the browser has none')
    return browser
  }

  async #end(): Promise<void> {
    const starting = this.#browser
    this.#browser = undefined
    const folder = this.#folder
    this.#folder = undefined
    try {
      await (await starting)?.close()
    } catch {
      // It has ended already.
    }
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** How long a page without open requests is still given to draw itself. */
const QUIET_MS = 500
/** Not part of the text. */
const BLOCKED = new Set(['image', 'media', 'font', 'manifest', 'other', 'eventsource', 'websocket'])
/** Times that a page may go on to another while it is read. */
const MAX_READINGS = 3

interface DrawOptions {
  /** When what is there is taken, by `performance.now()`. */
  loadUntil: number
  /** Why connections to hosts were not made, as the proxy says. */
  refusals: ReadonlyMap<string, AppError>
}

/**
 * Draws one page in a context of its own.
 *
 * @throws {AppError} `address_refused`, `download_failed`, `download_timeout`, `too_large`
 */
async function drawPage(
  context: BrowserContext,
  url: string,
  { loadUntil, refusals }: DrawOptions,
): Promise<RenderedPage> {
  await context.route('**/*', (route) =>
    BLOCKED.has(route.request().resourceType()) ? route.abort() : route.continue(),
  )
  await context.routeWebSocket('**/*', (socket) => void socket.close())
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  // A window of its own is not what was asked for.
  context.on('page', (other) => void (other === page ? undefined : other.close().catch(() => {})))
  const visit = new Visit(page, url)
  const leftMs = () => Math.max(QUIET_MS, loadUntil - performance.now())
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: leftMs() })
  } catch (error) {
    throw refusals.get(visit.host) ?? loadFailure(error)
  }
  // A page that never stops loading is taken as it is.
  await page.waitForLoadState('networkidle', { timeout: leftMs() }).catch(() => {})
  const html = await contentOf(page, leftMs)
  const refusal = refusals.get(visit.host)
  if (refusal !== undefined) throw refusal
  if (!/^https?:/.test(page.url()))
    throw new AppError('download_failed', 'The page leads to an address that cannot be read')
  if (html.length > MAX_PAGE_BYTES)
    throw new AppError('too_large', `The page is larger than ${MAX_PAGE_BYTES / 1024 / 1024} MiB`)
  return { html, url: page.url(), status: visit.response?.status() ?? 200 }
}

/** Where the page itself goes: by the server's redirects, and by its own scripts. */
class Visit {
  host: string
  response: PageResponse | undefined

  constructor(page: Page, url: string) {
    this.host = hostOf(url)
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        this.host = hostOf(request.url())
    })
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
        this.response = response
    })
  }
}

function hostOf(url: string): string {
  return bareHost(URL.parse(url)?.hostname ?? '').replace(/\.$/, '')
}

async function contentOf(page: Page, leftMs: () => number): Promise<string> {
  for (let reading = 1; ; reading += 1) {
    try {
      return await page.content()
    } catch (error) {
      if (reading === MAX_READINGS || !/navigating/i.test(String(error))) throw loadFailure(error)
      await page.waitForLoadState('domcontentloaded', { timeout: leftMs() }).catch(() => {})
    }
  }
}

function loadFailure(error: unknown): AppError {
  const words = error instanceof Error ? error.message : String(error)
  if (/Timeout/i.test(words))
    return new AppError('download_timeout', 'The page did not load in time', { cause: error })
  if (/crash/i.test(words))
    return new AppError(
      'download_failed',
      'The browser could not draw the page: its scripts take too much memory',
      { cause: error },
    )
  const reason = /net::ERR_(\w+)/.exec(words)?.[1]?.toLowerCase().replaceAll('_', ' ')
  return new AppError(
    'download_failed',
    `The browser could not load the page${reason === undefined ? '' : `: ${reason}`}`,
    { cause: error },
  )
}
