import { matches } from '../../../platform/check.ts'
import { tryParseJson } from '../../../platform/json.ts'
import { PageParameters, readPageTool } from '../../web-pages/tools.ts'
import type { ToolCall } from '../pieces.ts'
import { defineTool, type ToolContext, workerOutcome } from '../tool.ts'

/**
 * Links of one site that a job with attached files may follow, unless its profile says otherwise.
 * @limit worker-links-host count
 */
export const LINKS_PER_HOST = 5

/** The same tool as for everybody; its pages are in the price of the job. */
const readPage = readPageTool<ToolContext>((url, context) => context.fetchPage(url, context.signal))

export const fetchPage = defineTool({
  name: 'fetch_page',
  description:
    'Reads a web page as Markdown, with its links. Only addresses that stand in the task, in a result of a search, or as a link of a page that you have read are allowed, exactly as they stand there.',
  parameters: PageParameters,
  label: ({ url }) => `fetch_page ${url}`,
  run: (values, context) => workerOutcome(readPage, values, context),
})

/** The address that a stored call has asked for; undefined for a call of another tool. */
export function fetchedAddress(call: ToolCall | undefined): string | undefined {
  if (call?.name !== fetchPage.name) return undefined
  const { value } = tryParseJson(call.arguments)
  return matches(PageParameters, value) ? value.url : undefined
}
