import { Type } from '@sinclair/typebox'
import type { SeenAddresses } from '../../core/tools/seen-addresses.ts'
import { defineTool, requireSeen, type Tool, ToolError } from '../../core/tools/tool.ts'
import type { WebSearch } from '../../media/contract-web.ts'
import type { ScrapeTask } from './scrape-task.ts'

/** Links of a page that the model is told, and may follow. @limit worker-links count */
export const MAX_FOLLOWED_LINKS = 200
const MAX_LINK_TEXT_CHARACTERS = 100
/** Of a question to the search. @limit worker-query characters */
export const MAX_QUERY_CHARACTERS = 200

/** A page of the web as tools get it. */
export interface FetchedPage {
  finalUrl: string
  status: number
  title?: string | undefined
  content: string
  links: readonly { url: string; text: string }[]
  note?: string | undefined
}

/** What these tools need of a call, wherever it is made. */
export interface WebContext {
  readonly signal: AbortSignal
  readonly addresses: SeenAddresses | undefined
}

/** @throws {AppError} */
type FetchPage<context> = (url: string, context: context) => Promise<FetchedPage>

const Fact = Type.Optional(Type.String())

const PageResult = Type.Object({
  address: Type.String({ description: 'After redirects' }),
  status: Type.Integer({ description: 'Of the site' }),
  title: Fact,
  note: Fact,
  content: Type.String({ description: 'Markdown' }),
  links: Type.Array(Type.Object({ url: Type.String(), text: Type.String() }), {
    description: 'Those that may be read next',
  }),
  more_links: Type.Boolean({ description: 'Whether the page has links that may not be followed' }),
})

/**
 * Reads a page. Where only addresses that were seen may be read, so that no data can leave in one that
 * was made up, others are refused.
 */
export function readPageTool<context extends WebContext>(
  fetchPage: FetchPage<context>,
  task?: ScrapeTask,
): Tool<context> {
  return defineTool<typeof PageParameters, typeof PageResult, context>({
    name: 'read_page',
    description:
      'Reads a web page, feed, PDF or office document at an address as Markdown, with its title and links. Private addresses and pages that forbid programs (robots.txt) are refused.',
    parameters: PageParameters,
    result: PageResult,
    capability: 'media',
    effects: 'reads',
    ...(task === undefined ? {} : { task }),
    label: ({ url }) => `Read ${URL.parse(url)?.hostname ?? url}`,
    text: pageText,
    async run({ url }, context) {
      const { addresses } = context
      const page = await fetchPage(takeAddress(url, context), context)
      addresses?.take(page.finalUrl)
      const given = page.links.slice(0, MAX_FOLLOWED_LINKS)
      const all = [page.finalUrl, ...given.map((link) => link.url)]
      const found = addresses?.addFound(all) ?? all
      const links = given.filter((link) => found.includes(link.url))
      const { finalUrl: address, status, title, note, content } = page
      return {
        result: {
          address,
          status,
          ...(title === undefined ? {} : { title }),
          ...(note === undefined ? {} : { note }),
          content,
          links: links.map((link) => ({ url: link.url, text: link.text })),
          more_links: links.length < given.length,
        },
        addresses: found,
        hasFailed: status >= 400,
      }
    },
  })
}

export const PageParameters = Type.Object({ url: Type.String({ minLength: 1, maxLength: 8192 }) })

/** @throws {ToolError} for an address that may not be read */
function takeAddress(url: string, context: WebContext): string {
  const address = requireSeen(url, context)
  if (context.addresses?.take(address) === false)
    throw new ToolError('This page was read already: with attached files, each is read once')
  return address
}

function pageText(page: typeof PageResult.static): string {
  const { address, status, title, note, content, links, more_links: hasMore } = page
  return [
    `Address: ${address}`,
    `Status: ${status}`,
    ...(title === undefined ? [] : [`Title: ${title}`]),
    ...(note === undefined ? [] : [`Note: ${note}`]),
    '',
    content,
    ...(links.length === 0 ? [] : ['', 'Links:', ...links.map(linkLine)]),
    ...(hasMore
      ? ['', 'Only these links may be followed: with attached files, few of each site are']
      : []),
  ].join('\n')
}

function linkLine({ url, text }: { url: string; text: string }): string {
  return `- ${url} ${text.slice(0, MAX_LINK_TEXT_CHARACTERS)}`
}

const SearchResult = Type.Object({
  hits: Type.Array(
    Type.Object({ title: Type.String(), url: Type.String(), excerpt: Type.String() }),
  ),
})

/** Searches the web by the server that the owner has set up. */
export function webSearchTool(search: WebSearch): Tool<WebContext> {
  return defineTool<typeof SearchParameters, typeof SearchResult, WebContext>({
    name: 'web_search',
    description:
      'Searches the web. Gives titles, addresses and excerpts; read_page reads one of them.',
    parameters: SearchParameters,
    result: SearchResult,
    capability: 'media',
    effects: 'reads',
    label: ({ query }) => `Search the web for ${query}`,
    text: ({ hits }) =>
      hits.length === 0
        ? 'Nothing was found'
        : hits.map(({ title, url, excerpt }) => `${title}\n${url}\n${excerpt}`).join('\n\n'),
    async run({ query }, { addresses, signal }) {
      const hits = await search.search(query, signal)
      const found = hits.map(({ url }) => url)
      return {
        result: { hits: hits.map(({ title, url, excerpt }) => ({ title, url, excerpt })) },
        addresses: addresses?.addFound(found) ?? found,
      }
    },
  })
}

export const SearchParameters = Type.Object({
  query: Type.String({ minLength: 1, maxLength: MAX_QUERY_CHARACTERS }),
})
