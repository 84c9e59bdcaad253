import type { Static } from '@sinclair/typebox'
import { type MediaJobKind, mediaJobKind, type ResultFormat, reader } from '../shared/media-job.ts'
import { subtitlesOfVideo } from '../subtitles/subtitle-thread.ts'
import { VideoSubtitlesView, VideoTranscriptView } from './video-schema.ts'
import { VideoSubtitles, VideoTranscript } from './video-transcript.ts'
import type { SubtitlesTask, VideoTranscriptTask } from './video-transcript-tasks.ts'

/** Jobs of transcripts of videos, and of their subtitles, for the routes of media jobs. */
export function videoJobs(tasks: {
  videoTranscript: VideoTranscriptTask
  youtubeToSrt: SubtitlesTask
}): [MediaJobKind, MediaJobKind] {
  return [
    mediaJobKind({
      task: tasks.videoTranscript,
      read: reader(VideoTranscript),
      resultSchema: VideoTranscriptView,
      jsonSchema: VideoTranscriptView,
      view: videoTranscriptView,
      json: videoTranscriptView,
      texts: VIDEO_TEXTS,
    }),
    mediaJobKind({
      task: tasks.youtubeToSrt,
      read: reader(VideoSubtitles),
      resultSchema: VideoSubtitlesView,
      jsonSchema: VideoSubtitlesView,
      view: subtitlesView,
      json: subtitlesView,
      texts: { ...VIDEO_TEXTS, srt: ({ srt }) => srt },
    }),
  ]
}

/** A transcript in each of the formats that are texts. */
export const VIDEO_TEXTS: Readonly<
  Record<Exclude<ResultFormat, 'json'>, (transcript: VideoTranscript) => string | Promise<string>>
> = {
  text: ({ text }) => `${text}\n`,
  srt: (transcript) => subtitlesOfVideo(transcript, 'srt'),
  vtt: (transcript) => subtitlesOfVideo(transcript, 'vtt'),
}

export function videoTranscriptView(
  transcript: VideoTranscript,
): Static<typeof VideoTranscriptView> {
  const { text, segments } = transcript
  return { ...factsOf(transcript), text, segments }
}

function subtitlesView(subtitles: VideoSubtitles): Static<typeof VideoSubtitlesView> {
  return { ...factsOf(subtitles), srt: subtitles.srt }
}

function factsOf(transcript: VideoTranscript) {
  const { url, source, kind, language, title, seconds, isCut, isCached, engine, model } = transcript
  return {
    url,
    source,
    language,
    title,
    duration_seconds: seconds,
    cached: isCached,
    engine,
    model,
    ...(kind === undefined ? {} : { kind }),
    ...(isCut === undefined ? {} : { truncated: isCut }),
  }
}
