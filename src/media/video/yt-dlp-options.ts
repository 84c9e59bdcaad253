import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import {
  type CaptionTrack,
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
  type FoundTrack,
  isFields,
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
import type { RunFolders } from './yt-dlp-process.ts'
import type { InstalledYtDlp } from './yt-dlp-program.ts'

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
function singleVideo(info: Fields): Fields {
  if (!isList(info)) return info
  const [first, second] = objects(info['entries'])
  // An entry of a list that was not opened says little.
  if (first !== undefined && second === undefined && Array.isArray(first['formats'])) return first
  throw new AppError('invalid', 'This address is a list of videos, not one video: ask for its list')
}

/** @param url The address that was asked for */
function toDetails(info: Fields, url: string): VideoDetails {
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
function toListing(info: Fields, url: string, limit: number): VideoListing {
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

/** Name of an earlier answer in the folder of a run. */
export const INFO_NAME = 'info.json'
/** Begins the lines about the progress of a download: bytes done, in all, and estimated. */
export const PROGRESS_MARK = '[progress] '

/** Every user of the machine can read a command line, and an address may hold a secret. */
const ADDRESS_FROM_STDIN = ['--batch-file', '-']

/** A folder that is not there: nothing is converted, so ffmpeg is neither tried nor started. */
const NO_FFMPEG = '/nonexistent'

/** What each run has in common. */
const COMMON: readonly (readonly string[])[] = [
  ['--ignore-config'],
  ['--no-plugin-dirs'],
  // Its own list of authorities, where it is installed, would go before the service's.
  ['--compat-options', 'no-certifi'],
  ['--no-js-runtimes'],
  ['--no-remote-components'],
  ['--no-cache-dir'],
  ['--no-exec'],
  ['--no-warnings'],
  ['--color', 'never'],
  ['--default-search', 'error'],
  ['--socket-timeout', '15'],
  ['--retries', '2'],
  ['--extractor-retries', '1'],
  ['--fragment-retries', '2'],
  ['--ffmpeg-location', NO_FFMPEG],
  ['--fixup', 'never'],
]

const JSON_ONLY: readonly (readonly string[])[] = [
  ['--no-progress'],
  ['--dump-single-json'],
  ['--flat-playlist'],
  // One that is not out yet has details as well.
  ['--ignore-no-formats-error'],
]

/** Of one video, also where the address names a list besides. */
const DETAILS: readonly (readonly string[])[] = [
  ...JSON_ONLY,
  ['--no-playlist'],
  // Two show that it is a list.
  ['--playlist-items', '1:2'],
  ['--extractor-args', 'youtube:skip=hls,dash,translated_subs'],
]

export function detailsArguments(installed: InstalledYtDlp): string[] {
  return known(installed, [...COMMON, ...DETAILS], ADDRESS_FROM_STDIN)
}

export function listArguments(installed: InstalledYtDlp, limit: number): string[] {
  const list = [['--yes-playlist'], ['--playlist-items', `1:${limit}`]]
  return known(installed, [...COMMON, ...JSON_ONLY, ...list], ADDRESS_FROM_STDIN)
}

interface CaptionOptions {
  folders: RunFolders
  track: CaptionTrack
  /** Its name in the answer. */
  key: string
  /** Formats by their names, the best first. */
  extensions: readonly string[]
}

/** Downloads a track that an earlier answer has. */
export function captionArguments(
  installed: InstalledYtDlp,
  { folders, track, key, extensions }: CaptionOptions,
): string[] {
  const language = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const wanted = [
    ...COMMON,
    ['--no-progress'],
    ['--skip-download'],
    ['--ignore-no-formats-error'],
    // With both, a track of people hides an automatic one in the same language.
    [track.kind === 'native' ? '--write-subs' : '--write-auto-subs'],
    ['--sub-langs', language],
    ['--sub-format', extensions.join('/')],
    ['--output', join(folders.output, 'captions.%(ext)s')],
  ]
  return known(installed, wanted, ['--load-info-json', join(folders.run, INFO_NAME)])
}

/** Downloads the sound alone where the site has it so, else with the picture. */
export function audioArguments(
  installed: InstalledYtDlp,
  { folders, maxBytes }: { folders: RunFolders; maxBytes: number },
): string[] {
  const fields = ['downloaded_bytes', 'total_bytes', 'total_bytes_estimate']
  const wanted = [
    ...COMMON,
    ['--format', 'ba/b'],
    ['--no-playlist'],
    ['--playlist-items', '1'],
    // It would go on as long as the broadcast.
    ['--match-filters', '!is_live'],
    ['--max-filesize', String(Math.floor(maxBytes))],
    ['--downloader', 'native'],
    ['--no-part'],
    ['--no-mtime'],
    ['--quiet'],
    ['--progress'],
    ['--newline'],
    [
      '--progress-template',
      `${PROGRESS_MARK}${fields.map((one) => `%(progress.${one})s`).join(' ')}`,
    ],
    ['--print', 'before_dl:%(.{title})j'],
    ['--output', join(folders.output, 'audio.%(ext)s')],
  ]
  return known(installed, wanted, ADDRESS_FROM_STDIN)
}

/** Leaves out what an older one does not know; it would refuse the whole command. */
function known(
  { options }: InstalledYtDlp,
  wanted: readonly (readonly string[])[],
  rest: readonly string[],
): string[] {
  return [...wanted.filter(([name = '']) => options.has(name)).flat(), ...rest]
}

/** What yt-dlp has printed, and what is wanted of it. */
export interface AnswerRequest {
  bytes: Uint8Array
  /** The address that was asked for. */
  url: string
  /** Most entries of a list; undefined for one video. */
  limit: number | undefined
}

export interface ReadVideo {
  kind: 'video'
  details: VideoDetails
  /** The captions of the details, with what is needed to read them. */
  tracks: readonly FoundTrack[]
}

/** `none` where nothing was answered, `refused` with the reason where something else was. */
export type ReadAnswer =
  | ReadVideo
  | { kind: 'listing'; listing: VideoListing }
  | { kind: 'none' }
  | { kind: 'refused'; reason: string }

/** Reads what yt-dlp says of an address. Never throws an expected error. */
export function readAnswer({ bytes, url, limit }: AnswerRequest): ReadAnswer {
  const { value } = tryParseJson(new TextDecoder().decode(bytes))
  if (!isFields(value)) return { kind: 'none' }
  if (limit !== undefined) return { kind: 'listing', listing: toListing(value, url, limit) }
  try {
    const video = singleVideo(value)
    return { kind: 'video', details: toDetails(video, url), tracks: tracksOf(video) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'refused', reason: error.message }
  }
}
