import { HostPacer, Robots } from '../../src/features/web-pages/robots.ts'
import { type ScrapeRequest, Scraper } from '../../src/features/web-pages/scraper.ts'
import { ChromiumRenderer } from '../../src/media/browser/chromium-renderer.ts'
import { DocumentPool } from '../../src/media/documents/document-pool.ts'
import { egressProxies } from '../../src/media/fetch/egress-proxy.ts'
import { PinnedFetch } from '../../src/media/fetch/pinned-fetch.ts'
import { PageThreads } from '../../src/media/pages/page-threads.ts'
import { createLog } from '../../src/platform/log.ts'
import { ServiceStorage } from '../../src/storage/service-storage.ts'
import { tempFolder } from './process.ts'

/** Of a page, for a browser and a thread that start on a machine that may be busy. */
const TIME_MS = 60_000

/** The scraper as the service makes it, with hosts that are asked without waiting. */
export function openScraper() {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(tempFolder())
  const storage = stack.use(new ServiceStorage({ folder: folder.path, minFreeBytes: 0 }))
  const safeFetch = new PinnedFetch()
  const renderer = stack.use(
    new ChromiumRenderer({
      env: process.env,
      openEgressProxy: egressProxies({ log: createLog('silent') }),
    }),
  )
  const pacer = new HostPacer(10)
  const scraper = new Scraper({
    ...{ safeFetch, renderer, spool: storage.spool },
    pages: stack.use(new PageThreads({ readMs: TIME_MS })),
    documents: stack.use(new DocumentPool()),
    pacer,
    robots: new Robots({ safeFetch, pacer, now: Date.now }),
  })
  const scrape = (request: Partial<ScrapeRequest> & { url: string }) =>
    scraper.scrape(
      { timeoutMs: TIME_MS, format: 'markdown', render: 'auto', ...request },
      new AbortController().signal,
    )
  return {
    scrape,
    renderer,
    folder: folder.path,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
