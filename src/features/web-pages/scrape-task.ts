import { type Static, Type } from '@sinclair/typebox'
import { defineTask } from '../../core/tasks/define-task.ts'
import type { PageLink } from '../../media/contract-web.ts'
import { oneOf } from '../../platform/schemas.ts'
import type { Scraper } from './scraper.ts'

/**
 * Pages that are read at a time, for all callers together; further ones wait.
 * @limit scrape-pages count
 */
export const SCRAPE_LANE_WIDTH = 8
/** Of these, of one owner. @limit scrape-pages-owner count */
export const MAX_SCRAPES_PER_OWNER = 6
export const SCRAPE_LANE = 'web'
/** The time that a caller may give. @limit scrape-time seconds */
export const MAX_SCRAPE_SECONDS = 60
/** @limit scrape-time-default seconds */
export const DEFAULT_SCRAPE_SECONDS = 30

export const ScrapeInput = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 8192, examples: ['https://example.com/'] }),
  timeoutSeconds: Type.Integer({ minimum: 1, maximum: MAX_SCRAPE_SECONDS }),
  format: oneOf(['markdown', 'text', 'html']),
  render: oneOf(['auto', 'never', 'always']),
  pictures: Type.Boolean(),
})

const Fact = Type.Optional(Type.String())
const Link = Type.Object({ url: Type.String(), text: Type.String() })

export const ScrapeResult = Type.Object({
  finalUrl: Type.String(),
  status: Type.Integer(),
  title: Fact,
  byline: Fact,
  excerpt: Fact,
  siteName: Fact,
  language: Fact,
  publishedAt: Fact,
  image: Fact,
  content: Type.String(),
  links: Type.Array(Link),
  fetchedWith: oneOf(['http', 'browser']),
  note: Fact,
})
export type ScrapeResult = Static<typeof ScrapeResult>

/** Reads one web page while its caller waits. */
export function scrapeTask(scraper: Scraper) {
  return defineTask({
    kind: 'web_scrape',
    idPrefix: 'web_',
    lanes: [SCRAPE_LANE],
    admission: undefined,
    input: ScrapeInput,
    result: ScrapeResult,
    // An error page of the site, or a page without content, is free.
    charge: (_, { status, content }) =>
      status < 400 && content !== '' ? { action: 'web_scrape', units: 1 } : undefined,
    async run({ url, timeoutSeconds, format, render, pictures }, { signal }) {
      const page = await scraper.scrape(
        { url, format, render, pictures, timeoutMs: timeoutSeconds * 1000 },
        signal,
      )
      const { isArticle: _, isShell: __, refreshUrl: ___, links, ...facts } = page
      return { ...facts, links: links.map((link: PageLink) => ({ ...link })) }
    },
  })
}
export type ScrapeTask = ReturnType<typeof scrapeTask>
