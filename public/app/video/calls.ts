import { ApiError, api, read } from '../../ui/api.ts'
import { fromSrt, toText } from '../transcribe/cues.ts'
import type { MediaJob } from '../transcribe/types.ts'
import type { Asked } from './asked.ts'
import { m } from './messages/en.ts'
import type { ScrapedPage, SpokenText, Video, VideoList } from './types.ts'
import { RecentAnswers } from './use-answer.ts'
import { isPlaylist } from './web-address.ts'

/** What was answered last, by what was asked. */
export const recentPages = new RecentAnswers<ScrapedPage>()
export const recentVideos = new RecentAnswers<Video>()
export const recentLists = new RecentAnswers<VideoList>()

/** Reads a web page as Markdown. @throws {ApiError} */
export function readPage(
  { url, render, seconds }: Asked,
  signal: AbortSignal,
): Promise<ScrapedPage> {
  const query = { url, render, timeout_seconds: seconds, format: 'markdown' as const }
  return read(api.GET('/v1/web/scrape', { params: { query }, signal }))
}

/** @throws {ApiError} */
export function readVideo({ url }: Asked, signal: AbortSignal): Promise<Video> {
  return read(api.GET('/v1/video', { params: { query: { url } }, signal }))
}

/** The videos of a channel or a playlist. @throws {ApiError} */
export function readList({ url, limit }: Asked, signal: AbortSignal): Promise<VideoList> {
  const options = { params: { query: { url, limit } }, signal }
  return read(isPlaylist(url) ? api.GET('/v1/playlist', options) : api.GET('/v1/channel', options))
}

/**
 * Has what is said in a video found out.
 *
 * @param key The same for a request that is sent again
 * @returns The id of the job
 */
export async function startTranscript(
  { url, source, language }: Asked,
  key: string,
  signal: AbortSignal,
): Promise<string> {
  const query = { url, source, async: 'true' as const, ...(language === '' ? {} : { language }) }
  const header = { 'Idempotency-Key': key }
  const started = await read(api.GET('/v1/transcript', { params: { query, header }, signal }))
  if (typeof started === 'object' && 'job_id' in started) return started.job_id
  throw new ApiError(0, 'unknown', m.otherAnswer)
}

/** What a job has found, as segments; undefined for one of another kind. */
export function spokenTextOf({ result }: MediaJob): SpokenText | undefined {
  if (result === null || !('cached' in result)) return undefined
  if ('segments' in result) return result
  const { srt, ...facts } = result
  const segments = fromSrt(srt)
  return { ...facts, segments, text: toText(segments) }
}
