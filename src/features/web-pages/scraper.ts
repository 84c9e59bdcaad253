import type { Documents } from '../../media/contract-documents.ts'
import type { FetchedResource, SafeFetch } from '../../media/contract-fetch.ts'
import {
  MAX_PAGE_BYTES,
  type PageContent,
  type PageFormat,
  type PageReader,
  type PageRenderer,
} from '../../media/contract-web.ts'
import { boundedBytes } from '../../platform/bounded-text.ts'
import { pauseFor } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Spool } from '../../storage/contract.ts'
import type { Robots } from './robots.ts'
import { type HostPacer, MAX_LEFT_ALONE_WAIT_MS, retryAfterMs } from './robots.ts'

/** Of a document behind an address, and the text that is taken of it. @limit scrape-document MiB */
export const MAX_DOCUMENT_BYTES = 15 * 1024 * 1024
/** @limit scrape-document-text characters */
export const MAX_DOCUMENT_CHARACTERS = 400_000
const ACCEPT =
  'text/html, application/xhtml+xml, application/rss+xml, application/atom+xml, application/pdf, */*;q=0.5'

/** When a browser draws the page: if it is made by scripts, never, or always. */
type Render = 'auto' | 'never' | 'always'

export interface ScrapeRequest {
  url: string
  timeoutMs: number
  format: PageFormat
  render: Render
  /** Whether text names pictures. */
  pictures?: boolean | undefined
}

export interface ScrapedPage extends Partial<PageContent> {
  /** After redirects. */
  finalUrl: string
  /** Of the server. */
  status: number
  content: string
  links: PageContent['links']
  fetchedWith: 'http' | 'browser'
  /** What should be known of the result. */
  note?: string
}

interface ScraperOptions {
  safeFetch: SafeFetch
  pages: PageReader
  documents: Documents
  renderer: PageRenderer
  spool: Spool
  pacer: HostPacer
  /** Undefined where the owner has switched the rules of sites off. */
  robots: Robots | undefined
}

/** Reads what is behind addresses that users give. */
export class Scraper {
  readonly #options: ScraperOptions

  constructor(options: ScraperOptions) {
    this.#options = options
  }

  /**
   * @throws {AppError} `invalid`, `address_refused`, `forbidden` by the site's rules, `too_large`,
   * `download_failed`, `download_timeout`, `site_blocked` while the host wants to be left alone,
   * `not_installed` where a browser is asked for
   */
  async scrape(request: ScrapeRequest, outer: AbortSignal): Promise<ScrapedPage> {
    const { url, timeoutMs, render } = request
    const { renderer, robots, pacer } = this.#options
    using limit = new NetworkTimeLimit(timeoutMs, outer)
    try {
      const host = hostOf(url)
      pacer.checkLeftAlone(host, limit.waitMs)
      await robots?.check(url, limit.signal)
      await pacer.turn(host, limit.signal, limit.waitMs)
      if (render === 'always') return await this.#draw(request, limit)
      const page = await this.#fetch(request, limit)
      if (render === 'never' || page.isShell !== true) return page
      if (!renderer.isInstalled())
        return {
          ...page,
          note: 'The page is made by scripts, and no browser is installed to run them',
        }
      await pacer.turn(host, limit.signal, limit.waitMs)
      return await this.#draw(request, limit)
    } catch (error) {
      if (!limit.isOver || outer.aborted) throw error
      throw new AppError(
        'download_timeout',
        `The page was not read within ${timeoutMs / 1000} seconds`,
      )
    }
  }

  /** Where the page sends its readers on at once, that one is read: one step, as browsers do. */
  async #fetch(request: ScrapeRequest, limit: NetworkTimeLimit): Promise<ScrapedPage> {
    const page = await this.#fetchOne(request, limit)
    const { refreshUrl: url } = page
    if (url === undefined) return page
    await this.#options.robots?.check(url, limit.signal)
    await this.#options.pacer.turn(hostOf(url), limit.signal, limit.waitMs)
    return this.#fetchOne({ ...request, url }, limit)
  }

  async #fetchOne(
    { url, format, pictures = false }: ScrapeRequest,
    limit: NetworkTimeLimit,
  ): Promise<ScrapedPage> {
    const resource = await this.#ask(url, limit)
    const { url: finalUrl, status, mediaType, headers } = resource
    const answer = { finalUrl, status, fetchedWith: 'http' } as const
    const { isPage, body } = await answerKind(mediaType, resource.body)
    if (!isPage) return { ...answer, ...(await this.#document({ ...resource, body }, limit)) }
    const bytes = await pageBytes(body)
    const charset = /charset\s*=\s*["']?([\w:.-]+)/i.exec(headers.get('content-type') ?? '')?.[1]
    const source = { bytes, url: finalUrl, charset, format, pictures }
    const page = await limit.pauseFor((signal) => this.#options.pages.read(source, signal))
    return { ...answer, ...page }
  }

  /** A busy server that says when to come back is asked once more, and by nobody until then. */
  async #ask(url: string, limit: NetworkTimeLimit): Promise<FetchedResource> {
    const { safeFetch, pacer } = this.#options
    const { signal } = limit
    for (let attempt = 1; ; attempt += 1) {
      const deadlineMs = Math.max(1, limit.remainingMs)
      const bound = { maxBytes: MAX_DOCUMENT_BYTES, boundOf: 'one page or document' }
      const options = { ...bound, deadlineMs, signal, accept: ACCEPT }
      const resource = await safeFetch.fetch(url, options)
      const { status, headers } = resource
      const isBusy = status === 429 || status === 503
      const waitMs = isBusy ? retryAfterMs(headers, Date.now()) : undefined
      if (waitMs === undefined) return resource
      const host = hostOf(resource.url)
      // The other one is about a part of the server, or about a moment.
      if (status === 429) pacer.leaveAlone(host, waitMs)
      if (attempt > 1 || waitMs >= limit.waitMs) return resource
      await resource.body.cancel()
      if (status === 503) await pauseFor(waitMs, signal)
      await pacer.turn(host, signal, limit.waitMs)
    }
  }

  async #document(
    { body, filename = '', mediaType }: FetchedResource,
    limit: NetworkTimeLimit,
  ): Promise<Pick<ScrapedPage, 'content' | 'links' | 'note' | 'title'>> {
    const { spool, documents } = this.#options
    const file = await spool.write(body)
    try {
      const found = await spool.find(file.id)
      if (found === undefined) throw new Error('A spooled document is gone')
      const source = { path: found.path, name: filename, mediaType }
      const { text, isCut, notes } = await limit.pauseFor((signal) =>
        documents.read({ ...source, maxCharacters: MAX_DOCUMENT_CHARACTERS }, signal),
      )
      const said = [
        ...notes,
        ...(isCut ? [`Only the first ${MAX_DOCUMENT_CHARACTERS} characters are given`] : []),
      ]
      return {
        content: text,
        links: [],
        ...(filename !== '' && { title: filename }),
        ...(said.length > 0 && { note: `${said.join('. ')}` }),
      }
    } finally {
      await spool.remove(file.id)
    }
  }

  async #draw(
    { url, format, pictures = false }: ScrapeRequest,
    limit: NetworkTimeLimit,
  ): Promise<ScrapedPage> {
    const { renderer, pages } = this.#options
    const deadlineMs = Math.max(1, limit.remainingMs)
    const { signal } = limit
    const { html, url: finalUrl, status } = await renderer.render(url, { deadlineMs, signal })
    const bytes = new TextEncoder().encode(html)
    const source = { bytes, url: finalUrl, charset: 'utf-8', format, pictures }
    const page = await limit.pauseFor((outer) => pages.read(source, outer))
    return { finalUrl, status, fetchedWith: 'browser', ...page }
  }
}

/**
 * Bounds the time that a site takes. It does not run while what has come is read: readers bound
 * themselves by processor time, and on a busy machine they wait for it.
 */
class NetworkTimeLimit implements Disposable {
  readonly signal: AbortSignal
  readonly #over = new AbortController()
  readonly #outer: AbortSignal
  #timer: ReturnType<typeof setTimeout> | undefined
  #remainingMs: number
  #startedAt = 0

  constructor(ms: number, outer: AbortSignal) {
    this.#outer = outer
    this.#remainingMs = ms
    this.signal = AbortSignal.any([outer, this.#over.signal])
    this.#start()
  }

  get isOver(): boolean {
    return this.#over.signal.aborted
  }

  get remainingMs(): number {
    if (this.#timer === undefined) return this.#remainingMs
    return this.#remainingMs - (performance.now() - this.#startedAt)
  }

  /** How long a host that is left alone is waited for. */
  get waitMs(): number {
    return Math.min(MAX_LEFT_ALONE_WAIT_MS, this.remainingMs)
  }

  /** @param work Gets the signal that does not abort when the time is over */
  async pauseFor<result>(work: (outer: AbortSignal) => Promise<result>): Promise<result> {
    this.#stop()
    try {
      return await work(this.#outer)
    } finally {
      this.#start()
    }
  }

  [Symbol.dispose](): void {
    this.#stop()
  }

  #start(): void {
    this.#startedAt = performance.now()
    this.#timer = setTimeout(() => this.#over.abort(), Math.max(0, this.#remainingMs))
  }

  #stop(): void {
    this.#remainingMs = this.remainingMs
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** @throws {AppError} `invalid` */
function hostOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed.host
  throw new AppError('invalid', 'url must be an http or https address', { param: 'url' })
}

/** @throws {AppError} `too_large` */
async function pageBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await boundedBytes(body, MAX_PAGE_BYTES)
  if (bytes !== undefined) return new Uint8Array(bytes)
  throw new AppError('too_large', `The page is larger than ${MAX_PAGE_BYTES / 1024 / 1024} MiB`)
}

const PAGE = /^(?:text\/html|application\/xhtml\+xml|.*\b(?:xml|json)|text\/plain)$/
/** Types that servers send where they know none. */
const UNKNOWN =
  /^(?:application|binary)\/(?:octet-stream|x-download|force-download|download|unknown)$/
/** How a page or a feed begins. */
const MARKUP = /^(?:\ufeff|\s)*<(?:!doctype html|html|head|body|title|meta|!--|\?xml|rss|feed)\b/i
/** First bytes of documents: PDF, ZIP with office documents in it, OLE, RTF, pictures. */
const DOCUMENTS = [
  '%PDF-',
  'PK\x03\x04',
  '\xd0\xcf\x11\xe0',
  '{\\rtf',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
]
/** Of an answer, by which its kind is known. */
const HEAD_BYTES = 512

/** An answer whose first bytes have been looked at. */
interface Answer {
  isPage: boolean
  /** From its first byte. */
  body: ReadableStream<Uint8Array>
}

/** Tells pages from documents by their first bytes, as servers often name another type. */
async function answerKind(mediaType: string, body: ReadableStream<Uint8Array>): Promise<Answer> {
  const rest = body[Symbol.asyncIterator]()
  const pieces: Uint8Array[] = []
  for (let seen = 0; seen < HEAD_BYTES; ) {
    const { done, value } = await rest.next()
    if (done === true) break
    pieces.push(value)
    seen += value.byteLength
  }
  const head = Buffer.concat(pieces).subarray(0, HEAD_BYTES)
  return { isPage: looksLikePage(mediaType, head), body: rejoined(pieces, rest) }
}

function looksLikePage(mediaType: string, head: Buffer): boolean {
  const text = head.toString('latin1')
  if (DOCUMENTS.some((start) => text.startsWith(start))) return false
  if (PAGE.test(mediaType) || text === '') return true
  return UNKNOWN.test(mediaType) && MARKUP.test(head.toString())
}

function rejoined(
  pieces: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const first = pieces.shift()
        if (first !== undefined) return controller.enqueue(first)
        const { done, value } = await rest.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await rest.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
