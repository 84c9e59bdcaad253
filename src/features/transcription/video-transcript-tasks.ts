import type { TSchema } from '@sinclair/typebox'
import { requireCapability } from '../../core/caller.ts'
import { SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import { defineTask, type TaskDefinition } from '../../core/tasks/define-task.ts'
import {
  DOWNLOAD_LANE,
  filesOf,
  MEDIA_LANE,
  MEDIA_MS,
  TRANSCRIPT_ID_PREFIX,
  TranscriptPiece,
  WAITING_LANE,
} from './transcript.ts'
import type { VideoTranscriber } from './video-transcriber.ts'
import { VideoSubtitles, VideoTranscript, VideoTranscriptInput } from './video-transcript.ts'

/** What is charged for at a time of what a recogniser has listened to. */
const CHARGED_SECONDS = 30
const MINUTE_SECONDS = 60

interface VideoTaskOptions {
  transcriber: VideoTranscriber
  /** Of questions to video sites. */
  captionsLane: string
}

/** Finds out what is said in a video. */
export function videoTranscriptTask(options: VideoTaskOptions) {
  const { transcriber } = options
  return defineTask<
    typeof VideoTranscriptInput,
    typeof VideoTranscript,
    string,
    typeof TranscriptPiece
  >({
    ...common(options),
    kind: 'video_transcript',
    result: VideoTranscript,
    charge: (_, { source, seconds }) =>
      source === 'native'
        ? { action: 'transcript_native', units: 1 }
        : { action: 'transcript_generated_per_min', units: chargedMinutes(seconds ?? 0) },
    run: (input, context) => transcriber.transcribe(input, context),
  })
}
export type VideoTranscriptTask = ReturnType<typeof videoTranscriptTask>

/** The same as subtitles, which are in no usage. */
export function subtitlesTask({
  srtOf,
  ...options
}: VideoTaskOptions & { srtOf: (transcript: VideoTranscript) => Promise<string> }) {
  const { transcriber } = options
  return defineTask<
    typeof VideoTranscriptInput,
    typeof VideoSubtitles,
    string,
    typeof TranscriptPiece
  >({
    ...common(options),
    kind: 'youtube_to_srt',
    countsFailures: false,
    result: VideoSubtitles,
    async run(input, context) {
      const transcript = await transcriber.transcribe(input, context)
      return { ...transcript, srt: await srtOf(transcript) }
    },
  })
}
export type SubtitlesTask = ReturnType<typeof subtitlesTask>

/** Every started half of a minute, and at least one. */
function chargedMinutes(seconds: number): number {
  return (Math.max(1, Math.ceil(seconds / CHARGED_SECONDS)) * CHARGED_SECONDS) / MINUTE_SECONDS
}

function common({ transcriber, captionsLane }: VideoTaskOptions) {
  return {
    idPrefix: TRANSCRIPT_ID_PREFIX,
    lanes: [captionsLane, MEDIA_LANE, DOWNLOAD_LANE, SHARED_LANE, WAITING_LANE],
    firstLane: (_, input) => transcriber.firstLane(input),
    laneDeadlineMs: { [MEDIA_LANE]: MEDIA_MS },
    admission: undefined,
    input: VideoTranscriptInput,
    piece: TranscriptPiece,
    authorize: (caller) => requireCapability(caller, 'media'),
    check: (caller, input) => transcriber.check(caller, input),
    textOf: ({ url }) => url,
    durationKey: ({ source }) => source,
    files: ({ recording }) => filesOf(recording),
  } satisfies Partial<
    TaskDefinition<typeof VideoTranscriptInput, TSchema, string, typeof TranscriptPiece>
  >
}
