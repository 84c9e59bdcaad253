import { Readability } from '@mozilla/readability'
import {
  MAX_PAGE_ELEMENTS,
  MAX_PAGE_LINKS,
  type PageContent,
  type PageLink,
  type PageSource,
} from '../contract-web.ts'
import { decodeAs, decodeText, validUtf8, wideEncoding } from '../documents/decode-text.ts'
import { readWebPage } from '../documents/html.ts'
import { removeBoilerplate } from './boilerplate.ts'
import {
  absoluteUrl,
  bylineOf,
  type PageDocument,
  type PageElement,
  type PageNode,
  parsePage,
} from './dom.ts'
import { toMarkdown } from './markdown.ts'
import { readMetadata, readRefresh } from './metadata.ts'
import { readFeed } from './read-feed.ts'

/** What a reader does not see, or what would do something. */
const UNREAD =
  'script, style, noscript, template, iframe, object, embed, form, input, button, select, textarea, link, meta, svg, canvas'
/** Advertising amid the text, as the usual networks mark it. */
const ADVERTISING =
  '.advertisement, .ad-slot, .adsbygoogle, [id^="div-gpt-ad"], [id^="google_ads"], [aria-label="Advertisement"]'
/**
 * What lies over a page until its visitor has agreed to something: the elements of the usual consent
 * managers, and dialogs that say what they are for.
 */
const OVERLAYS = [
  '#onetrust-consent-sdk, #onetrust-banner-sdk, #CybotCookiebotDialog, #usercentrics-root, #didomi-host',
  '#cookie-law-info-bar, #cookie-notice, #truste-consent-track, #cmpbox, #qc-cmp2-container, #gdpr-consent-tool-wrapper',
  '.cc-window, .cookie-banner, .cookie-consent, .cookie-notice, .cookie-overlay, .consent-wall, .fc-consent-root, .osano-cm-window',
  '[id^="sp_message_container"], [class*="cookie-banner"], [class*="cookie-consent"], [id*="cookie-banner"], [id*="cookie-consent"]',
  '[role="dialog"][aria-label*="cookie"], [role="dialog"][aria-label*="Cookie"], [role="dialog"][aria-label*="consent"], [role="dialog"][aria-label*="Consent"]',
].join(', ')
const ADDRESSES = ['href', 'src', 'poster', 'cite']
/** Attributes that say something. */
const KEPT = new Set(
  'alt title lang dir colspan rowspan scope start value datetime data-language'.split(' '),
)
/** A picture may be in the page itself. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);/i
/** How highlighters name the language of code. */
const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|brush:)[-\s]*([\w+#.-]{1,30})/i
/** They show where a line may be broken, and nothing else. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g

/** Words of those selectors: to ask for all of them takes longer. */
const HINTS =
  /cookie|consent|onetrust|usercentrics|didomi|truste|cmp|osano|sp_message|cc-window|fc-consent|adverti|ad-slot|adsby|gpt-ad|google_ads/i

/** Takes away what lies over the text and interrupts it, unless there is nothing else. */
function removeOverlays(document: PageDocument, html: string): void {
  if (!HINTS.test(html)) return
  const { body } = document
  const overlays = [...document.querySelectorAll(`${OVERLAYS}, ${ADVERTISING}`)].filter(
    (one) => !one.contains(body),
  )
  if (overlays.length === 0) return
  const before = body.innerHTML
  for (const overlay of overlays) overlay.remove()
  if (body.textContent.trim() === '') body.innerHTML = before
}

/** Leaves nothing that runs or loads more than a picture, and makes addresses absolute. */
function clean(root: PageElement, baseUrl: string): void {
  for (const element of [...root.querySelectorAll(UNREAD)]) element.remove()
  for (const code of root.querySelectorAll('pre')) nameLanguage(code)
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const lower = name.toLowerCase()
      if (ADDRESSES.includes(lower)) {
        const url = absoluteUrl(value, baseUrl)
        if (url !== undefined) element.setAttribute(name, url)
        else if (!(lower === 'src' && PICTURE.test(value))) element.removeAttribute(name)
      } else if (!KEPT.has(lower)) element.removeAttribute(name)
    }
  }
}

/** Without characters that are not to be seen, which break the search for words. */
function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

function nameLanguage(code: PageElement): void {
  for (const element of [code.querySelector('code'), code, code.parentElement]) {
    const [, language] = LANGUAGE.exec(element?.getAttribute('class') ?? '') ?? []
    const named = language ?? element?.getAttribute('data-lang') ?? undefined
    if (named === undefined || !/^[\w+#.-]{1,30}$/.test(named)) continue
    code.setAttribute('data-language', named.toLowerCase())
    return
  }
}

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

/** Where less is found, what seems to be around the text is searched as well. */
const MIN_ARTICLE_CHARACTERS = 200

/** Finds the main text of a page, which it changes. */
export class ArticleFinder extends Readability<PageElement> {
  constructor(document: PageDocument) {
    // Of the DOM it needs what linkedom has.
    super(Reflect.apply(Object, undefined, [document]), {
      maxElemsToParse: MAX_PAGE_ELEMENTS,
      charThreshold: MIN_ARTICLE_CHARACTERS,
      // They name the languages of code; the others go when the result is cleaned.
      keepClasses: true,
      // The element itself: to write and parse it again takes as long as to parse the page.
      serializer: (node) => Reflect.apply(Object, undefined, [node]),
    })
  }

  /** In place of a method that compiles a selector each time, which takes a quarter of all time. */
  protected _getAllNodesWithTag(root: PageElement, tags: readonly string[]): PageElement[] {
    // Some are in capitals.
    const names = tags.map((tag) => tag.toLowerCase())
    const isAll = names.includes('*')
    const found: PageElement[] = []
    let node: PageElement | null = root.firstElementChild
    while (node !== null) {
      if (isAll || names.includes(node.localName ?? '')) found.push(node)
      let next: PageElement | null = node.firstElementChild
      for (; next === null && node !== null && node !== root; node = node.parentElement)
        next = node.nextElementSibling
      node = next
    }
    return found
  }
}

/** Labels that say nothing: servers send them with every page. */
const DEFAULTS = new Set(['iso-8859-1', 'us-ascii', 'latin1'])

/**
 * Decodes a page: by its byte order mark, by what the server says unless the bytes disprove it, as
 * UTF-8 where it is valid, by what it declares, else by the frequencies of its characters.
 *
 * @param charset A label of the Encoding Standard, as the server has said it
 */
export function decodePage(bytes: Uint8Array<ArrayBuffer>, charset: string | undefined): string {
  const label = charset?.trim().toLowerCase()
  if (label === undefined || DEFAULTS.has(label) || hasMark(bytes)) return decodeText(bytes)
  return isDisproved(label, bytes)
    ? decodeText(bytes)
    : (decodeAs(label, bytes) ?? decodeText(bytes))
}

function isDisproved(label: string, bytes: Uint8Array): boolean {
  if (wideEncoding(bytes) !== undefined) return true
  const utf8 = validUtf8(bytes)
  // The label of UTF-16 is sent with other bytes as well. And no text of another encoding is valid
  // UTF-8 by chance from its first byte to its last.
  return utf8 !== undefined && (label.startsWith('utf-16') || /\P{ASCII}/u.test(utf8))
}

function hasMark([first, second, third]: Uint8Array): boolean {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return isUtf16 || (first === 0xef && second === 0xbb && third === 0xbf)
}
