import { parseHTML } from 'linkedom'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5'
import { MAX_PAGE_DEPTH } from '../contract-web.ts'

type ChildNode = DefaultTreeAdapterTypes.ChildNode
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** The part of the DOM that is used here: this program's types have no browser. */
export interface PageNode {
  readonly nodeType: number
  /** Only of elements. */
  readonly localName?: string
  readonly textContent: string
  readonly childNodes: Iterable<PageNode>
}

export interface PageElement extends PageNode {
  innerHTML: string
  readonly children: Iterable<PageElement>
  readonly parentElement: PageElement | null
  readonly firstElementChild: PageElement | null
  readonly nextElementSibling: PageElement | null
  readonly attributes: Iterable<{ name: string; value: string }>
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  closest(selectors: string): PageElement | null
  querySelector(selectors: string): PageElement | null
  querySelectorAll(selectors: string): Iterable<PageElement>
  remove(): void
  contains(other: PageElement): boolean
}

export interface PageDocument extends PageElement {
  readonly documentElement: PageElement
  readonly body: PageElement
}

/**
 * Parses as a browser does, without running or fetching anything.
 *
 * @param url Where the page came from
 */
export function parsePage(html: string, url: string): { document: PageDocument; baseUrl: string } {
  const tree = parse(html)
  prune(tree)
  const { document }: { document: PageDocument } = parseHTML(serialize(tree))
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? ''
  const baseUrl = absoluteUrl(base, url) ?? url
  // The DOM has no address of its own, from which relative links would start.
  Object.defineProperty(document, 'baseURI', { value: baseUrl })
  Object.defineProperty(document, 'documentURI', { value: url })
  return { document, baseUrl }
}

/** @returns undefined for an address that is not over http or https */
export function absoluteUrl(address: string, base: string): string | undefined {
  const url = URL.parse(address.trim(), base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined
}

function isComment({ nodeName }: ChildNode): boolean {
  return nodeName === '#comment'
}

/** Most of many pages, and not read: its element stays, as it tells what the page is made by. */
function isProgram(node: DefaultTreeAdapterTypes.ChildNode & ParentNode): boolean {
  if (node.nodeName === 'style') return true
  if (node.nodeName !== 'script' || !defaultTreeAdapter.isElementNode(node)) return false
  return !node.attrs.some(({ name, value }) => name === 'type' && /json/i.test(value))
}

/**
 * Leaves what nobody reads, and lifts what is nested too deep. Every step after this one calls itself for each level, and the search
 * for the main text takes the cube of the depth.
 */
function prune(root: ParentNode): void {
  const open: { parent: ParentNode; depth: number }[] = [{ parent: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { parent, depth } = next
    if (depth === MAX_PAGE_DEPTH) {
      const lifted = leavesOf(parent)
      for (const child of lifted) child.parentNode = parent
      parent.childNodes = lifted
      continue
    }
    if (parent.childNodes.some(isComment))
      parent.childNodes = parent.childNodes.filter((child) => !isComment(child))
    for (const child of parent.childNodes) {
      if (!('childNodes' in child)) continue
      if (isProgram(child)) child.childNodes = []
      else open.push({ parent: child, depth: depth + 1 })
    }
  }
}

/** Nodes without children below a node, in their order. */
function leavesOf(parent: ParentNode): ChildNode[] {
  const leaves: ChildNode[] = []
  const rest = [...parent.childNodes].reverse()
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (!('childNodes' in node) || node.childNodes.length === 0) {
      leaves.push(node)
      continue
    }
    // A step of its own for each child: an argument list of 100,000 is too long.
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index]
      if (child !== undefined) rest.push(child)
    }
    if (defaultTreeAdapter.isElementNode(node)) node.childNodes = []
  }
  return leaves
}

/** Between the title of a page and the name of its site. */
const SEPARATOR = /\s+(?:[|–—·•»›/\\]|-{1,2}|::?)\s+|:\s+|\s*[|»›]\s*/
const MAX_PIECES = 10
const MAX_BYLINE_CHARACTERS = 300
/** Of a heading that is the title: shorter ones are names of sections. */
const MIN_HEADING_CHARACTERS = 4

/**
 * The title of a page without the name of its site.
 *
 * @param siteNames The name of the site, its host, and other names that may stand there
 * @param headings Headings of the page; where the title begins with one, that is the title
 */
export function titleWithoutSite(
  title: string,
  siteNames: readonly (string | undefined)[],
  headings: readonly string[],
): string {
  const pieces = splitTitle(title)
  if (pieces.length < 2 || pieces.length > MAX_PIECES) return title
  if (headings.some((one) => letters(one) === letters(title))) return title
  const sites = siteNames.map((one) => letters(one ?? '')).filter((one) => one !== '')
  let [start, end] = [0, pieces.length]
  const isSite = (index: number) => sites.includes(letters(pieces[index]?.text ?? ''))
  while (end - start > 1 && isSite(end - 1)) end -= 1
  while (end - start > 1 && isSite(start)) start += 1
  for (const one of headings)
    for (let to = end; to > start && one.length >= MIN_HEADING_CHARACTERS; to -= 1) {
      // What follows a colon is of the title.
      const isEnd = to === end || !pieces[to]?.separator.includes(':')
      if (isEnd && letters(textOf(pieces, start, to)) === letters(one))
        return textOf(pieces, start, to)
    }
  return textOf(pieces, start, end)
}

interface Piece {
  text: string
  /** What stands before it. */
  separator: string
}

function splitTitle(title: string): Piece[] {
  const texts = title.split(SEPARATOR)
  let at = 0
  return texts.map((text) => {
    const from = title.indexOf(text, at)
    const separator = title.slice(at, from)
    at = from + text.length
    return { text, separator }
  })
}

function textOf(pieces: readonly Piece[], start: number, end: number): string {
  return pieces
    .slice(start, end)
    .map(({ text, separator }, index) => (index === 0 ? text : separator + text))
    .join('')
    .trim()
}

function letters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** What stands before the name of an author. */
const BEFORE_AUTHOR =
  /^(?:(?:posted|written|published|reported|story|words|text|article|submitted|geschrieben|verfasst|ein artikel|écrit|publié|publicado|escrito)\s+)?(?:by|von|par|por|di|door|af|av|przez|от)\s+|^(?:author|autor(?:in|e|a)?|auteur|text|redaktion|автор|作者|記者|文)\s*[:：]\s*/iu
/** A date or a time, in whatever language: with the year behind or before, in digits, or since when. */
const DATE = new RegExp(
  [
    String.raw`\d{4}[-/.年]\s?\d{1,2}`,
    String.raw`\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}`,
    String.raw`\d{1,2}(?:st|nd|rd|th|er|º|\.)?,?\s+(?:de\s+)?\p{L}{3,12}\.?,?\s+(?:de\s+)?\d{4}`,
    String.raw`\p{L}{3,12}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}`,
    String.raw`\d{1,2}[:.h]\d{2}\b`,
    String.raw`\d+\s+\p{L}+\s+ago\b`,
    String.raw`(?:vor|il y a|hace)\s+\d+`,
  ].join('|'),
  'iu',
)
/** What is left of the words around a date. */
const AFTER_AUTHOR =
  /(?:[\s,;|/·•–—(-]|(?<!\p{L})(?:on|at|am|um|vom|le|el|il|op|den|the|last|first|published|updated|posted|modified|aktualisiert|veröffentlicht|erstellt|stand|mis à jour|publié|publicado|actualizado)(?!\p{L}):?|(?<=[\s,|·•–—-])\p{L}{2,10}(?:day|tag|woch|abend|di|dì|edi|anche),?)+$/iu

/** Some sites have the address of an author's page in place of the name. */
const ADDRESS = /^https?:\/\//i

/** The authors of a page without the words before them and the date behind them; empty for none. */
export function bylineOf(line: string): string {
  let byline = line.slice(0, MAX_BYLINE_CHARACTERS).replace(/\s+/g, ' ').trim()
  for (let before = ''; before !== byline; ) {
    before = byline
    byline = byline.replace(BEFORE_AUTHOR, '').trim()
  }
  if (ADDRESS.test(byline)) return ''
  const date = DATE.exec(byline)
  if (date === null) return byline.replace(/[\s,;|/·•–—-]+$/u, '')
  const [first, last] = [byline.slice(0, date.index), byline.slice(date.index + date[0].length)]
  const author = first.replace(AFTER_AUTHOR, '').trim()
  if (author !== '' || !/\p{L}/u.test(last)) return author
  // The date stands first.
  return bylineOf(last.replace(/^[^\p{L}]+/u, ''))
}
