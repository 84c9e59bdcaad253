import { Type } from '@sinclair/typebox'
import { defineTool, ToolError } from '../tool.ts'

/** Of a question to the search. See Limits. */
export const MAX_QUERY_CHARACTERS = 200

export const webSearch = defineTool({
  name: 'web_search',
  description: 'Searches the web. Gives titles, addresses and excerpts; fetch_page reads a result.',
  parameters: Type.Object({
    query: Type.String({ minLength: 1, maxLength: MAX_QUERY_CHARACTERS }),
  }),
  label: ({ query }) => `web_search ${query}`,
  async run({ query }, { addresses, search, signal }) {
    if (search === undefined) throw new ToolError('No search is set up here')
    const hits = await search.search(query, signal)
    return {
      text:
        hits.length === 0
          ? 'Nothing was found'
          : hits.map(({ title, url, excerpt }) => `${title}\n${url}\n${excerpt}`).join('\n\n'),
      addresses: addresses.addFound(hits.map(({ url }) => url)),
    }
  },
})
