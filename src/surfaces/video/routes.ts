import type { Static, TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { TaskDefinition } from '../../core/tasks/define-task.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import type { VideoListTask, VideoTask } from '../../core/video/video-task.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'

import { documented } from '../kit/openapi.ts'
import {
  ChannelQuery,
  PlaylistQuery,
  VideoAnswer,
  VideoListAnswer,
  type VideoListQuery,
  VideoQuery,
  videoListView,
  videoView,
} from './schema.ts'

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

  return new Elysia({ name: 'surfaces/video' })
    .use(guards)
    .get(
      '/v1/video',
      async ({ context, query }) =>
        videoView(await answer(context, videoDetails, { url: query.url })),
      {
        requireApiKey: 'media',
        query: VideoQuery,
        detail: documented({
          ...COMMON,
          summary: 'Describe a video',
          description: `What a site says of one video or sound: title, author, length, date, views, pictures, chapters, languages of captions. What it does not say is null. ${SITES} It costs 1 credit.`,
          responses: { 200: { description: 'The video', schema: VideoAnswer } },
        }),
      },
    )
    .get('/v1/channel', ({ context, query }) => list({ context, query }, 'channel'), {
      requireApiKey: 'media',
      query: ChannelQuery,
      detail: documented({
        ...COMMON,
        summary: 'List the videos of a channel',
        description: `The newest videos of a channel, or of a feed of episodes; of one of YouTube those of its Videos tab, unless the address names another. ${SITES} It costs 1 credit.`,
        responses: listed,
      }),
    })
    .get('/v1/playlist', ({ context, query }) => list({ context, query }, 'playlist'), {
      requireApiKey: 'media',
      query: PlaylistQuery,
      detail: documented({
        ...COMMON,
        summary: 'List the videos of a playlist',
        description: `The first videos of a playlist, in its order. ${SITES} It costs 1 credit.`,
        responses: listed,
      }),
    })
}
