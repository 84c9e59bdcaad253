import { AppError } from '../../platform/errors.ts'

/** A channel's front page, which has a choice of its videos only. */
const YOUTUBE_FRONT_PAGE = /^(\/(?:@[^/]+|(?:channel|c|user)\/[^/]+))\/featured\/?$/
const YOUTUBE = /^(?:(?:www|m|music)\.)?youtube\.com$/
/** Lists that YouTube makes up for each visitor; they have no page. */
const MADE_UP_LIST = /^(?:RD|UL)/
/** What a video's address says of the list that it was found in. */
const LIST_FIELDS = ['list', 'index', 'start_radio', 'pp']

/** @throws {AppError} `invalid` with what the address lacks */
export function readAddress(address: string): URL {
  const text = address.trim()
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url !== null && isWeb) return url
  throw new AppError('invalid', `url must be an http or https address${hintOf(text)}`, {
    param: 'url',
  })
}

/** What was probably meant. */
function hintOf(text: string): string {
  if (/^@[\w.-]+$/.test(text)) return `: for a channel of YouTube, https://www.youtube.com/${text}`
  if (/^[\w-]{11}$/.test(text))
    return `: for a video of YouTube, https://www.youtube.com/watch?v=${text}`
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/?]\S*)?$/.test(text)) return `, such as https://${text}`
  return ''
}

/** The address of one video, without the list that it was found in. */
export function videoAddress(url: URL): URL {
  const video = new URL(url)
  const isVideo = YOUTUBE.test(video.hostname)
    ? video.pathname === '/watch' && video.searchParams.has('v')
    : isShort(video)
  if (isVideo) for (const field of LIST_FIELDS) video.searchParams.delete(field)
  return video
}

/** The address where a site lists the videos of what was asked for. */
export function listAddress(url: URL): URL {
  const list = url.searchParams.get('list')
  const isYouTube = YOUTUBE.test(url.hostname)
  if (isYouTube && list === null) {
    const channel = YOUTUBE_FRONT_PAGE.exec(url.pathname)?.[1]
    return channel === undefined ? url : new URL(channel, url)
  }
  const isWatched = (isYouTube && url.pathname === '/watch') || isShort(url)
  if (!isWatched || list === null || MADE_UP_LIST.test(list)) return url
  const page = new URL('https://www.youtube.com/playlist')
  page.searchParams.set('list', list)
  return page
}

/** By what requests to one site are counted, whichever of its names is used. */
export function siteOf(url: URL): string {
  return YOUTUBE.test(url.hostname) || isShort(url) ? 'www.youtube.com' : url.host
}

function isShort({ hostname }: URL): boolean {
  return hostname === 'youtu.be'
}
