import { Type } from '@sinclair/typebox'
import type { Runs } from '../../core/tasks/runs.ts'
import { defineTool, requireSeen, runTask, type Tool } from '../../core/tools/tool.ts'
import type { Core } from '../../create-core.ts'
import { clockTime } from '../../platform/clock-time.ts'
import { captionReader } from './read-captions.ts'
import { videoRoutes } from './routes.ts'
import {
  MAX_VIDEO_QUESTIONS_PER_OWNER,
  VIDEO_LANE,
  VIDEO_LANE_WIDTH,
  VideoInput,
  VideoResult,
  type VideoTask,
  videoListTask,
  videoTask,
} from './video-task.ts'
import { Videos } from './videos.ts'

/** Of a description in a result. */
const MAX_DESCRIPTION_CHARACTERS = 5_000

/** Says what a site knows of a video. */
function videoDetailsTool(runs: Runs, task: VideoTask): Tool {
  return defineTool({
    name: 'video_details',
    description:
      'Describes a video or sound of YouTube or another site: title, author, length, date, views, description, chapters, languages of its captions. video_transcript gives what is said in it.',
    parameters: Type.Object({
      url: { ...VideoInput.properties.url, description: 'Of the page of a video, or of a file' },
    }),
    result: VideoResult,
    capability: 'media',
    effects: 'reads',
    task,
    label: ({ url }) => `Look up a video of ${URL.parse(url)?.hostname ?? url}`,
    text: videoText,
    run: async ({ url }, context) => ({
      result: await runTask(runs, task, { url: requireSeen(url, context) }, context),
    }),
  })
}

function videoText(video: VideoResult): string {
  const { title, author, durationSeconds, publishedAt, views, liveStatus, language } = video
  const facts: [string, unknown][] = [
    ['Title', title],
    ['Address', video.url],
    ['Author', author?.name],
    ['Channel', video.channel?.name],
    ['Length', durationSeconds === undefined ? undefined : clockTime(durationSeconds)],
    ['Published', publishedAt],
    ['Views', views],
    ['Live', liveStatus],
    ['Language', language],
    ['Captions', video.captions.map((one) => `${one.language} (${one.kind})`).join(', ')],
  ]
  const chapters = video.chapters.map((one) => `${clockTime(one.start)} ${one.title}`)
  const description = video.description?.slice(0, MAX_DESCRIPTION_CHARACTERS).toWellFormed()
  return [
    ...facts.flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [`${name}: ${value}`],
    ),
    ...(chapters.length === 0 ? [] : ['Chapters:', ...chapters]),
    ...(description === undefined ? [] : ['', description]),
  ].join('\n')
}

/**
 * @limit credit-video credits video
 * @limit credit-channel credits channel
 * @limit credit-playlist credits playlist
 */
export const VIDEO_PRICES = { video: 1, channel: 1, playlist: 1 }

interface VideoParts {
  /** Of the sites. */
  pacer: {
    /** Resolves when a site may be asked again. */
    turn(host: string, signal: AbortSignal): Promise<void>
    /** Sends a site nothing more for a while, as it has asked for. */
    leaveAlone(host: string, ms: number): void
  }
}

/** Metadata, lists and captions of video sites. */
export function createVideo(core: Core, { pacer }: VideoParts) {
  const { media, limits, runs } = core
  const videos = new Videos({
    sources: media.videoSources,
    turn: (host, signal) => pacer.turn(host, signal),
    leaveAlone: (host, ms) => pacer.leaveAlone(host, ms),
    questionMs: limits.videoMs,
  })
  const videoDetails = videoTask(videos)
  const videoList = videoListTask(videos)
  return {
    name: 'video',
    prices: VIDEO_PRICES,
    tasks: [videoDetails, videoList],
    tools: [videoDetailsTool(runs, videoDetails)],
    lanes: { [VIDEO_LANE]: { all: VIDEO_LANE_WIDTH, perOwner: MAX_VIDEO_QUESTIONS_PER_OWNER } },
    routes: () => [videoRoutes(core, { videoDetails, videoList })],
    videos,
    readCaptions: captionReader(videos),
    captionsLane: VIDEO_LANE,
  }
}
