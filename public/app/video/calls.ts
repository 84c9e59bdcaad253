import { api, read } from '../../ui/api.ts'
import type { Asked } from './asked.ts'
import type { ScrapedPage } from './types.ts'
import { RecentAnswers } from './use-answer.ts'

/** What was answered last, by what was asked. */
export const recentPages = new RecentAnswers<ScrapedPage>()

/** Reads a web page as Markdown. @throws {ApiError} */
export function readPage(
  { url, render, seconds }: Asked,
  signal: AbortSignal,
): Promise<ScrapedPage> {
  const query = { url, render, timeout_seconds: seconds, format: 'markdown' as const }
  return read(api.GET('/v1/web/scrape', { params: { query }, signal }))
}
