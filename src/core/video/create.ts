import type { VideoSource } from '../../media/contract-video.ts'
import { captionReader } from './read-captions.ts'
import { videoListTask, videoTask } from './video-task.ts'
import { Videos } from './videos.ts'

interface VideoParts {
  /** In order of preference. */
  sources: readonly VideoSource[]
  /** Resolves when a site may be asked again. */
  turn: (host: string, signal: AbortSignal) => Promise<void>
  /** Sends a site nothing more for a while, as it has asked for. */
  leaveAlone: (host: string, ms: number) => void
  /** Time limit of a question. */
  questionMs: number
}

/** Creates the reader of video sites, and the tasks that ask it. */
export function createVideo(parts: VideoParts) {
  const videos = new Videos(parts)
  return {
    videos,
    readCaptions: captionReader(videos),
    details: videoTask(videos),
    list: videoListTask(videos),
  }
}
