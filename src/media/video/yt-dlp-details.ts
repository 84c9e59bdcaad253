import { AppError } from '../../platform/errors.ts'
import {
  type Chapter,
  type ListedVideo,
  MAX_LISTED_VIDEOS,
  type VideoDetails,
  type VideoListing,
} from '../contract-video.ts'
import {
  authorOf,
  channelOf,
  countOf,
  defined,
  type Fields,
  liveStatusOf,
  MAX_DESCRIPTION_CHARACTERS,
  numberOf,
  objects,
  publishedAtOf,
  siteOf,
  textOf,
  thumbnailsOf,
  tracksOf,
  urlOf,
} from './yt-dlp-fields.ts'

/** Chapters of one video. @limit video-chapters count */
export const MAX_CHAPTERS = 1_000
/** Lists in lists, as the tabs of a channel. */
const MAX_DEPTH = 3
const UNTITLED = 'Untitled'

/**
 * The one video that an answer is about.
 *
 * @throws {AppError} `invalid` for a list of several
 */
export function singleVideo(info: Fields): Fields {
  if (!isList(info)) return info
  const [first, second] = objects(info['entries'])
  // An entry of a list that was not opened says little.
  if (first !== undefined && second === undefined && Array.isArray(first['formats'])) return first
  throw new AppError('invalid', 'This address is a list of videos, not one video: ask for its list')
}

/** @param url The address that was asked for */
export function toDetails(info: Fields, url: string): VideoDetails {
  const { author, ...listed } = toListed(info, url)
  return {
    ...listed,
    site: siteOf(info),
    ...defined({
      description: textOf(info, ['description'], MAX_DESCRIPTION_CHARACTERS),
      author,
      channel: channelOf(info),
      language: textOf(info, ['language']),
    }),
    chapters: chaptersOf(info),
    captions: tracksOf(info).map(({ track }) => track),
  }
}

/** A single video is a list of one. */
export function toListing(info: Fields, url: string, limit: number): VideoListing {
  const most = Math.min(limit, MAX_LISTED_VIDEOS)
  const own = urlOf(info, ['webpage_url', 'original_url']) ?? url
  const entries = isList(info) ? entriesOf(info, most) : [toListed(info, url)]
  const author = channelOf(info) ?? authorOf(info)
  return {
    id: textOf(info, ['id']) ?? own,
    url: own,
    site: siteOf(info),
    title: textOf(info, ['title', 'playlist_title', 'channel', 'uploader']) ?? UNTITLED,
    ...defined({
      description: textOf(info, ['description'], MAX_DESCRIPTION_CHARACTERS),
      author,
      total: isList(info) ? countOf(info, ['playlist_count']) : 1,
    }),
    thumbnails: thumbnailsOf(info),
    entries,
  }
}

function isList(info: Fields): boolean {
  return info['_type'] === 'playlist' || info['_type'] === 'multi_video' || 'entries' in info
}

function entriesOf(list: Fields, limit: number, depth = 1): ListedVideo[] {
  const entries: ListedVideo[] = []
  for (const entry of objects(list['entries'])) {
    if (entries.length >= limit) break
    if (!isList(entry)) {
      const url = urlOf(entry, ['webpage_url', 'url', 'original_url'])
      if (url !== undefined) entries.push(toListed(entry, url))
    } else if (depth < MAX_DEPTH)
      entries.push(...entriesOf(entry, limit - entries.length, depth + 1))
  }
  return entries
}

function toListed(info: Fields, url: string): ListedVideo {
  const own = urlOf(info, ['webpage_url', 'original_url']) ?? url
  return {
    id: textOf(info, ['id', 'display_id']) ?? own,
    url: own,
    title: textOf(info, ['title', 'fulltitle', 'alt_title']) ?? UNTITLED,
    ...defined({
      author: authorOf(info),
      durationSeconds: numberOf(info, ['duration']),
      publishedAt: publishedAtOf(info),
      views: countOf(info, ['view_count']),
      liveStatus: liveStatusOf(info),
    }),
    thumbnails: thumbnailsOf(info),
  }
}

function chaptersOf(info: Fields): Chapter[] {
  const found = objects(info['chapters'])
  const duration = numberOf(info, ['duration'])
  return found
    .flatMap((chapter, index) => {
      const start = numberOf(chapter, ['start_time'])
      const next = numberOf(found[index + 1] ?? {}, ['start_time'])
      const end = numberOf(chapter, ['end_time']) ?? next ?? duration
      if (start === undefined || end === undefined || end < start) return []
      return [{ title: textOf(chapter, ['title']) ?? UNTITLED, start, end }]
    })
    .slice(0, MAX_CHAPTERS)
}
