import { type Helpers, YTNodes } from 'youtubei.js'
import type { ListedVideo, LiveStatus } from '../contract-video.ts'
import { authorOf, optional, thumbnailsOf, videoUrl, word } from './youtube-details.ts'

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
