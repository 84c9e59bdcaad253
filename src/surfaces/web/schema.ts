import { type Static, Type } from '@sinclair/typebox'
import {
  DEFAULT_SCRAPE_SECONDS,
  MAX_SCRAPE_SECONDS,
  ScrapeInput,
  type ScrapeResult,
} from '../../core/web/scrape-task.ts'
import { nullable } from '../kit/nullable.ts'
import { queryInteger } from '../kit/query-integer.ts'

const { url, format, render } = ScrapeInput.properties
const bounds = { minimum: 1, maximum: MAX_SCRAPE_SECONDS, default: DEFAULT_SCRAPE_SECONDS }

const pictures = {
  description:
    'With the format text: names pictures that have a description where they stand, as [picture: A dam]',
  default: false,
}

/** Of POST. */
export const ScrapeBody = Type.Object({
  url,
  timeout_seconds: Type.Optional(Type.Integer(bounds)),
  format: Type.Optional(format),
  render: Type.Optional(render),
  pictures: Type.Optional(Type.Boolean(pictures)),
})
export type ScrapeBody = Static<typeof ScrapeBody>

/** The same as the query of GET. */
export const ScrapeQuery = Type.Object({
  url,
  timeout_seconds: queryInteger('timeout_seconds', bounds),
  format: Type.Optional(format),
  render: Type.Optional(render),
  pictures: Type.Optional(
    Type.Union([Type.Literal('true'), Type.Literal('false')], { ...pictures, default: 'false' }),
  ),
})

const Fact = nullable(Type.String())

export const ScrapeAnswer = Type.Object(
  {
    url: Type.String(),
    final_url: Type.String({ description: 'After redirects' }),
    status: Type.Integer({
      description: 'Of the site; an error page is read as well, and is free',
    }),
    title: Fact,
    byline: Fact,
    excerpt: Fact,
    site_name: Fact,
    language: Fact,
    published_at: Fact,
    image: Fact,
    content: Type.String(),
    links: Type.Array(Type.Object({ url: Type.String(), text: Type.String() })),
    fetched_with: Type.Union([Type.Literal('http'), Type.Literal('browser')]),
    note: Fact,
  },
  { $id: 'ScrapedPage' },
)

export function scrapeView(asked: string, page: ScrapeResult): Static<typeof ScrapeAnswer> {
  const { finalUrl, siteName, publishedAt, fetchedWith, status, content, links } = page
  return {
    ...{ url: asked, final_url: finalUrl, status },
    title: page.title ?? null,
    byline: page.byline ?? null,
    excerpt: page.excerpt ?? null,
    site_name: siteName ?? null,
    language: page.language ?? null,
    published_at: publishedAt ?? null,
    image: page.image ?? null,
    ...{ content, links, fetched_with: fetchedWith },
    note: page.note ?? null,
  }
}
