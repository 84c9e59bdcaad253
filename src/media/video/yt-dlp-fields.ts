import { firstCharacters } from '../../platform/subprocess.ts'
import { isHttpUrl } from '../../platform/urls.ts'
import type {
  CaptionFormat,
  CaptionTrack,
  LiveStatus,
  Thumbnail,
  VideoAuthor,
} from '../contract-video.ts'

/** Bounds of what is taken of an answer. @limit video-title characters */
export const MAX_VIDEO_TITLE_CHARACTERS = 1_000
/** @limit video-description characters */
export const MAX_DESCRIPTION_CHARACTERS = 100_000
/** @limit video-thumbnails count */
export const MAX_THUMBNAILS = 50
const MAX_ADDRESS_CHARACTERS = 8_192
/** What yt-dlp hands on to itself behind an address. */
const SMUGGLED = /#__youtubedl_smuggle.*$/s
const LIVE_STATUSES: Readonly<Record<string, LiveStatus>> = {
  is_live: 'live',
  is_upcoming: 'upcoming',
  was_live: 'was_live',
  post_live: 'was_live',
  not_live: 'not_live',
}

/** An object of an answer, whose fields may be missing and of any type. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list; all else in it is left out. */
export function objects(value: unknown, max = Number.POSITIVE_INFINITY): Fields[] {
  const found: Fields[] = []
  for (const one of Array.isArray(value) ? value : []) {
    if (found.length >= max) break
    if (isFields(one)) found.push(one)
  }
  return found
}

/** The first of the fields that has a text; numbers are texts as well, as for ids. */
export function textOf(
  fields: Fields,
  names: readonly string[],
  maxCharacters = MAX_VIDEO_TITLE_CHARACTERS,
): string | undefined {
  for (const name of names) {
    const value = fields[name]
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') continue
    const trimmed = firstCharacters(text.trim(), maxCharacters).toWellFormed()
    if (trimmed !== '') return trimmed
  }
  return undefined
}

/** The first of the fields that has a number which is not negative. */
export function numberOf(fields: Fields, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
  }
  return undefined
}

export function countOf(fields: Fields, names: readonly string[]): number | undefined {
  const value = numberOf(fields, names)
  return value === undefined ? undefined : Math.round(value)
}

/** The first of the fields that has an address of the web, without what yt-dlp has added. */
export function urlOf(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value !== 'string' || value.length > MAX_ADDRESS_CHARACTERS) continue
    const url = withoutSmuggled(value)
    if (isHttpUrl(url)) return url
  }
  return undefined
}

export function withoutSmuggled(url: string): string {
  return url.replace(SMUGGLED, '')
}

export function authorOf(fields: Fields): VideoAuthor | undefined {
  return author(
    textOf(fields, ['uploader', 'creator', 'artist', 'channel']),
    textOf(fields, ['uploader_id']),
    urlOf(fields, ['uploader_url']),
  )
}

export function channelOf(fields: Fields): VideoAuthor | undefined {
  return author(
    textOf(fields, ['channel']),
    textOf(fields, ['channel_id']),
    urlOf(fields, ['channel_url']),
  )
}

function author(
  name: string | undefined,
  id: string | undefined,
  url: string | undefined,
): VideoAuthor | undefined {
  if (name === undefined) return undefined
  return { name, ...defined({ id, url }) }
}

/** The largest first; yt-dlp has the best last. */
export function thumbnailsOf(fields: Fields): Thumbnail[] {
  const listed = objects(fields['thumbnails']).toReversed()
  const single = fields['thumbnail']
  const all = listed.length > 0 ? listed : [{ url: single }]
  const found = all.flatMap((one: Fields) => {
    const url = urlOf(one, ['url'])
    if (url === undefined) return []
    return [{ url, ...defined({ width: pixels(one['width']), height: pixels(one['height']) }) }]
  })
  const size = ({ width = 0, height = 0 }: Thumbnail) => width * height
  return found.toSorted((one, other) => size(other) - size(one)).slice(0, MAX_THUMBNAILS)
}

function pixels(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}

/** A time where the site says it, else a date. */
export function publishedAtOf(fields: Fields): string | undefined {
  return (
    timeOf(fields['timestamp']) ??
    dateOf(fields['upload_date']) ??
    timeOf(fields['release_timestamp']) ??
    dateOf(fields['release_date'])
  )
}

function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined
  const time = new Date(Math.round(value) * 1000)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

function dateOf(value: unknown): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(String(value)) ?? []
  const date = `${year}-${month}-${day}`
  return Number.isNaN(Date.parse(date)) ? undefined : date
}

export function liveStatusOf(fields: Fields): LiveStatus | undefined {
  const known = LIVE_STATUSES[String(fields['live_status'])]
  if (known !== undefined) return known
  if (fields['is_live'] === true) return 'live'
  return fields['was_live'] === true ? 'was_live' : undefined
}

/** Name of the site: `youtube:tab` and `youtube` are one; pages with a player are `generic`. */
export function siteOf(fields: Fields): string {
  const name = textOf(fields, ['extractor', 'extractor_key', 'ie_key'])?.toLowerCase().split(':')[0]
  return name === undefined || name === '' || name === 'html5' ? 'generic' : name
}

/** The fields that have a value. */
export function defined<value extends object>(
  fields: value,
): { [name in keyof value]?: Exclude<value[name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [name in keyof value]?: Exclude<value[name], undefined> }
}

/** Tracks of one video. @limit video-captions count */
export const MAX_CAPTIONS = 500
/** Marks a track that is in the language which is spoken; all others are translations of it. */
const ORIGINAL = /-orig$/
const MAX_LANGUAGE_CHARACTERS = 100
/** The ones with the best times first. */
const FORMATS: readonly (readonly [extension: string, format: CaptionFormat])[] = [
  ['json3', 'json3'],
  ['vtt', 'vtt'],
  ['srt', 'srt'],
  ['ttml', 'ttml'],
  ['dfxp', 'ttml'],
  ['tt', 'ttml'],
]

/** One file of a track. */
export interface TrackFile {
  format: CaptionFormat
  /** As yt-dlp calls the format. */
  extension: string
  /** Where it is, unless the text itself is known. */
  url?: string
  text?: string
  /** Whether the address is a list of pieces, or another protocol than HTTP. */
  isSegmented: boolean
}

/** A track with what is needed to read it. */
export interface FoundTrack {
  track: CaptionTrack
  /** Its name in the answer. */
  key: string
  /** The best format first. */
  files: readonly TrackFile[]
}

/** The tracks of a video, without translations by machine, chats and unknown formats. */
export function tracksOf(info: Fields): FoundTrack[] {
  const native = tracksIn(info['subtitles'], 'native')
  return [...native, ...original(tracksIn(info['automatic_captions'], 'automatic'), info)].slice(
    0,
    MAX_CAPTIONS,
  )
}

function tracksIn(value: unknown, kind: CaptionTrack['kind']): FoundTrack[] {
  if (!isFields(value)) return []
  return Object.entries(value).flatMap(([key, entries]) => {
    const listed = objects(entries)
    const files = filesOf(listed)
    if (files.length === 0 || key.length > MAX_LANGUAGE_CHARACTERS) return []
    const name = listed.map((one) => textOf(one, ['name'])).find((one) => one !== undefined)
    const language = key.replace(ORIGINAL, '')
    return [{ track: { language, ...defined({ name }), kind }, key, files }]
  })
}

function filesOf(entries: readonly Fields[]): TrackFile[] {
  return FORMATS.flatMap(([extension, format]) =>
    entries
      .filter((one) => one['ext'] === extension)
      .flatMap((one) => {
        const text = typeof one['data'] === 'string' ? one['data'] : undefined
        const url = typeof one['url'] === 'string' ? one['url'] : undefined
        if (text === undefined && url === undefined) return []
        const protocol = one['protocol'] ?? 'https'
        const isSegmented = protocol !== 'https' && protocol !== 'http'
        return [{ format, extension, ...defined({ text, url }), isSegmented }]
      }),
  )
}

/** Sites that translate offer hundreds of languages for one that is spoken. */
function original(tracks: readonly FoundTrack[], info: Fields): readonly FoundTrack[] {
  const marked = tracks.filter(({ key }) => ORIGINAL.test(key))
  if (marked.length > 0) return marked
  const own = tracks.filter(({ files }) => !files.every(isTranslation))
  const spoken = own.filter(({ key }) => key === info['language'])
  return spoken.length > 0 ? spoken : own
}

function isTranslation({ url }: TrackFile): boolean {
  return url !== undefined && /[?&]tlang=/.test(url)
}
