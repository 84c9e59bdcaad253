import { Type } from '@sinclair/typebox'
import { matches } from '../../../platform/check.ts'
import { tryParseJson } from '../../../platform/json.ts'
import type { ToolCall } from '../pieces.ts'
import { defineTool, ToolError } from '../tool.ts'

/** Links of a page that the model is told, and may follow. @limit worker-links count */
export const MAX_FOLLOWED_LINKS = 200
/**
 * Links of one site that a job with attached files may follow, unless its profile says otherwise.
 * @limit worker-links-host count
 */
export const LINKS_PER_HOST = 5
const MAX_LINK_TEXT_CHARACTERS = 100
const Parameters = Type.Object({ url: Type.String({ minLength: 1, maxLength: 8192 }) })

export const fetchPage = defineTool({
  name: 'fetch_page',
  description:
    'Reads a web page as Markdown, with its links. Only addresses that stand in the task, in a result of a search, or as a link of a page that you have read are allowed, exactly as they stand there.',
  parameters: Parameters,
  label: ({ url }) => `fetch_page ${url}`,
  async run({ url }, { addresses, fetchPage: fetch, signal }) {
    const address = addresses.find(url)
    if (address === undefined)
      throw new ToolError(
        'This address is not allowed: it stands neither in the task, nor in a result of a search, nor as a link of a page that was read and may be followed. Addresses cannot be made up or changed',
      )
    if (!addresses.take(address))
      throw new ToolError('This page was read already: with attached files, each is read once')
    const page = await fetch(address, signal)
    addresses.take(page.finalUrl)
    const given = page.links.slice(0, MAX_FOLLOWED_LINKS)
    const found = addresses.addFound([page.finalUrl, ...given.map((link) => link.url)])
    const links = given.filter((link) => found.includes(link.url))
    return {
      text: [
        `Address: ${page.finalUrl}`,
        `Status: ${page.status}`,
        ...(page.title === undefined ? [] : [`Title: ${page.title}`]),
        ...(page.note === undefined ? [] : [`Note: ${page.note}`]),
        '',
        page.content,
        ...(links.length === 0 ? [] : ['', 'Links:', ...links.map(linkLine)]),
        ...(links.length === given.length
          ? []
          : ['', 'Only these links may be followed: with attached files, few of each site are']),
      ].join('\n'),
      hasFailed: page.status >= 400,
      addresses: found,
    }
  },
})

/** The address that a stored call has asked for; undefined for a call of another tool. */
export function fetchedAddress(call: ToolCall | undefined): string | undefined {
  if (call?.name !== fetchPage.name) return undefined
  const { value } = tryParseJson(call.arguments)
  return matches(Parameters, value) ? value.url : undefined
}

function linkLine({ url, text }: { url: string; text: string }): string {
  return `- ${url} ${text.slice(0, MAX_LINK_TEXT_CHARACTERS)}`
}
