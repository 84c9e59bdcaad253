import { tryParseJson } from '../../platform/json.ts'
import type { PageFacts } from '../contract-web.ts'
import { readWebPage } from '../documents/html.ts'
import { absoluteUrl, bylineOf, type PageDocument, titleWithoutSite } from './dom.ts'

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

/** Objects of JSON-LD that are looked at, one inside the other included. */
const MAX_OBJECTS = 2_000
/** What a page is about, best first: what it has written itself goes before what it shows. */
const SUBJECTS = [
  /(?:Article|BlogPosting|Report|DiscussionForumPosting)$/,
  /(?:Recipe|Product|Book|Event|Question|HowTo)$/,
  /Page$/,
  /VideoObject$/,
]
/** Where a subject stands; everything else is mentioned. */
const MAIN = new Set(['@graph', 'mainEntity', 'mainEntityOfPage'])

/** What stands around it in pages that are XML too. */
const WRAPPER =
  /^\s*(?:\/[/*]\s*)?(?:<!\[CDATA\[|<!--)\s*(?:\*\/)?|(?:\/[/*]\s*)?(?:\]\]>|-->)\s*(?:\*\/)?\s*$/g
/** Line breaks and tabs that JSON allows only between its values, and sites write into their texts. */
const CONTROLS = /\p{Cc}+/gu

type Entity = Readonly<Record<string, unknown>>

/** What JSON-LD (schema.org) says of the main subject of a page. */
interface LinkedFacts {
  headline?: string | undefined
  authors?: string | undefined
  publisher?: string | undefined
  description?: string | undefined
  language?: string | undefined
  published?: string | undefined
  image?: string | undefined
}

/** @param urls Addresses of the page: its own, and the one that it calls canonical */
function readLinkedData(document: PageDocument, urls: readonly string[]): LinkedFacts {
  const entities: Entity[] = []
  const subjects: Entity[] = []
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const text = script.textContent.replace(WRAPPER, '').replace(CONTROLS, ' ')
    const open = [{ value: tryParseJson(text).value, isMain: true }]
    for (let one = open.shift(); one !== undefined; one = open.shift()) {
      const { value, isMain } = one
      if (typeof value !== 'object' || value === null || entities.length >= MAX_OBJECTS) continue
      if (isEntity(value)) {
        entities.push(value)
        if (isMain) subjects.push(value)
      }
      for (const [key, inner] of Object.entries(value).slice(0, MAX_OBJECTS))
        open.push({ value: inner, isMain: isMain && (Array.isArray(value) || MAIN.has(key)) })
    }
  }
  const subject = mainSubject(subjects, urls)
  if (subject === undefined) return {}
  const names = (value: unknown) => namesOf(value, entities)
  return {
    headline: textOf(subject['headline']),
    authors: names(subject['author']),
    publisher: names(subject['publisher']),
    description: textOf(subject['description']),
    language: textOf(subject['inLanguage']),
    published: textOf(subject['datePublished']) ?? textOf(subject['uploadDate']),
    image: imageOf(subject['image'], entities),
  }
}

/** The best kind, and among its objects the one about this page; none where only others are listed. */
function mainSubject(entities: readonly Entity[], urls: readonly string[]): Entity | undefined {
  const wanted = new Set(urls.map(withoutFragment))
  for (const kind of SUBJECTS) {
    const found = entities.filter((one) => typesOf(one).some((type) => kind.test(type)))
    const own = found.find((one) => addressesOf(one, urls[0]).some((url) => wanted.has(url)))
    if (own !== undefined) return own
    const nameless = found.find((one) => addressesOf(one, urls[0]).length === 0)
    if (nameless !== undefined) return nameless
    if (found.length === 1) return found[0]
  }
  return undefined
}

function addressesOf(entity: Entity, base = ''): string[] {
  const page = entity['mainEntityOfPage']
  return [entity['url'], entity['@id'], isEntity(page) ? (page['@id'] ?? page['url']) : page]
    .map((one) => (typeof one === 'string' ? absoluteUrl(one, base) : undefined))
    .filter((one) => one !== undefined)
    .map(withoutFragment)
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '').replace(/\/$/, '')
}

function typesOf(entity: Entity): string[] {
  return [entity['@type']].flat().filter((type) => typeof type === 'string')
}

function isEntity(value: unknown): value is Entity {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Some sites write HTML there. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return /[&<]/.test(value) ? readWebPage(value, value.length, false).text : value
}

/** Of a name, a person or organization, or several; one that is described elsewhere goes by its `@id`. */
function namesOf(value: unknown, entities: readonly Entity[]): string | undefined {
  const names = [value].flat().map((one) => {
    const id = isEntity(one) ? one['@id'] : one
    const known = entities.find((other) => other['@id'] === id && other['name'] !== undefined)
    if (isEntity(one)) return textOf(one['name'] ?? known?.['name'])
    const name = textOf(known?.['name'] ?? one)
    return name === undefined || /^https?:/.test(name) ? undefined : name
  })
  const found = new Set(names.filter((name) => name !== undefined && name.trim() !== ''))
  return found.size === 0 ? undefined : [...found].join(', ')
}

function imageOf(value: unknown, entities: readonly Entity[]): string | undefined {
  const [first] = [value].flat()
  if (!isEntity(first)) return textOf(first)
  const known = entities.find((one) => one['@id'] === first['@id'] && one['url'] !== undefined)
  return textOf(first['url'] ?? first['contentUrl'] ?? known?.['url'])
}
