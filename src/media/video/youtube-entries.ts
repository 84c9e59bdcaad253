import { type APIResponseTypes, type Helpers, type Misc, YTNodes } from 'youtubei.js'
import type {
  CaptionTrack,
  Chapter,
  ListedVideo,
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

function videoUrl(id: string): string {
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

const SCALES: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 }
const VIDEO_ID = /^[\w-]{11}$/

/** What is shown of a video in a list, in whichever form YouTube has sent it; undefined for others. */
export function listedVideo(node: Helpers.YTNode): ListedVideo | undefined {
  if (node.is(YTNodes.LockupView)) return ofLockup(node)
  if (node.is(YTNodes.ShortsLockupView)) return ofShort(node)
  if (node.is(YTNodes.Video, YTNodes.CompactVideo))
    return entry(node.video_id, node.title, node.thumbnails, {
      author: node.author,
      duration: node.length_text?.toString() ?? node.duration.text,
      views: node.view_count?.toString(),
      liveStatus: statusOf(node.is_live, 'is_upcoming' in node && node.is_upcoming === true),
    })
  if (node.is(YTNodes.PlaylistVideo))
    return entry(node.id, node.title, node.thumbnails, {
      author: node.author,
      duration: node.duration.text,
      views: node.video_info.toString(),
      liveStatus: statusOf(node.is_live, node.is_upcoming),
    })
  if (node.is(YTNodes.GridVideo))
    return entry(node.video_id, node.title, node.thumbnails, {
      author: node.author,
      duration: node.duration?.toString(),
      views: node.views.toString(),
      liveStatus: statusOf(false, node.is_upcoming),
    })
  if (node.is(YTNodes.ReelItem))
    return entry(node.id, node.title, node.thumbnails, { views: node.views.toString() })
  return undefined
}

interface Facts {
  author?: { name: string; id: string } | null | undefined
  duration?: string | undefined
  views?: string | undefined
  liveStatus?: LiveStatus | undefined
}

function entry(
  id: unknown,
  title: { toString: () => string } | undefined,
  thumbnails: Parameters<typeof thumbnailsOf>[0],
  { author, duration, views, liveStatus }: Facts,
): ListedVideo | undefined {
  const known = word(id)
  if (known === undefined || !VIDEO_ID.test(known)) return undefined
  return {
    id: known,
    url: videoUrl(known),
    title: word(title?.toString()) ?? known,
    ...optional('author', authorOf(author?.name, author?.id)),
    ...optional('durationSeconds', clockSeconds(duration ?? '')),
    ...optional('views', viewCount(views ?? '')),
    thumbnails: thumbnailsOf(thumbnails),
    ...optional('liveStatus', liveStatus),
  }
}

function ofLockup({ content_id, content_image, metadata }: YTNodes.LockupView) {
  const image = content_image?.is(YTNodes.ThumbnailView) === true ? content_image : undefined
  const overlays = image?.overlays ?? []
  const badges = overlays.flatMap((overlay) =>
    overlay.is(YTNodes.ThumbnailBottomOverlayView, YTNodes.ThumbnailOverlayBadgeView)
      ? overlay.badges.map(({ text }) => String(text))
      : [],
  )
  const parts = (metadata?.metadata?.metadata_rows ?? []).flatMap(
    ({ metadata_parts }) => metadata_parts?.map(({ text }) => text?.toString() ?? '') ?? [],
  )
  return entry(content_id, metadata?.title, image?.image, {
    duration: badges.find((text) => clockSeconds(text) !== undefined),
    views: parts.find((text) => viewCount(text) !== undefined),
    liveStatus: statusOf(badges.includes('LIVE'), badges.includes('UPCOMING')),
  })
}

function ofShort({ on_tap_endpoint, thumbnail, overlay_metadata }: YTNodes.ShortsLockupView) {
  const payload: unknown = on_tap_endpoint.payload
  return entry(Reflect.get(Object(payload), 'videoId'), overlay_metadata.primary_text, thumbnail, {
    views: overlay_metadata.secondary_text?.toString(),
  })
}

function statusOf(isLive: boolean | undefined, isUpcoming: boolean): LiveStatus | undefined {
  if (isLive === true) return 'live'
  return isUpcoming ? 'upcoming' : undefined
}

/** `1:02:03` in seconds. */
function clockSeconds(text: string): number | undefined {
  if (!/^\d{1,3}(?::\d\d){1,2}$/.test(text)) return undefined
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** `1,234 views` and `1.2M views`; YouTube rounds the second one. */
function viewCount(text: string): number | undefined {
  const [, digits = '', scale = ''] = /(?:^|\s)([\d,]+(?:\.\d+)?)([KMB]?) views\b/.exec(text) ?? []
  if (digits === '') return undefined
  return Math.round(Number(digits.replaceAll(',', '')) * (SCALES[scale] ?? 1))
}
