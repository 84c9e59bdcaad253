import { runTask, type ToolContext } from '../../core/tools/tool.ts'
import type { Core } from '../../create-core.ts'
import type { WebSearch } from '../../media/contract-search.ts'
import { HostPacer, Robots } from './robots.ts'
import { webRoutes } from './routes.ts'
import { MAX_SCRAPES_PER_OWNER, SCRAPE_LANE, SCRAPE_LANE_WIDTH, scrapeTask } from './scrape-task.ts'
import { Scraper } from './scraper.ts'
import { readPageTool, webSearchTool } from './tools.ts'

/** @limit credit-web-scrape credits web_scrape */
export const WEB_PRICES = { web_scrape: 1 }

/** Between two requests to one host, no matter who asks. @limit scrape-host seconds */
export const HOST_INTERVAL_MS = 1_000

/** Time limit of a page that a tool reads. */
const TOOL_PAGE_SECONDS = 45

interface WebPageParts {
  /** Undefined where the owner has set none up. */
  search: WebSearch | undefined
}

/** The reader of web pages. */
export function createWebPages(core: Core, { search }: WebPageParts) {
  const { media, safeFetch, spool, config, runs, now } = core
  const { pages, documents, renderer } = media
  const pacer = new HostPacer(HOST_INTERVAL_MS)
  const robots = config.web.ignore_robots ? undefined : new Robots({ safeFetch, pacer, now })
  const scraper = new Scraper({ safeFetch, pages, documents, renderer, spool, pacer, robots })
  const task = scrapeTask(scraper)
  const readPage = readPageTool<ToolContext>((url, context) => {
    const asked = { url, timeoutSeconds: TOOL_PAGE_SECONDS, pictures: false }
    return runTask(runs, task, { ...asked, format: 'markdown', render: 'auto' }, context)
  }, task)
  return {
    name: 'web-pages',
    prices: WEB_PRICES,
    tasks: [task],
    tools: search === undefined ? [readPage] : [readPage, webSearchTool(search)],
    lanes: { [SCRAPE_LANE]: { all: SCRAPE_LANE_WIDTH, perOwner: MAX_SCRAPES_PER_OWNER } },
    stop: () => renderer.end(),
    routes: () => [webRoutes(core, task)],
    task,
    /** For work that reads pages among other things. */
    scraper,
    /** Shared by all that ask sites for users. */
    pacer,
  }
}
