import {
  MAX_PAGE_LINKS,
  type PageContent,
  type PageLink,
  type PageSource,
} from '../contract-pages.ts'
import { readWebPage } from '../documents/html.ts'
import { ArticleFinder } from './article-finder.ts'
import { removeBoilerplate } from './boilerplate.ts'
import { clean, removeOverlays, UNREAD, withoutInvisible } from './clean.ts'
import { decodePage } from './decode-page.ts'
import {
  absoluteUrl,
  type PageDocument,
  type PageElement,
  type PageNode,
  parsePage,
} from './dom.ts'
import { toMarkdown } from './markdown.ts'
import { readMetadata, readRefresh } from './metadata.ts'
import { bylineOf } from './names.ts'
import { readFeed } from './read-feed.ts'

const UNREAD_NAMES = new Set(UNREAD.split(', '))
const TEXT_NODE = 3
/** Beside those, what is not the text of a page without a main text. */
const AROUND = 'nav, header, footer, aside'
/** Letters of a page that has something to say. */
const SHELL_CHARACTERS = 250
/** Reads one page: its main text and what it says of itself; or a feed, as a list of its entries. */
export function readPage(source: PageSource): PageContent {
  const { bytes, url, charset, format } = source
  const html = decodePage(bytes, charset)
  const feed = readFeed(html, url, format)
  if (feed !== undefined) return feed
  const { document, baseUrl } = parsePage(html, url)
  const metadata = readMetadata(document, baseUrl, url)
  const refreshUrl = readRefresh(document, baseUrl, url)
  removeOverlays(document, html)
  const isShell = looksLikeShell(document)
  removeBoilerplate(document, html)
  const article = mainText(document)
  // Anew: the search for it has changed the document.
  const element = article?.element ?? wholeText(html, url)
  clean(element, baseUrl)
  const title = metadata.title ?? article?.title
  const byline = metadata.byline ?? bylineOf(article?.byline ?? '')
  return {
    ...metadata,
    ...(title !== undefined && title !== '' && { title }),
    ...(byline !== '' && { byline }),
    content: withoutInvisible(inFormat(element, source)),
    links: linksOf(element),
    isArticle: article !== undefined,
    isShell,
    ...(refreshUrl !== undefined && { refreshUrl }),
  }
}

interface MainText {
  element: PageElement
  title: string
  byline: string | undefined
}

function mainText(document: PageDocument): MainText | undefined {
  let found: ReturnType<ArticleFinder['parse']>
  try {
    found = new ArticleFinder(document).parse()
  } catch {
    // Too large, or of a shape that it does not expect.
    return undefined
  }
  if (!found?.content || (found.textContent ?? '').trim() === '') return undefined
  return { element: found.content, title: found.title ?? '', byline: found.byline ?? undefined }
}

/** The page without what surrounds its text; with it, where nothing else is left. */
function wholeText(html: string, url: string): PageElement {
  const { document } = parsePage(html, url)
  removeOverlays(document, html)
  removeBoilerplate(document, html)
  for (const element of [...document.querySelectorAll(`${UNREAD}, [hidden]`)]) element.remove()
  const all = document.body.innerHTML
  for (const element of [...document.querySelectorAll(AROUND)]) element.remove()
  if (document.body.textContent.trim() === '') document.body.innerHTML = all
  return document.body
}

function inFormat(element: PageElement, { format, pictures = false }: PageSource): string {
  switch (format) {
    case 'html':
      return element.innerHTML.trim()
    case 'text':
      return readWebPage(element.innerHTML, Number.POSITIVE_INFINITY, pictures).text
    case 'markdown':
      return toMarkdown(element)
  }
}

function linksOf(element: PageElement): PageLink[] {
  const links = new Map<string, string>()
  for (const anchor of element.querySelectorAll('a[href]')) {
    if (links.size === MAX_PAGE_LINKS) break
    const url = anchor.getAttribute('href') ?? ''
    const text = anchor.textContent.replace(/\s+/g, ' ').trim()
    if (absoluteUrl(url, url) !== undefined && !links.get(url)) links.set(url, text)
  }
  return [...links].map(([url, text]) => ({ url, text }))
}

/** Whether scripts make what a browser shows: hardly any text, and something that would make it. */
function looksLikeShell(document: PageDocument): boolean {
  if (document.querySelector('script') === null) return false
  const words = visibleText(document)
  if (words.length >= SHELL_CHARACTERS) return false
  const asks = /javascript/i.test(document.querySelector('noscript')?.textContent ?? '')
  const roots = document.querySelector(
    '#root, #app, #__next, #__nuxt, #___gatsby, [data-reactroot], app-root',
  )
  return asks || roots !== null || words.length === 0
}

/** The text without what scripts, styles and forms have, as far as it decides about a shell. */
function visibleText({ body }: PageDocument): string {
  let text = ''
  const rest: PageNode[] = [body]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.nodeType !== TEXT_NODE) {
      if (!UNREAD_NAMES.has(node.localName ?? '')) pushAll(rest, node.childNodes)
      continue
    }
    text += node.textContent
    // Blank text alone decides nothing, and there may be megabytes of it.
    if (!/\S/.test(node.textContent)) continue
    text = text.trimStart()
    if (text.trimEnd().length >= SHELL_CHARACTERS) break
  }
  return text.trim()
}

/** The first is the next to be popped. One by one: an argument list of 100,000 is too long. */
function pushAll(stack: PageNode[], nodes: Iterable<PageNode>): void {
  for (const node of [...nodes].reverse()) stack.push(node)
}
