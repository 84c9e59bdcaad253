import { tryParseJson } from '../../platform/try-parse-json.ts'
import type { PageFacts } from '../contract-pages.ts'
import { absoluteUrl, type PageDocument } from './dom.ts'

const MAX_CHARACTERS = 1_000
/** Objects of JSON-LD that are looked at, one inside the other included. */
const MAX_OBJECTS = 200
/** A page that stays longer is there to be read. */
const MAX_REFRESH_SECONDS = 5
const REFRESH = /^\s*(\d{1,9})(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?(["']?)(.+?)\2\s*$/i
const ARTICLE =
  /(?:Article|BlogPosting|NewsArticle|WebPage|Report|VideoObject|Recipe|Product|Book|Event)$/

/** By JSON-LD (schema.org), then OpenGraph and other `meta` elements, then the page itself. */
export function readMetadata(document: PageDocument, baseUrl: string): PageFacts {
  const linked = linkedData(document)
  const meta = metaOf(document)
  const first = (...values: (string | undefined)[]) =>
    values.map(tidied).find((one) => one !== undefined)
  const image = first(imageOf(linked['image']), meta('og:image'), meta('twitter:image'))
  const found = {
    title: first(
      textOf(linked['headline']),
      meta('og:title'),
      meta('twitter:title'),
      document.querySelector('title')?.textContent,
      document.querySelector('h1')?.textContent,
    ),
    byline: first(namesOf(linked['author']), meta('author'), nameOnly(meta('article:author'))),
    excerpt: first(
      textOf(linked['description']),
      meta('og:description'),
      meta('description'),
      meta('twitter:description'),
    ),
    siteName: first(meta('og:site_name'), namesOf(linked['publisher'])),
    language: first(
      document.documentElement?.getAttribute('lang') ?? undefined,
      meta('og:locale')?.replace('_', '-'),
      textOf(linked['inLanguage']),
      meta('content-language'),
    ),
    publishedAt: first(
      textOf(linked['datePublished']) ?? textOf(linked['uploadDate']),
      meta('article:published_time'),
      meta('date'),
      meta('dc.date'),
      document.querySelector('time[datetime]')?.getAttribute('datetime') ?? undefined,
    ),
    image: image === undefined ? undefined : absoluteUrl(image, baseUrl),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
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

/** The object of JSON-LD that describes the page's main subject. */
function linkedData(document: PageDocument): Readonly<Record<string, unknown>> {
  let seen = 0
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const open: unknown[] = [tryParseJson(script.textContent).value]
    for (let one = open.shift(); one !== undefined && seen < MAX_OBJECTS; one = open.shift()) {
      seen += 1
      if (Array.isArray(one)) open.push(...one.slice(0, MAX_OBJECTS))
      if (!isObject(one)) continue
      const types = [one['@type']].flat().filter((type) => typeof type === 'string')
      if (types.some((type) => ARTICLE.test(type))) return one
      if (Array.isArray(one['@graph'])) open.push(...one['@graph'].slice(0, MAX_OBJECTS))
    }
  }
  return {}
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Of a name, a person or organization, or several. */
function namesOf(value: unknown): string | undefined {
  const names = [value].flat().map((one) => (isObject(one) ? textOf(one['name']) : textOf(one)))
  const known = names.filter((name) => name !== undefined)
  return known.length === 0 ? undefined : known.join(', ')
}

function imageOf(value: unknown): string | undefined {
  const [first] = [value].flat()
  return isObject(first) ? textOf(first['url']) : textOf(first)
}

/** Some sites have the address of an author's page there. */
function nameOnly(value: string | undefined): string | undefined {
  return value === undefined || /^https?:/.test(value) ? undefined : value
}

/** In one line, and bounded. @returns undefined for nothing */
function tidied(value: string | undefined): string | undefined {
  const line = value
    ?.slice(0, 10 * MAX_CHARACTERS)
    .replace(/\s+/g, ' ')
    .trim()
  return line === undefined || line === '' ? undefined : line.slice(0, MAX_CHARACTERS)
}
