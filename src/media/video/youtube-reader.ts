import { type Innertube, type Mixins, Parser, Utils, type YT } from 'youtubei.js'
import { AppError } from '../../platform/errors.ts'
import type { SafeFetch } from '../contract-fetch.ts'
import type { ListedVideo, VideoAuthor, VideoListing } from '../contract-video.ts'
import {
  type ChannelTab,
  playlistOf,
  type YoutubeAddress,
  youtubeAddress,
} from './youtube-address.ts'
import {
  authorOf,
  listedVideo,
  optional,
  thumbnailsOf,
  videoDetails,
  word,
} from './youtube-entries.ts'
import {
  alertError,
  blocked,
  type FoundVideo,
  notFound,
  playabilityError,
  type YoutubeAnswer,
  type YoutubeRequest,
  YoutubeStatusError,
} from './youtube-error.ts'
import { mustBeJson, openSession, YoutubeFetch, youtubeFailure } from './youtube-session.ts'

/** Players that give captions without a proof that only a browser can make; tried in this order. */
const PLAYERS = ['ANDROID', 'IOS', 'VISIONOS'] as const
type Player = (typeof PLAYERS)[number]

/** Reads YouTube by its own interface; one question at a time. */
export class YoutubeReader {
  readonly #fetch: YoutubeFetch
  #session: Promise<Innertube> | undefined

  constructor(safeFetch: SafeFetch) {
    this.#fetch = new YoutubeFetch(safeFetch)
  }

  /** Never rejects. */
  async answer(request: YoutubeRequest): Promise<YoutubeAnswer> {
    const end = new AbortController()
    const until = performance.now() + request.deadlineMs
    this.#fetch.bounds = { until, signal: end.signal }
    try {
      return await this.#answer(request)
    } catch (error) {
      const { code, message, retryAfterSeconds, cause } = youtubeFailure(error)
      // Another session may be let through.
      if (code === 'site_blocked') this.#session = undefined
      return {
        refusal: {
          code,
          message,
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
          ...(cause !== undefined && { cause: String(cause).slice(0, 500) }),
        },
      }
    } finally {
      end.abort()
    }
  }

  async #answer(request: YoutubeRequest): Promise<YoutubeAnswer> {
    if (request.kind === 'captions') return { captions: await this.#captions(request.trackUrl) }
    const address = youtubeAddress(request.url)
    if (address === undefined) throw unsupported('YouTube has no videos at this address')
    if (request.kind === 'details') return { found: await this.#details(address) }
    return { listing: await this.#list(address, request) }
  }

  async #details(given: YoutubeAddress): Promise<FoundVideo> {
    const address = given.kind === 'name' ? await this.#resolve(given) : given
    if (address.kind !== 'video')
      throw unsupported('This is the address of a channel or a playlist, not of a video')
    const [player, next] = await Promise.all([
      this.#player(address.id),
      // Without it there are fewer details.
      this.#next(address.id).catch(() => undefined),
    ])
    return videoDetails(address.id, player, next)
  }

  async #list(
    given: YoutubeAddress,
    { url, limit }: { url: string; limit: number },
  ): Promise<VideoListing> {
    const address = given.kind === 'name' ? await this.#resolve(given) : given
    const session = await this.#open()
    switch (address.kind) {
      case 'playlist':
        return listPlaylist(session, address.id, limit)
      case 'channel':
        return listChannel(session, address.id, { tab: address.tab, limit })
      case 'video': {
        const playlist = playlistOf(url)
        if (playlist !== undefined) return listPlaylist(session, playlist, limit)
        throw unsupported('This is the address of a video, not of a channel or a playlist')
      }
    }
  }

  async #resolve({
    url,
    tab,
  }: Extract<YoutubeAddress, { kind: 'name' }>): Promise<
    Exclude<YoutubeAddress, { kind: 'name' }>
  > {
    const session = await this.#open()
    const { payload } = await session.resolveURL(url).catch(unresolved)
    const { browseId, videoId } = Object(payload)
    if (typeof videoId === 'string') return { kind: 'video', id: videoId }
    if (typeof browseId === 'string' && browseId.startsWith('UC'))
      return { kind: 'channel', id: browseId, tab }
    throw notFound()
  }

  /** Asks one player after another where the first is refused for what it is. */
  async #player(videoId: string) {
    let failure: unknown
    for (const client of PLAYERS)
      try {
        return await this.#askPlayer(client, videoId)
      } catch (error) {
        failure ??= error
        if (!mayOtherPlayer(error)) throw error
      }
    throw failure
  }

  async #askPlayer(client: Player, videoId: string) {
    const { actions } = await this.#open()
    const { data } = await actions.execute('/player', {
      videoId,
      client,
      racyCheckOk: true,
      contentCheckOk: true,
      playbackContext: {
        contentPlaybackContext: { vis: 0, splay: false, lactMilliseconds: '-1' },
      },
    })
    // The other parts are of no use, and each that has changed could fail.
    const { playabilityStatus, videoDetails: video, microformat, captions } = data
    const player = Parser.parseResponse({
      ...optional('playabilityStatus', playabilityStatus),
      ...optional('videoDetails', video),
      ...optional('microformat', microformat),
      ...optional('captions', captions),
    })
    const { playability_status: playability } = player
    if (playability === undefined) throw new Error('A video without a status')
    const refusal = playabilityError(playability.status, playability.reason)
    if (refusal !== undefined) throw refusal
    if (player.video_details === undefined) throw blocked('it says nothing of the video')
    return player
  }

  async #next(videoId: string) {
    const { actions } = await this.#open()
    const { data } = await actions.execute('/next', {
      videoId,
      racyCheckOk: true,
      contentCheckOk: true,
    })
    const { contents, playerOverlays } = data
    return Parser.parseResponse({
      ...optional('contents', contents),
      ...optional('playerOverlays', playerOverlays),
    })
  }

  async #captions(trackUrl: string): Promise<string> {
    const url = new URL(trackUrl)
    url.searchParams.set('fmt', 'json3')
    const text = await this.#fetch.text(url.href)
    // Without a proof of a browser YouTube sends nothing, as if there were no words.
    if (text.trim() === '') throw blocked('it sends captions without any text')
    return mustBeJson(text)
  }

  #open(): Promise<Innertube> {
    this.#session ??= openSession(this.#fetch)
    return this.#session
  }
}

function mayOtherPlayer(error: unknown): boolean {
  if (error instanceof YoutubeStatusError) return error.status === 400
  return (
    error instanceof AppError &&
    ((error.code === 'video_private' && !/private/i.test(error.message)) ||
      (error.code === 'site_blocked' && error.retryAfterSeconds === undefined))
  )
}

/** A name that YouTube does not know is an error of it. */
function unresolved(error: unknown): never {
  if (error instanceof YoutubeStatusError && error.status === 400) throw notFound()
  throw error
}

function unsupported(message: string): AppError {
  return new AppError('unsupported_site', message)
}

/** A page has 30 entries or more; lists of mere unknown entries end here. */
const MAX_PAGES = 12

type Page = Pick<Mixins.Feed, 'videos' | 'has_continuation'> & {
  getContinuation: () => Promise<Page>
}

/** The newest videos of a channel, or those of one of its other lists. */
async function listChannel(
  session: Innertube,
  id: string,
  { tab, limit }: { tab: ChannelTab; limit: number },
): Promise<VideoListing> {
  const channel = await session.getChannel(id).catch(refuse)
  const { title, description, avatar, external_id } = channel.metadata
  const author = authorOf(title, word(external_id) ?? id)
  const entries = await collect(await pageOf(channel, tab), limit, author)
  return {
    id,
    url: `https://www.youtube.com/channel/${id}`,
    site: 'youtube',
    title: word(title) ?? id,
    ...optional('description', word(description)),
    ...optional('author', author),
    thumbnails: thumbnailsOf(avatar),
    entries,
  }
}

/** @throws {AppError} `not_found`, `video_private` by what YouTube says in its place */
async function listPlaylist(session: Innertube, id: string, limit: number): Promise<VideoListing> {
  const playlist = await session.getPlaylist(id).catch(refuse)
  const { title, description, author, thumbnails, total_items } = playlist.info
  const total = leadingNumber(total_items)
  const entries = await collect(playlist, limit)
  // Else a list in a new form would seem to be empty.
  if (entries.length === 0 && (word(title) === undefined || (total ?? 0) > 0))
    throw new Error('A playlist without its videos')
  return {
    id,
    url: `https://www.youtube.com/playlist?list=${id}`,
    site: 'youtube',
    title: word(title) ?? id,
    ...optional('description', word(description)),
    ...optional('author', authorOf(author?.name, author?.id)),
    thumbnails: thumbnailsOf(thumbnails),
    ...optional('total', total),
    entries,
  }
}

/** The asked list, else the one of videos, else what the channel shows first. */
async function pageOf(channel: YT.Channel, tab: ChannelTab): Promise<Page> {
  if (tab === 'shorts' && channel.has_shorts) return channel.getShorts()
  if (tab === 'streams' && channel.has_live_streams) return channel.getLiveStreams()
  return channel.has_videos ? channel.getVideos() : channel
}

/** @param author Of entries that name none */
async function collect(first: Page, limit: number, author?: VideoAuthor): Promise<ListedVideo[]> {
  const found = new Map<string, ListedVideo>()
  let page = first
  for (let pages = 1; ; pages += 1) {
    const before = found.size
    for (const node of page.videos) {
      const video = listedVideo(node)
      if (video !== undefined && !found.has(video.id))
        found.set(video.id, { ...optional('author', author), ...video })
    }
    const isEnd = found.size >= limit || found.size === before || pages === MAX_PAGES
    if (isEnd || !page.has_continuation) return [...found.values()].slice(0, limit)
    page = await page.getContinuation()
  }
}

/** The library throws what YouTube says in place of a list. */
function refuse(error: unknown): never {
  if (error instanceof Utils.ChannelError) throw alertError(error.message)
  if (
    error instanceof Utils.InnertubeError &&
    Reflect.get(Object(error.info), 'alert_type') === 'ERROR'
  )
    throw alertError(error.message)
  throw error
}

function leadingNumber(text: unknown): number | undefined {
  const [digits] = /^[\d,]+/.exec(word(text) ?? '') ?? []
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}
