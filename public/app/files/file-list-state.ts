import { ApiError, api, read, send } from '../../ui/api.ts'
import type { StoredFile } from './types.ts'

const PAGE_SIZE = 100
/** Requests at a time, of many. */
const MAX_AT_ONCE = 4

export interface FilePage {
  items: readonly StoredFile[]
  nextCursor: string | null
}

/** @param search Words of the names; empty for all */
export async function loadFiles(
  search: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<FilePage> {
  const query = {
    limit: PAGE_SIZE,
    ...(search === '' ? {} : { q: search }),
    ...(cursor === null ? {} : { cursor }),
  }
  const options = signal === undefined ? {} : { signal }
  const page = await read(api.GET('/api/nas/files', { params: { query }, ...options }))
  return { items: page.items, nextCursor: page.next_cursor }
}

/** A page with a file in place of an older state of it. */
export function withFile(page: FilePage, file: StoredFile): FilePage {
  return {
    ...page,
    items: page.items.map((one) => (one.token === file.token ? file : one)),
  }
}

/** Deletes files. @returns Tokens of those that are gone, and why others are not */
export async function deleteFiles(
  tokens: readonly string[],
): Promise<{ gone: ReadonlySet<string>; failure: unknown }> {
  const gone = new Set<string>()
  let failure: unknown
  const left = tokens.values()
  const work = async () => {
    for (const token of left) {
      try {
        await send(api.DELETE('/api/nas/files/{token}', { params: { path: { token } } }))
        gone.add(token)
      } catch (error) {
        // Deleted in another tab.
        if (error instanceof ApiError && error.status === 404) gone.add(token)
        else failure = error
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work))
  return { gone, failure }
}
