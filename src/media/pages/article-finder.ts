import { Readability } from '@mozilla/readability'
import { MAX_PAGE_ELEMENTS } from '../contract-pages.ts'
import type { PageDocument, PageElement } from './dom.ts'

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
