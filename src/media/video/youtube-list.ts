import { type Innertube, type Mixins, Utils, type YT } from 'youtubei.js'
import type { ListedVideo, VideoAuthor, VideoListing } from '../contract-video.ts'
import type { ChannelTab } from './youtube-address.ts'
import { authorOf, optional, thumbnailsOf, word } from './youtube-details.ts'
import { listedVideo } from './youtube-entries.ts'
import { alertRefusal } from './youtube-refusal.ts'

/** A page has 30 entries or more; lists of mere unknown entries end here. */
const MAX_PAGES = 12

type Page = Pick<Mixins.Feed, 'videos' | 'has_continuation'> & {
  getContinuation: () => Promise<Page>
}

/** The newest videos of a channel, or those of one of its other lists. */
export async function listChannel(
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
export async function listPlaylist(
  session: Innertube,
  id: string,
  limit: number,
): Promise<VideoListing> {
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
  if (error instanceof Utils.ChannelError) throw alertRefusal(error.message)
  if (
    error instanceof Utils.InnertubeError &&
    Reflect.get(Object(error.info), 'alert_type') === 'ERROR'
  )
    throw alertRefusal(error.message)
  throw error
}

function leadingNumber(text: unknown): number | undefined {
  const [digits] = /^[\d,]+/.exec(word(text) ?? '') ?? []
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}
