import type { PageFacts } from '../contract-pages.ts'
import { absoluteUrl, type PageDocument } from './dom.ts'
import { readLinkedData } from './linked-data.ts'
import { bylineOf, titleWithoutSite } from './names.ts'

const MAX_CHARACTERS = 1_000
/** Headings among which the title is looked for. */
const MAX_HEADINGS = 10
/** A page that stays longer is there to be read. */
const MAX_REFRESH_SECONDS = 5
const REFRESH = /^\s*(\d{1,9})(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?(["']?)(.+?)\2\s*$/i
/** By JSON-LD (schema.org), then OpenGraph and other `meta` elements, then the page itself. */
export function readMetadata(document: PageDocument, baseUrl: string, url: string): PageFacts {
  const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? url
  const linked = readLinkedData(document, [url, absoluteUrl(canonical, baseUrl) ?? url])
  const meta = metaOf(document)
  const first = (...values: (string | undefined)[]) =>
    values.map(tidied).find((one) => one !== undefined)
  const image = first(linked.image, meta('og:image'), meta('twitter:image'))
  const siteName = first(meta('og:site_name'), linked.publisher, meta('application-name'))
  const title = first(
    linked.headline,
    meta('og:title'),
    meta('twitter:title'),
    document.querySelector('title')?.textContent,
    document.querySelector('h1')?.textContent,
  )
  const authors = [linked.authors, meta('author'), meta('article:author')]
  const found = {
    title:
      title === undefined
        ? undefined
        : titleWithoutSite(title, ...namesIn(document, url, siteName)),
    byline: first(...authors.map((one) => bylineOf(tidied(one) ?? ''))),
    excerpt: first(
      linked.description,
      meta('og:description'),
      meta('description'),
      meta('twitter:description'),
    ),
    siteName: first(meta('og:site_name'), linked.publisher),
    language: first(
      document.documentElement?.getAttribute('lang') ?? undefined,
      meta('og:locale')?.replace('_', '-'),
      linked.language,
      meta('content-language'),
    ),
    publishedAt: first(
      linked.published,
      meta('article:published_time'),
      meta('date'),
      meta('dc.date'),
      document.querySelector('time[datetime]')?.getAttribute('datetime') ?? undefined,
    ),
    image: image === undefined ? undefined : absoluteUrl(image, baseUrl),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Names that a site may have in the titles of its pages, and the headings of this one. */
function namesIn(
  document: PageDocument,
  url: string,
  siteName: string | undefined,
): [sites: (string | undefined)[], headings: string[]] {
  const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''
  const headings = [...document.querySelectorAll('h1')]
    .slice(0, MAX_HEADINGS)
    .map((one) => tidied(one.textContent) ?? '')
  return [[siteName, host, host.split('.').at(-2)], headings]
}

/** The address of a `meta` element that sends readers on. HTML, 4.2.5.3 */
export function readRefresh(
  document: PageDocument,
  baseUrl: string,
  url: string,
): string | undefined {
  const content = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content')
  const [, seconds, , address] = REFRESH.exec(content ?? '') ?? []
  if (seconds === undefined || address === undefined || Number(seconds) > MAX_REFRESH_SECONDS)
    return undefined
  const target = absoluteUrl(address, baseUrl)
  return target?.split('#', 1)[0] === url.split('#', 1)[0] ? undefined : target
}

function metaOf(document: PageDocument): (name: string) => string | undefined {
  const values = new Map<string, string>()
  for (const element of document.querySelectorAll('meta[content]')) {
    const names = ['property', 'name', 'itemprop', 'http-equiv'].map((one) =>
      element.getAttribute(one),
    )
    const content = element.getAttribute('content') ?? ''
    for (const name of names)
      if (name !== null && !values.has(name.toLowerCase())) values.set(name.toLowerCase(), content)
  }
  return (name) => values.get(name)
}

/** In one line, and bounded. @returns undefined for nothing */
function tidied(value: string | undefined): string | undefined {
  const line = value
    ?.slice(0, 10 * MAX_CHARACTERS)
    .replace(/\s+/g, ' ')
    .trim()
  return line === undefined || line === '' ? undefined : line.slice(0, MAX_CHARACTERS)
}
