import { parseUrl } from '../../platform/urls.ts'

/** What an address of YouTube names. Channels have several kinds of names. */
export type YoutubeAddress =
  | { kind: 'video'; id: string }
  | { kind: 'playlist'; id: string }
  | { kind: 'channel'; id: string; tab: ChannelTab }
  /** A name that only YouTube can resolve. `url` is its address without anything else. */
  | { kind: 'name'; url: string; tab: ChannelTab }

/** Which of a channel's lists is meant. */
export type ChannelTab = 'videos' | 'shorts' | 'streams'

const HOST = /^(?:(?:www|m|music|gaming)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/
const VIDEO_ID = /^[\w-]{11}$/
const PLAYLIST_ID = /^[\w-]{2,128}$/
const CHANNEL_ID = /^UC[\w-]{22}$/
const VIDEO_PATHS: ReadonlySet<string> = new Set(['shorts', 'live', 'embed', 'v', 'e'])
const NAMED_PATHS: ReadonlySet<string> = new Set(['c', 'user'])

/** @returns undefined for addresses of other sites, and for pages of YouTube that hold no videos */
export function youtubeAddress(text: string): YoutubeAddress | undefined {
  const url = parseUrl(text)
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  const [first = '', second = '', third] = url.pathname.split('/').slice(1)
  if (/^(?:www\.)?youtu\.be$/.test(url.hostname)) return video(first)
  if (!HOST.test(url.hostname)) return undefined
  if (first === 'watch') return video(url.searchParams.get('v') ?? second) ?? playlist(url)
  if (first === 'playlist') return playlist(url)
  if (first === 'embed' && second === 'videoseries') return playlist(url)
  if (VIDEO_PATHS.has(first)) return video(second)
  // A playlist of YouTube Music.
  if (first === 'browse' && second.startsWith('VL') && PLAYLIST_ID.test(second))
    return { kind: 'playlist', id: second.slice(2) }
  if (first === 'channel' && CHANNEL_ID.test(second))
    return third === 'live'
      ? named(`channel/${second}/live`, third)
      : { kind: 'channel', id: second, tab: tabOf(third) }
  if (first.length > 1 && first.startsWith('@')) return named(namePath([first], second), second)
  if (NAMED_PATHS.has(first) && second !== '') return named(namePath([first, second], third), third)
  return undefined
}

function video(id: string): YoutubeAddress | undefined {
  return VIDEO_ID.test(id) ? { kind: 'video', id } : undefined
}

function playlist(url: URL): YoutubeAddress | undefined {
  const id = url.searchParams.get('list') ?? ''
  return PLAYLIST_ID.test(id) ? { kind: 'playlist', id } : undefined
}

/** The stream that a channel shows now is a video, and has to be resolved as one. */
function namePath(parts: readonly string[], page: string | undefined): string {
  return [...parts, ...(page === 'live' ? [page] : [])].join('/')
}

function named(path: string, page: string | undefined): YoutubeAddress {
  return { kind: 'name', url: `https://www.youtube.com/${path}`, tab: tabOf(page) }
}

function tabOf(page: string | undefined): ChannelTab {
  return page === 'shorts' || page === 'streams' ? page : 'videos'
}

/** The list that an address of a video also names. */
export function playlistOf(text: string): string | undefined {
  const found = new URL(text).searchParams.get('list') ?? ''
  return PLAYLIST_ID.test(found) ? found : undefined
}
