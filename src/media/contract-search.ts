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
