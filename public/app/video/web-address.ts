/** What can be done with an address. */
export type Action = 'page' | 'video' | 'transcript' | 'list'

const WITHIN_TEXT = /https?:\/\/[^\s<>"]+/i
const WITHOUT_SCHEME = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?$/u
const HANDLE = /^@[\p{L}\p{N}._-]+$/u
const RECORDING = /\.(?:mp3|m4a|ogg|opus|wav|flac|aac|mp4|m4v|mkv|mov|webm)$/i

interface SiteRule {
  host: RegExp
  path: RegExp
  action: Action
}

/** What the addresses of well-known sites are of, by the first rule that fits. */
const RULES: readonly SiteRule[] = [
  {
    host: /^(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com$/,
    path: /^\/(?:watch|shorts\/|live\/|embed\/|v\/)/,
    action: 'video',
  },
  {
    host: /^(?:www\.|m\.|music\.)?youtube\.com$/,
    path: /^\/(?:playlist|@|channel\/|c\/|user\/)/,
    action: 'list',
  },
  { host: /^youtu\.be$/, path: /^\/[\w-]{6,}/, action: 'video' },
  { host: /^(?:player\.)?vimeo\.com$/, path: /^\/(?:video\/)?\d+/, action: 'video' },
  { host: /^vimeo\.com$/, path: /^\/(?:channels|showcase|album|groups)\//, action: 'list' },
  { host: /^(?:www\.)?dailymotion\.com$/, path: /^\/video\//, action: 'video' },
  { host: /^(?:www\.)?dailymotion\.com$/, path: /^\/playlist\//, action: 'list' },
  { host: /^dai\.ly$/, path: /^\/\w/, action: 'video' },
  { host: /^(?:www\.|m\.)?twitch\.tv$/, path: /^\/videos\/\d+/, action: 'video' },
  { host: /^(?:www\.)?tiktok\.com$/, path: /\/video\/\d+/, action: 'video' },
  { host: /^(?:www\.)?ted\.com$/, path: /^\/talks\/./, action: 'video' },
  { host: /^soundcloud\.com$/, path: /^\/[^/]+\/sets\//, action: 'list' },
  { host: /^soundcloud\.com$/, path: /^\/[^/]+\/[^/]+/, action: 'video' },
  // PeerTube, on any host.
  { host: /./, path: /^\/(?:w\/(?!p\/)[\w-]{8,}|videos\/watch\/[\w-]{8,})/, action: 'video' },
  { host: /./, path: /^\/(?:w\/p|video-channels)\/[\w-]+/, action: 'list' },
  { host: /./, path: RECORDING, action: 'transcript' },
]

/**
 * The web address that somebody has typed or pasted: without a scheme, with words around it, or the
 * handle of a channel of YouTube.
 *
 * @returns undefined where there is none
 */
export function webAddress(text: string): string | undefined {
  const typed = text.trim()
  const found = WITHIN_TEXT.exec(typed)?.[0] ?? completed(typed)
  return URL.parse(found) === null ? undefined : found
}

function completed(typed: string): string {
  if (HANDLE.test(typed)) return `https://www.youtube.com/${typed}`
  return WITHOUT_SCHEME.test(typed) ? `https://${typed}` : ''
}

/** What is most likely wanted of an address. */
export function guessAction(text: string): Action {
  const address = URL.parse(webAddress(text) ?? '')
  if (address === null) return 'page'
  const { hostname, pathname } = address
  return (
    RULES.find(({ host, path }) => host.test(hostname) && path.test(pathname))?.action ?? 'page'
  )
}

/** Whether a list is a playlist, and not a channel. */
export function isPlaylist(text: string): boolean {
  const address = URL.parse(webAddress(text) ?? '')
  if (address === null) return false
  const { pathname, searchParams } = address
  return searchParams.has('list') || /\/(?:playlist|sets|album|showcase|w\/p)\b/.test(pathname)
}

/** The host of an address, as people call a site. */
export function siteOf(text: string): string {
  return URL.parse(webAddress(text) ?? '')?.hostname.replace(/^www\./, '') ?? text
}

/** The address of a video from a time on; undefined for sites whose way to say it is not known. */
export function addressAt(text: string, seconds: number): string | undefined {
  const address = URL.parse(text)
  // Other schemes have hosts too, and a link to `javascript:` would be run.
  if (address === null || !/^https?:$/.test(address.protocol)) return undefined
  const from = `${Math.floor(seconds)}s`
  if (/(?:^|\.)youtube\.com$|^youtu\.be$/.test(address.hostname))
    address.searchParams.set('t', from)
  else if (/(?:^|\.)vimeo\.com$/.test(address.hostname)) address.hash = `t=${from}`
  else return undefined
  return address.href
}
