/** Results of one search. @limit worker-hits count */
export const MAX_SEARCH_HITS = 10
/** Time limit of one search. @limit worker-search seconds */
export const SEARCH_MS = 15_000

/** One result of a search. */
export interface SearchHit {
  title: string
  url: string
  excerpt: string
}

/** Searches the web by a service that the owner has set up. */
export interface WebSearch {
  /** @throws {AppError} `download_failed`, `download_timeout` */
  search(query: string, signal: AbortSignal): Promise<readonly SearchHit[]>
}

/** A page as a browser has drawn it, after its scripts. */
export interface RenderedPage {
  html: string
  /** Where it is now, after redirects by scripts too. */
  url: string
  /** Of the page's own answer. */
  status: number
}

/** A browser on this machine that runs the scripts of pages, without cookies and downloads. */
export interface PageRenderer {
  /** Whether there is one. */
  isInstalled(): boolean
  /**
   * @param deadlineMs From the call to the drawn page
   * @throws {AppError} `not_installed`, `address_refused`, `download_failed`, `download_timeout`
   */
  render(url: string, options: { deadlineMs: number; signal: AbortSignal }): Promise<RenderedPage>
}

/** Bytes of a page that are read, after decompression. @limit scrape-bytes MiB */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024
/** How deep its elements may be nested; deeper ones are lifted up. @limit scrape-depth count */
export const MAX_PAGE_DEPTH = 256
/**
 * Elements of a page whose main text is looked for; of a larger one all text is taken.
 * @limit scrape-elements count
 */
export const MAX_PAGE_ELEMENTS = 200_000
/** Links of a page that are listed. @limit scrape-links count */
export const MAX_PAGE_LINKS = 500
/** Time limit of reading one page. @limit scrape-reading seconds */
export const PAGE_READ_MS = 10_000

export type PageFormat = 'markdown' | 'text' | 'html'

/** A page as a server has sent it, or as a browser has drawn it. */
export interface PageSource {
  bytes: Uint8Array<ArrayBuffer>
  /** Where it came from, after redirects: its relative links start here. */
  url: string
  /** A label of the Encoding Standard, as the server has said it. */
  charset?: string | undefined
  format: PageFormat
  /** Whether text names the pictures that have a description, as `[picture: …]`. */
  pictures?: boolean
}

/** A link; the address is absolute, over http or https. */
export interface PageLink {
  url: string
  text: string
}

/** What a page says of itself. Absent facts are not in it. */
export interface PageFacts {
  title?: string
  byline?: string
  excerpt?: string
  siteName?: string
  /** BCP 47. */
  language?: string
  /** As the page has it, mostly ISO 8601. */
  publishedAt?: string
  /** Address of its picture. */
  image?: string
}

/** What a page says. */
export interface PageContent extends PageFacts {
  /** The main text in the wished format. */
  content: string
  links: readonly PageLink[]
  /** Whether a main text was found; else all text of the page stands in `content`. */
  isArticle: boolean
  /** Whether nearly all of it is made by scripts, so that a browser would see more. */
  isShell: boolean
  /** Where the page sends its readers on by itself, within a few seconds. */
  refreshUrl?: string
}

/** Reads web pages, which may be made to do harm. Nothing of them is run or fetched. */
export interface PageReader {
  /**
   * @throws {AppError} `invalid` when the page cannot be read in its time; nothing of it is left running
   */
  read(source: PageSource, signal: AbortSignal): Promise<PageContent>
}
