import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { TaskDefinition } from '../../core/tasks/define-task.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable, queryInteger } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import {
  DEFAULT_LISTED_VIDEOS,
  type ListedVideoResult,
  VideoInput,
  VideoListInput,
  type VideoListResult,
  type VideoListTask,
  type VideoResult,
  type VideoTask,
} from './video-task.ts'

interface VideoServices {
  runs: Runs
  guards: ReturnType<typeof guards>
}

interface VideoTasks {
  videoDetails: VideoTask
  videoList: VideoListTask
}

const SITES =
  'Any site that yt-dlp knows can be asked, and any page with a player; without yt-dlp only YouTube. Private addresses are refused.'
const COMMON = { tags: ['Video'], errors: [403, 404, 502, 503, 504], refusesHead: true }

/** Creates the routes GET /v1/video, /v1/channel and /v1/playlist. */
export function videoRoutes(
  { guards, runs }: VideoServices,
  { videoDetails, videoList }: VideoTasks,
) {
  /** Runs a task while its client waits. */
  async function answer<input extends TSchema, result extends TSchema>(
    { request, caller }: RequestContext,
    task: TaskDefinition<input, result>,
    input: Static<input>,
  ): Promise<Static<result>> {
    using admitted = runs.admit(task, caller, { signal: request.signal })
    return await admitted.result(input)
  }

  async function list(
    { context, query }: { context: RequestContext; query: VideoListQuery },
    kind: 'channel' | 'playlist',
  ) {
    const { url, limit } = query
    return videoListView(await answer(context, videoList, { url, limit, kind }), limit)
  }
  const listed = { 200: { description: 'Its videos', schema: VideoListAnswer } }

  return new Elysia({ name: 'features/video' })
    .use(guards)
    .get(
      '/v1/video',
      async ({ context, query }) =>
        videoView(await answer(context, videoDetails, { url: query.url })),
      route({
        requireApiKey: 'media',
        query: VideoQuery,
        ...COMMON,
        summary: 'Describe a video',
        description: `What a site says of one video or sound: title, author, length, date, views, pictures, chapters, languages of captions. What it does not say is null. ${SITES} It costs 1 credit.`,
        responses: { 200: { description: 'The video', schema: VideoAnswer } },
      }),
    )
    .get(
      '/v1/channel',
      ({ context, query }) => list({ context, query }, 'channel'),
      route({
        requireApiKey: 'media',
        query: ChannelQuery,
        ...COMMON,
        summary: 'List the videos of a channel',
        description: `The newest videos of a channel, or of a feed of episodes; of one of YouTube those of its Videos tab, unless the address names another. ${SITES} It costs 1 credit.`,
        responses: listed,
      }),
    )
    .get(
      '/v1/playlist',
      ({ context, query }) => list({ context, query }, 'playlist'),
      route({
        requireApiKey: 'media',
        query: PlaylistQuery,
        ...COMMON,
        summary: 'List the videos of a playlist',
        description: `The first videos of a playlist, in its order. ${SITES} It costs 1 credit.`,
        responses: listed,
      }),
    )
}

const { url } = VideoInput.properties
const { minimum = 1, maximum = DEFAULT_LISTED_VIDEOS } = VideoListInput.properties.limit

const VideoQuery = Type.Object({
  url: Type.String({ ...url, description: 'Of the page of a video, or of a file' }),
})

const listQuery = (example: string) =>
  Type.Object({
    url: Type.String({ ...url, description: 'Of a page with a list', examples: [example] }),
    limit: queryInteger('limit', { minimum, maximum, default: DEFAULT_LISTED_VIDEOS }),
  })

const ChannelQuery = listQuery('https://www.youtube.com/@blender')
const PlaylistQuery = listQuery(
  'https://www.youtube.com/playlist?list=PLa1F2ddGya_-UvuAqHAksYnB0qL9yWDO6',
)
type VideoListQuery = Static<typeof ChannelQuery>

const Fact = nullable(Type.String())
const Count = (description: string) => nullable(Type.Number({ minimum: 0, description }))

const Author = component('VideoAuthor', {
  name: Type.String({ examples: ['Blender'] }),
  id: Fact,
  url: nullable(Type.String({ description: 'Its page' })),
})
const Thumbnails = Type.Array(
  component('VideoThumbnail', {
    url: Type.String(),
    width: Count('In pixels'),
    height: Count('In pixels'),
  }),
  { description: 'The largest first' },
)

/** What is known of a video on its own page and in lists. */
const LISTED = {
  id: Type.String({ description: 'The site’s own', examples: ['dQw4w9WgXcQ'] }),
  url: Type.String({
    description: 'Of its page',
    examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  }),
  title: Type.String({ examples: ['A talk'] }),
  author: nullable(Author),
  duration_seconds: Count('Null while it is live'),
  published_at: nullable(
    Type.String({ description: 'A date, or a time in UTC', examples: ['2026-03-01'] }),
  ),
  views: Count('As the site counts them'),
  thumbnails: Thumbnails,
  live_status: nullable(oneOf(['not_live', 'upcoming', 'live', 'was_live'])),
}

const VideoAnswer = component('Video', {
  ...LISTED,
  site: Type.String({ examples: ['youtube'], description: '`generic` for any other page' }),
  description: Fact,
  channel: nullable(Author),
  chapters: Type.Array(
    Type.Object({
      title: Type.String(),
      start: Type.Number({ description: 'Seconds from the start' }),
      end: Type.Number(),
    }),
  ),
  captions: Type.Array(
    Type.Object({
      language: Type.String({ examples: ['en'] }),
      name: nullable(Type.String({ description: 'The site’s name of the language' })),
      kind: oneOf(['native', 'automatic'], {
        description: 'Written by people, or by the site’s own speech recognition',
      }),
    }),
    { description: 'The languages of captions that the site has' },
  ),
  language: nullable(Type.String({ description: 'What is spoken' })),
})

const VideoListAnswer = component('VideoList', {
  id: Type.String({ description: 'The site’s own' }),
  url: Type.String(),
  site: Type.String(),
  title: Type.String(),
  description: Fact,
  author: nullable(Author),
  thumbnails: Thumbnails,
  total: Count('How many there are in all'),
  items: Type.Array(component('ListedVideo', LISTED), {
    description: 'In the site’s order. Most sites say less of a video here than on its own page',
  }),
  has_more: nullable(
    Type.Boolean({
      description: 'Whether there are more than these; null where the site does not say it',
    }),
  ),
})

function videoView(video: VideoResult): Static<typeof VideoAnswer> {
  const { site, description = null, channel, chapters, captions, language = null } = video
  return {
    ...listedView(video),
    site,
    description,
    language,
    channel: authorView(channel),
    chapters: chapters.map(({ title, start, end }) => ({ title, start, end })),
    captions: captions.map((track) => ({
      language: track.language,
      name: track.name ?? null,
      kind: track.kind,
    })),
  }
}

/** @param limit How many were asked for */
function videoListView(listing: VideoListResult, limit: number): Static<typeof VideoListAnswer> {
  const { id, url, site, title, description = null, author, thumbnails, total, entries } = listing
  return {
    id,
    url,
    site,
    title,
    description,
    author: authorView(author),
    thumbnails: thumbnailViews(thumbnails),
    total: total ?? null,
    items: entries.map(listedView),
    has_more: hasMore(entries.length, limit, total),
  }
}

/** Entries that a site keeps back, such as private ones, are counted in its total. */
function hasMore(given: number, limit: number, total: number | undefined): boolean | null {
  if (total !== undefined) return total > limit
  return given < limit ? false : null
}

function listedView(video: ListedVideoResult) {
  const { id, url, title, author, thumbnails } = video
  return {
    id,
    url,
    title,
    author: authorView(author),
    duration_seconds: video.durationSeconds ?? null,
    published_at: video.publishedAt ?? null,
    views: video.views ?? null,
    thumbnails: thumbnailViews(thumbnails),
    live_status: video.liveStatus ?? null,
  }
}

function authorView(author: VideoResult['author']): Static<typeof Author> | null {
  if (author === undefined) return null
  return { name: author.name, id: author.id ?? null, url: author.url ?? null }
}

function thumbnailViews(thumbnails: VideoResult['thumbnails']): Static<typeof Thumbnails> {
  return thumbnails.map(({ url, width = null, height = null }) => ({ url, width, height }))
}
