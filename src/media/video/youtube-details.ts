import { type APIResponseTypes, type Misc, YTNodes } from 'youtubei.js'
import type {
  CaptionTrack,
  Chapter,
  LiveStatus,
  Thumbnail,
  VideoAuthor,
} from '../contract-video.ts'
import type { FoundVideo } from './youtube-error.ts'

type Player = Pick<
  APIResponseTypes.IPlayerResponse,
  'video_details' | 'captions' | 'microformat' | 'playability_status'
>
type Next = Pick<APIResponseTypes.INextResponse, 'contents_memo' | 'contents' | 'player_overlays'>

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/**
 * The details of a video from what its player and its page say.
 *
 * @param next Undefined where the page could not be had
 */
export function videoDetails(id: string, player: Player, next: Next | undefined): FoundVideo {
  const { video_details: video, captions, microformat } = player
  const page = microformat?.is(YTNodes.PlayerMicroformat) === true ? microformat : undefined
  const author = authorOf(video?.author, video?.channel_id)
  const seconds = positive(video?.duration)
  const tracks = (captions?.caption_tracks ?? []).filter(
    ({ base_url, language_code }) =>
      word(base_url) !== undefined && word(language_code) !== undefined,
  )
  const spoken = tracks.find(({ kind }) => kind === 'asr')?.language_code
  const publishedAt = isoTime(page?.publish_date) ?? dateInWords(publishedText(next))
  return {
    details: {
      id,
      url: videoUrl(id),
      site: 'youtube',
      title: word(video?.title) ?? id,
      ...optional('description', word(video?.short_description)),
      ...optional('author', author),
      ...optional('channel', author),
      ...optional('durationSeconds', seconds),
      ...optional('publishedAt', publishedAt),
      ...optional('views', count(video?.view_count)),
      thumbnails: thumbnailsOf(video?.thumbnail),
      chapters: chaptersOf(next, seconds),
      captions: tracks.map(captionTrack),
      ...optional('language', word(spoken)),
      ...optional('liveStatus', liveStatus(player)),
    },
    trackUrls: tracks.map(({ base_url }) => base_url),
  }
}

export function videoUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`
}

export function authorOf(name: unknown, id: unknown): VideoAuthor | undefined {
  const known = word(name)
  if (known === undefined) return undefined
  const channel = word(id)
  if (channel?.startsWith('UC') !== true) return { name: known }
  return { name: known, id: channel, url: `https://www.youtube.com/channel/${channel}` }
}

export function thumbnailsOf(thumbnails: readonly Misc.Thumbnail[] | undefined): Thumbnail[] {
  return (thumbnails ?? []).flatMap(({ url, width, height }) => {
    const found = URL.parse(String(url), 'https://www.youtube.com')
    if (found === null || !/^https?:$/.test(found.protocol)) return []
    return {
      url: found.href,
      ...optional('width', positive(width)),
      ...optional('height', positive(height)),
    }
  })
}

/** A text that is there; the library writes `N/A` for one that is not. */
export function word(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text === 'N/A' ? undefined : text
}

export function optional<const key extends string, value>(
  name: key,
  value: value | undefined,
): { [name in key]?: value } {
  return value === undefined ? {} : ({ [name]: value } as { [name in key]: value })
}

function captionTrack({
  language_code,
  name,
  kind,
}: Pick<CaptionData, 'language_code' | 'name' | 'kind'>): CaptionTrack {
  return {
    language: language_code,
    ...optional('name', word(name.toString())),
    kind: kind === 'asr' ? 'automatic' : 'native',
  }
}
type CaptionData = NonNullable<YTNodes.PlayerCaptionsTracklist['caption_tracks']>[number]

function liveStatus({ video_details: video, playability_status }: Player): LiveStatus | undefined {
  if (video === undefined) return undefined
  if (video.is_upcoming || playability_status?.status === 'LIVE_STREAM_OFFLINE') return 'upcoming'
  if (video.is_live) return 'live'
  return video.is_live_content || video.is_post_live_dvr ? 'was_live' : 'not_live'
}

/** Those that are shown in the bar of the player; written by people before those found by YouTube. */
function chaptersOf(next: Next | undefined, seconds: number | undefined): Chapter[] {
  const overlay = next?.player_overlays?.item()
  if (overlay?.is(YTNodes.PlayerOverlay) !== true) return []
  const markers = overlay.decorated_player_bar?.player_bar?.markers_map ?? []
  const found = ['DESCRIPTION_CHAPTERS', 'AUTO_CHAPTERS']
    .map((key) => markers.find(({ marker_key }) => marker_key === key)?.value.chapters ?? [])
    .find(({ length }) => length > 0)
  const starts = (found ?? []).map(({ title, time_range_start_millis }) => ({
    title: word(title.toString()) ?? '',
    start: Number(time_range_start_millis) / 1000,
  }))
  return starts.flatMap(({ title, start }, index) => {
    const end = starts[index + 1]?.start ?? seconds ?? Number.NaN
    return start >= 0 && end > start ? { title, start, end } : []
  })
}

function publishedText(next: Next | undefined): string {
  const info = next?.contents_memo?.getType(YTNodes.VideoPrimaryInfo)[0]
  return info?.published.toString() ?? ''
}

/** `Premiered Oct 25, 2009` as a date. */
function dateInWords(text: string): string | undefined {
  const [, month = '', day = '', year] = /\b([A-Z][a-z]{2}) (\d{1,2}), (\d{4})\b/.exec(text) ?? []
  const at = MONTHS.indexOf(month)
  if (year === undefined || at % 3 !== 0) return undefined
  return `${year}-${String(at / 3 + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

function isoTime(value: unknown): string | undefined {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return undefined
  return /^\d{4}-\d\d-\d\d$/.test(value) ? value : new Date(value).toISOString()
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
