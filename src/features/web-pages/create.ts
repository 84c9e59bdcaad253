import type { PageRenderer } from '../../media/contract-browser.ts'
import type { Documents } from '../../media/contract-documents.ts'
import type { SafeFetch } from '../../media/contract-fetch.ts'
import type { PageReader } from '../../media/contract-pages.ts'
import type { Spool } from '../../storage/contract.ts'
import { HostPacer } from './host-pacer.ts'
import { Robots } from './robots.ts'
import { scrapeTask } from './scrape-task.ts'
import { Scraper } from './scraper.ts'

/** Between two requests to one host, no matter who asks. See Limits. */
export const HOST_INTERVAL_MS = 1_000

interface WebParts {
  safeFetch: SafeFetch
  pages: PageReader
  documents: Documents
  renderer: PageRenderer
  spool: Spool
  /** Whether the rules of sites for programs are left aside. */
  ignoresRobots: boolean
  now: () => number
}

/** Creates the task that reads web pages. */
export function createWeb({ ignoresRobots, now, ...parts }: WebParts) {
  const { safeFetch } = parts
  const pacer = new HostPacer(HOST_INTERVAL_MS)
  const robots = ignoresRobots ? undefined : new Robots({ safeFetch, pacer, now })
  const scraper = new Scraper({ ...parts, pacer, robots })
  return {
    task: scrapeTask(scraper),
    /** For work that reads pages among other things. */
    scraper,
    /** Shared by all that ask sites for users. */
    pacer,
  }
}
