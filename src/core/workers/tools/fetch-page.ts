import { Type } from '@sinclair/typebox'
import { defineTool, ToolError } from '../tool.ts'

/** Links of a page that the model is told, and may follow. See Limits. */
export const MAX_FOLLOWED_LINKS = 200
const MAX_LINK_TEXT_CHARACTERS = 100

export const fetchPage = defineTool({
  name: 'fetch_page',
  description:
    'Reads a web page as Markdown, with its links. Only addresses that stand in the task, in a result of a search, or as a link of a page that you have read are allowed, exactly as they stand there.',
  parameters: Type.Object({ url: Type.String({ minLength: 1, maxLength: 8192 }) }),
  label: ({ url }) => `fetch_page ${url}`,
  async run({ url }, { addresses, fetchPage: fetch, signal }) {
    const address = addresses.find(url)
    if (address === undefined)
      throw new ToolError(
        'This address is not allowed: it stands neither in the task, nor in a result of a search, nor as a link of a page that was read. Addresses cannot be made up or changed',
      )
    const page = await fetch(address, signal)
    const links = page.links.slice(0, MAX_FOLLOWED_LINKS)
    return {
      text: [
        `Address: ${page.finalUrl}`,
        `Status: ${page.status}`,
        ...(page.title === undefined ? [] : [`Title: ${page.title}`]),
        ...(page.note === undefined ? [] : [`Note: ${page.note}`]),
        '',
        page.content,
        ...(links.length === 0 ? [] : ['', 'Links:', ...links.map(linkLine)]),
      ].join('\n'),
      hasFailed: page.status >= 400,
      addresses: [page.finalUrl, ...links.map((link) => link.url)],
    }
  },
})

function linkLine({ url, text }: { url: string; text: string }): string {
  return `- ${url} ${text.slice(0, MAX_LINK_TEXT_CHARACTERS)}`
}
