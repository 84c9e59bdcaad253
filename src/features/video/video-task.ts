import { type Static, Type } from '@sinclair/typebox'
import { defineTask } from '../../core/tasks/define-task.ts'
import {
  type ListedVideo,
  MAX_LISTED_VIDEOS,
  type VideoDetails,
  type VideoListing,
} from '../../media/contract-video.ts'
import { oneOf } from '../../platform/schemas.ts'
import type { Videos } from './videos.ts'

/**
 * Questions to video sites at a time, for all callers together; further ones wait.
 * @limit video-questions count
 */
export const VIDEO_LANE_WIDTH = 4
/** Of these, of one owner: some sites take minutes. @limit video-questions-owner count */
export const MAX_VIDEO_QUESTIONS_PER_OWNER = 2
export const VIDEO_LANE = 'video'
/** @limit video-list-default count */
export const DEFAULT_LISTED_VIDEOS = 50
/** Of an address. @limit video-url characters */
export const MAX_VIDEO_URL_CHARACTERS = 8192

export const VideoInput = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: MAX_VIDEO_URL_CHARACTERS,
    examples: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  }),
})

export const VideoListInput = Type.Object({
  url: VideoInput.properties.url,
  limit: Type.Integer({ minimum: 1, maximum: MAX_LISTED_VIDEOS }),
  kind: oneOf(['channel', 'playlist']),
})

const Fact = Type.Optional(Type.String())
const Count = Type.Optional(Type.Number({ minimum: 0 }))
const Author = Type.Optional(Type.Object({ name: Type.String(), id: Fact, url: Fact }))
const Thumbnails = Type.Array(Type.Object({ url: Type.String(), width: Count, height: Count }))
const LiveStatus = Type.Optional(oneOf(['not_live', 'upcoming', 'live', 'was_live']))

const Listed = {
  id: Type.String(),
  url: Type.String(),
  title: Type.String(),
  author: Author,
  durationSeconds: Count,
  publishedAt: Fact,
  views: Count,
  thumbnails: Thumbnails,
  liveStatus: LiveStatus,
}

export const VideoResult = Type.Object({
  ...Listed,
  site: Type.String(),
  description: Fact,
  channel: Author,
  chapters: Type.Array(
    Type.Object({ title: Type.String(), start: Type.Number(), end: Type.Number() }),
  ),
  captions: Type.Array(
    Type.Object({
      language: Type.String(),
      name: Fact,
      kind: oneOf(['native', 'automatic']),
    }),
  ),
  language: Fact,
})
export type VideoResult = Static<typeof VideoResult>

const ListedVideoResult = Type.Object(Listed)
export type ListedVideoResult = Static<typeof ListedVideoResult>

export const VideoListResult = Type.Object({
  id: Type.String(),
  url: Type.String(),
  site: Type.String(),
  title: Type.String(),
  description: Fact,
  author: Author,
  thumbnails: Thumbnails,
  total: Count,
  entries: Type.Array(ListedVideoResult),
})
export type VideoListResult = Static<typeof VideoListResult>

/** Says what a site knows of one video, while its caller waits. */
export function videoTask(videos: Videos) {
  return defineTask({
    kind: 'video_details',
    idPrefix: 'vid_',
    lanes: [VIDEO_LANE],
    admission: undefined,
    input: VideoInput,
    result: VideoResult,
    charge: () => ({ action: 'video', units: 1 }),
    run: async ({ url }, { signal }) => resultOf(await videos.details(url, signal)),
  })
}

export type VideoTask = ReturnType<typeof videoTask>

/** Lists the videos of a channel or a playlist, while its caller waits. */
export function videoListTask(videos: Videos) {
  return defineTask({
    kind: 'video_list',
    idPrefix: 'vls_',
    lanes: [VIDEO_LANE],
    admission: undefined,
    input: VideoListInput,
    result: VideoListResult,
    charge: ({ kind }) => ({ action: kind, units: 1 }),
    run: async ({ url, limit }, { signal }) => listResultOf(await videos.list(url, limit, signal)),
  })
}

export type VideoListTask = ReturnType<typeof videoListTask>

function resultOf(details: VideoDetails): VideoResult {
  const { thumbnails, chapters, captions } = details
  return {
    ...details,
    thumbnails: [...thumbnails],
    chapters: [...chapters],
    captions: [...captions],
  }
}

function listResultOf({ entries, thumbnails, ...listing }: VideoListing): VideoListResult {
  return {
    ...listing,
    thumbnails: [...thumbnails],
    entries: entries.map((entry: ListedVideo) => ({
      ...entry,
      thumbnails: [...entry.thumbnails],
    })),
  }
}
