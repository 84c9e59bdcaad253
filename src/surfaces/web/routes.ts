import { Elysia } from 'elysia'
import type { Runs } from '../../core/tasks/runs.ts'
import { DEFAULT_SCRAPE_SECONDS, type ScrapeTask } from '../../core/web/scrape-task.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'

import { documented } from '../kit/openapi.ts'
import { ScrapeAnswer, ScrapeBody, ScrapeQuery, scrapeView } from './schema.ts'

/** Of a body: an address and three words. */
export const MAX_SCRAPE_BODY_BYTES = 64 * 1024

interface WebServices {
  runs: Runs
  guards: ReturnType<typeof guards>
}

/** GET and POST /v1/web/scrape. */
export function webRoutes({ guards, runs }: WebServices, task: ScrapeTask) {
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
  return new Elysia({ name: 'surfaces/web' })
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
        scrape(context, await readJson(context.request, ScrapeBody, MAX_SCRAPE_BODY_BYTES)),
      {
        requireApiKey: 'media',
        parse: 'none',
        detail: documented({ ...common, body: ScrapeBody }),
      },
    )
}
