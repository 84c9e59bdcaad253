import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Runs } from '../../core/tasks/runs.ts'
import { runTask, type ToolContext } from '../../core/tools/tool.ts'
import type { Core } from '../../create-core.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'
import type { WebSearch } from '../../media/contract-web.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable, queryInteger } from '../shared/fields.ts'
import { documented, route } from '../shared/openapi.ts'
import { HostPacer, Robots } from './robots.ts'
import {
  DEFAULT_SCRAPE_SECONDS,
  MAX_SCRAPE_SECONDS,
  MAX_SCRAPES_PER_OWNER,
  SCRAPE_LANE,
  SCRAPE_LANE_WIDTH,
  ScrapeInput,
  type ScrapeResult,
  type ScrapeTask,
  scrapeTask,
} from './scrape-task.ts'
import { Scraper } from './scraper.ts'
import { readPageTool, webSearchTool } from './tools.ts'

/** Of a body: an address and three words. @limit scrape-body KiB */
export const MAX_SCRAPE_BODY_BYTES = 64 * 1024

interface WebServices {
  runs: Runs
  guards: ReturnType<typeof guards>
}

/** GET and POST /v1/web/scrape. */
function webRoutes({ guards, runs }: WebServices, task: ScrapeTask) {
  async function scrape({ request, caller }: RequestContext, asked: ScrapeBody) {
    const {
      url,
      timeout_seconds: timeoutSeconds = DEFAULT_SCRAPE_SECONDS,
      format = 'markdown',
      render = 'auto',
      pictures = false,
    } = asked
    const input = { url, timeoutSeconds, format, render, pictures }
    using admitted = runs.admit(task, caller, { signal: request.signal })
    return scrapeView(url, await admitted.result(input))
  }

  const summary = 'Read a web page'
  const description =
    'Finds the main text of a page and gives it as Markdown, text or HTML, with its title, author, date and links. Feeds are lists of their entries; PDFs and office documents are read too. A page that is made by scripts is drawn by a browser, where one is installed (`render`). The rules of sites for programs (robots.txt) are obeyed, private addresses are refused, and each host is asked once a second. It costs 1 credit when content came back.'
  const common = {
    summary,
    description,
    tags: ['Web'],
    responses: { 200: { description: 'The page', schema: ScrapeAnswer } },
    errors: [403, 413, 502, 503, 504],
    refusesHead: true,
  }
  return new Elysia({ name: 'features/web' })
    .use(guards)
    .get(
      '/v1/web/scrape',
      ({ context, query }) => scrape(context, { ...query, pictures: query.pictures === 'true' }),
      {
        requireApiKey: 'media',
        query: ScrapeQuery,
        detail: documented(common),
      },
    )
    .post(
      '/v1/web/scrape',
      async ({ context }) =>
        scrape(context, await readJson(context, ScrapeBody, MAX_SCRAPE_BODY_BYTES)),
      route({
        requireApiKey: 'media',
        ...common,
        body: ScrapeBody,
      }),
    )
}

const { url, format, render } = ScrapeInput.properties
const bounds = { minimum: 1, maximum: MAX_SCRAPE_SECONDS, default: DEFAULT_SCRAPE_SECONDS }

const pictures = {
  description:
    'With the format text: names pictures that have a description where they stand, as [picture: A dam]',
  default: false,
}

/** Of POST. */
const ScrapeBody = Type.Object({
  url,
  timeout_seconds: Type.Optional(Type.Integer(bounds)),
  format: Type.Optional(format),
  render: Type.Optional(render),
  pictures: Type.Optional(Type.Boolean(pictures)),
})
type ScrapeBody = Static<typeof ScrapeBody>

/** The same as the query of GET. */
const ScrapeQuery = Type.Object({
  url,
  timeout_seconds: queryInteger('timeout_seconds', bounds),
  format: Type.Optional(format),
  render: Type.Optional(render),
  pictures: Type.Optional(oneOf(['true', 'false'], { ...pictures, default: 'false' })),
})

const Fact = nullable(Type.String())

const ScrapeAnswer = component('ScrapedPage', {
  url: Type.String(),
  final_url: Type.String({ description: 'After redirects' }),
  status: Type.Integer({
    description: 'Of the site; an error page is read as well, and is free',
  }),
  title: Fact,
  byline: Fact,
  excerpt: Fact,
  site_name: Fact,
  language: Fact,
  published_at: Fact,
  image: Fact,
  content: Type.String(),
  links: Type.Array(Type.Object({ url: Type.String(), text: Type.String() })),
  fetched_with: oneOf(['http', 'browser']),
  note: Fact,
})

function scrapeView(asked: string, page: ScrapeResult): Static<typeof ScrapeAnswer> {
  const { finalUrl, siteName, publishedAt, fetchedWith, status, content, links } = page
  return {
    url: asked,
    final_url: finalUrl,
    status,
    title: page.title ?? null,
    byline: page.byline ?? null,
    excerpt: page.excerpt ?? null,
    site_name: siteName ?? null,
    language: page.language ?? null,
    published_at: publishedAt ?? null,
    image: page.image ?? null,
    content,
    links,
    fetched_with: fetchedWith,
    note: page.note ?? null,
  }
}

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
