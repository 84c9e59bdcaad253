import { api, read } from '../ui/api.ts'

/** What is shown of a brand to choose it. */
export interface NamedBrand {
  id: string
  name: string
}

/** More are not offered in one list. */
const MAX_PAGES = 20

/** All brands, by id. A page ends early where they are large. */
export async function allBrands(signal: AbortSignal): Promise<readonly NamedBrand[]> {
  const brands: NamedBrand[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: 200, ...(cursor === undefined ? {} : { cursor }) }
    const found = await read(api.GET('/api/brands', { signal, params: { query } }))
    brands.push(...found.items)
    if (found.next_cursor === null) break
    cursor = found.next_cursor
  }
  return brands
}
