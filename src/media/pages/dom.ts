import { parseHTML } from 'linkedom'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5'
import { MAX_PAGE_DEPTH } from '../contract-pages.ts'

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
