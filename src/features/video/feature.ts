import type { Core } from '../../create-core.ts'
import { captionReader } from './read-captions.ts'
import { videoRoutes } from './routes.ts'
import { videoDetailsTool } from './tools.ts'
import {
  MAX_VIDEO_QUESTIONS_PER_OWNER,
  VIDEO_LANE,
  VIDEO_LANE_WIDTH,
  videoListTask,
  videoTask,
} from './video-task.ts'
import { Videos } from './videos.ts'

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
