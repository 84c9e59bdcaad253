import type { BrowserContext, Page, Response as PageResponse } from 'playwright-core'
import { AppError } from '../../platform/errors.ts'
import { bareHost } from '../../platform/networks.ts'
import type { RenderedPage } from '../contract-browser.ts'
import { MAX_PAGE_BYTES } from '../contract-pages.ts'

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
export async function drawPage(
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
