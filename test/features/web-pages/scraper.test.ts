import { afterEach, expect, jest, test } from 'bun:test'
import { HostPacer } from '../../../src/features/web-pages/robots.ts'
import { Scraper } from '../../../src/features/web-pages/scraper.ts'
import type { PageReader } from '../../../src/media/contract-web.ts'
import { ServiceStorage } from '../../../src/storage/service-storage.ts'
import { thrown } from '../../support/thrown.ts'

const TIME_MS = 30_000
const EMPTY = { content: '', links: [], isArticle: false, isShell: false }

afterEach(() => {
  jest.useRealTimers()
})

test('the time for a page does not run while a busy machine reads what has come', async () => {
  jest.useFakeTimers()
  const site = siteWith(['/'])
  const { scrape } = scraperWith(site, {
    async read({ url }, signal) {
      jest.advanceTimersByTime(3 * TIME_MS)
      signal.throwIfAborted()
      return { ...EMPTY, content: `Read from ${url}` }
    },
  })
  expect(await scrape('http://site.test/')).toMatchObject({
    content: 'Read from http://site.test/',
  })
})

test('the time for a page runs on when the page sends to another one', async () => {
  jest.useFakeTimers()
  const site = siteWith(['/'])
  const { scrape } = scraperWith(site, {
    async read() {
      jest.advanceTimersByTime(3 * TIME_MS)
      return { ...EMPTY, refreshUrl: 'http://other.test/silent' }
    },
  })
  const error = thrown(scrape('http://site.test/'))
  await site.silent
  jest.advanceTimersByTime(TIME_MS)
  expect(await error).toMatchObject({
    code: 'download_timeout',
    message: 'The page was not read within 30 seconds',
  })
})

test('who asked ends the reading', async () => {
  const asked = new AbortController()
  const { scrape } = scraperWith(siteWith(['/']), {
    read(_source, signal) {
      asked.abort(new Error('The caller has left'))
      return Promise.reject(signal.reason)
    },
  })
  expect(await thrown(scrape('http://site.test/', asked.signal))).toMatchObject({
    message: 'The caller has left',
  })
})

/** Answers these paths; others are asked, which `silent` tells, and never answered. */
function siteWith(paths: readonly string[]) {
  const { promise: silent, resolve } = Promise.withResolvers<void>()
  return {
    silent,
    fetch(url: string, { signal }: { signal?: AbortSignal | undefined }) {
      const body = new Blob(['<p>A page</p>']).stream()
      const answer = { url, status: 200, headers: new Headers(), mediaType: 'text/html', body }
      if (paths.includes(new URL(url).pathname)) return Promise.resolve(answer)
      resolve()
      return new Promise<typeof answer>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    },
  }
}

function scraperWith(safeFetch: ReturnType<typeof siteWith>, pages: PageReader) {
  const unused = () => Promise.reject(new Error('Not used here'))
  const scraper = new Scraper({
    safeFetch,
    pages,
    documents: { read: unused },
    renderer: { isInstalled: () => false, render: unused },
    spool: new ServiceStorage({ folder: undefined, minFreeBytes: 0 }).spool,
    pacer: new HostPacer(0),
    robots: undefined,
  })
  return {
    scrape: (url: string, signal = new AbortController().signal) =>
      scraper.scrape({ url, timeoutMs: TIME_MS, format: 'markdown', render: 'never' }, signal),
  }
}
